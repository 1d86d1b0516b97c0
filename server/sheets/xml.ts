/** A scanner for the XML of workbooks. It reports tags and texts, and loads nothing from other files. */
import { LIMITS } from './limits.ts';
import { notXlsx } from './refusals.ts';

export interface Listener {
  /**
   * Is called at the start of a tag. `attributes` is the raw text after the name, for attributeOf. `closed` marks a
   * self-closing tag.
   */
  open(name: string, attributes: string, closed: boolean): void;
  close(name: string): void;
  /** Is called with a piece of raw text, for plainText. */
  text(raw: string): void;
}

const TAG_MOST = 4 * LIMITS.text;
const [SPACE, COLON, SLASH] = [32, 58, 47];

/** Returns the name at this position without its prefix: `x:row` gives `row`. */
function nameAt(text: string, at: number, end: number): string {
  let [from, to] = [at, at];
  for (; to < end; to++) {
    const code = text.charCodeAt(to);
    if (code <= SPACE || code === SLASH) break;
    if (code === COLON) from = to + 1;
  }
  return text.slice(from, to);
}

const patterns = new Map<string, RegExp>();

/** Returns the pattern of an attribute. Its name must come from our code, never from a file. */
function patternOf(name: string): RegExp {
  const existing = patterns.get(name);
  if (existing) return existing;
  const pattern = new RegExp(`\\s(?:[\\w.-]*:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, pattern);
  return pattern;
}

export function attributeOf(attributes: string, name: string): string | undefined {
  const match = patternOf(name).exec(attributes);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : plainText(value);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function entity(match: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? match;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Removes characters that PostgreSQL refuses: NUL and half a surrogate pair. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Decodes the entities of XML, and the escapes of workbooks, `_x000D_`. */
export function plainText(raw: string): string {
  const decoded = raw.includes('&') ? raw.replaceAll(/&(#?\w+);/g, entity) : raw;
  return storableText(
    decoded.includes('_x')
      ? decoded.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        )
      : decoded,
  );
}

/** Scans XML in pieces of any size and calls the listener. */
export class XmlScanner {
  #rest = '';

  constructor(private readonly listener: Listener) {}

  write(piece: string): void {
    const text = this.#rest + piece;
    this.#rest = '';
    let at = 0;
    while (at < text.length) {
      const tag = text.indexOf('<', at);
      if (tag !== at) this.listener.text(tag < 0 ? text.slice(at) : text.slice(at, tag));
      if (tag < 0) return;
      const end = this.#tag(text, tag);
      if (end < 0) {
        if (text.length - tag > TAG_MOST) throw notXlsx();
        this.#rest = text.slice(tag);
        return;
      }
      at = end;
    }
  }

  /** Returns the end of the tag at this position, or -1 if its end has not arrived yet. */
  #tag(text: string, at: number): number {
    const next = text.charCodeAt(at + 1);
    if (next === 33 || next === 63) return this.#skipSpecial(text, at);
    const end = text.indexOf('>', at);
    if (end < 0) return -1;
    if (next === SLASH) this.listener.close(nameAt(text, at + 2, end));
    else {
      const closed = text.charCodeAt(end - 1) === SLASH;
      this.listener.open(nameAt(text, at + 1, end), text.slice(at + 1, closed ? end - 1 : end), closed);
    }
    return end + 1;
  }

  /** Skips comments and instructions. Refuses a document type, which no workbook has. */
  #skipSpecial(text: string, at: number): number {
    const [opening, closing] = text.startsWith('<!--', at)
      ? ['<!--', '-->']
      : text.startsWith('<![CDATA[', at)
        ? ['<![CDATA[', ']]>']
        : ['<?', '?>'];
    if (opening === '<?' && text[at + 1] === '!') {
      if (text.length - at < '<![CDATA['.length) return -1;
      throw notXlsx();
    }
    const end = text.indexOf(closing, at + opening.length);
    if (end < 0) return -1;
    if (opening === '<![CDATA[')
      this.listener.text(text.slice(at + opening.length, end).replaceAll('&', '&amp;'));
    return end + closing.length;
  }
}

const SPECIAL: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Control characters, half surrogate pairs, and two noncharacters. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu;
const REMARKABLE = /[&<>"]|[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/u;

/** Escapes a text for XML content and attributes. Characters that XML cannot contain are left out. */
export const xmlText = (text: string): string =>
  REMARKABLE.test(text)
    ? text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (character) => SPECIAL[character]!)
    : text;
