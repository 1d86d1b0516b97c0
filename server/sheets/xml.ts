/** As much of XML as the parts of a workbook need: tags as they pass, nothing resolved, nothing fetched. */
import { LIMITS } from './limits.ts';
import { notXlsx } from './refusals.ts';

export interface Listener {
  /** `attributes` as written, behind the name, for attributeOf; `closed` says that the tag ends itself. */
  open(name: string, attributes: string, closed: boolean): void;
  close(name: string): void;
  /** A piece of text as written, for plainText. */
  text(raw: string): void;
}

const TAG_MOST = 4 * LIMITS.text;
const [SPACE, COLON, SLASH] = [32, 58, 47];

/** The name that begins here, without its prefix: `x:row` is a row. */
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

/** Names are ours, never the file's. */
function patternOf(name: string): RegExp {
  const known = patterns.get(name);
  if (known) return known;
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

function entity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** What a table of the database takes: no character zero, and no half of a character. */
export const keptText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** The text that was written with entities, and with the escapes of workbooks, `_x000D_`. */
export function plainText(raw: string): string {
  const plain = raw.includes('&') ? raw.replaceAll(/&(#?\w+);/g, entity) : raw;
  return keptText(
    plain.includes('_x')
      ? plain.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      : plain,
  );
}

/** Takes XML in pieces of any size and tells a listener what passes. */
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

  /** Where the tag at this place ends; -1 when its end is not there yet. */
  #tag(text: string, at: number): number {
    const next = text.charCodeAt(at + 1);
    if (next === 33 || next === 63) return this.#aside(text, at);
    const end = text.indexOf('>', at);
    if (end < 0) return -1;
    if (next === SLASH) this.listener.close(nameAt(text, at + 2, end));
    else {
      const closed = text.charCodeAt(end - 1) === SLASH;
      this.listener.open(nameAt(text, at + 1, end), text.slice(at + 1, closed ? end - 1 : end), closed);
    }
    return end + 1;
  }

  /** Comments and instructions say nothing; a document type could say anything, and no workbook has one. */
  #aside(text: string, at: number): number {
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
/** Control characters, half characters, and two that are none. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu;
const REMARKABLE = /[&<>"]|[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/u;

/** A text as XML, in content and in attributes; what XML cannot hold is left out. */
export const xmlText = (text: string): string =>
  REMARKABLE.test(text)
    ? text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (character) => SPECIAL[character]!)
    : text;
