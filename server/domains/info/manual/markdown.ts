/** Reads the subset of Markdown that the manual uses, and refuses everything else. Pure. */

export interface Text {
  text: string;
  bold?: true;
  italics?: true;
  code?: true;
  /** An address, or a file of the manual with the heading in it. */
  link?: string;
}

export interface Item {
  text: Text[];
  /** The nested list. */
  list?: List;
}

export interface List {
  kind: 'list';
  ordered: boolean;
  items: Item[];
}

export interface Picture {
  path: string;
  caption: string;
}

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: Text[] }
  /** Pictures next to each other. */
  | { kind: 'pictures'; pictures: Picture[] }
  | { kind: 'table'; head: Text[][]; rows: Text[][][] }
  | { kind: 'note'; text: Text[] }
  /** '{{name}}': a table that the product generates. */
  | { kind: 'made'; name: string }
  | List;

export class Unreadable extends Error {
  constructor(file: string, line: number, reason: string) {
    super(`${file}:${line}: ${reason}`);
  }
}

interface Line {
  text: string;
  number: number;
}

const HEADING = /^(#{1,3}) (.+)$/;
const PICTURE = /!\[([^\]]*)\]\(([^)\s]+)\)/g;
const ITEM = /^( *)(-|\d+\.) (.+)$/;
const TABLE = /^\|.*\|$/;
const RULER = /^\|( *:?-+:? *\|)+$/;
const MADE = /^\{\{([a-z]+)\}\}$/;
const NOTE = /^> ?(.*)$/;
/** Markdown or HTML that this reader does not support. */
const UNKNOWN = /^(#|```|~~~|\*\*\*$|---|===|<|\* |\+ |!\[)/;

/** Bold, italics, code and links; a backslash escapes the mark after it. */
const MARKS =
  /\\([\\*_`[\]|{}])|\*\*((?:\\.|[^*\\])+)\*\*|\*((?:\\.|[^*\\])+)\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;

const unescaped = (text: string): string => text.replaceAll(/\\([\\*_`[\]|{}])/g, '$1');

function inline(text: string, fail: (reason: string) => never): Text[] {
  const texts: Text[] = [];
  const append = (part: Text): void => {
    const last = texts.at(-1);
    if (last && Object.keys(last).length === 1 && Object.keys(part).length === 1) last.text += part.text;
    else if (part.text) texts.push(part);
  };
  let from = 0;
  for (const match of text.matchAll(MARKS)) {
    const before = text.slice(from, match.index);
    if (/\*\*|`|\]\(/.test(before)) fail(`a mark without its other half: ${before}`);
    append({ text: before });
    const [whole, escaped, bold, italics, code, label, link] = match;
    if (escaped) append({ text: escaped });
    else if (bold) append({ text: unescaped(bold), bold: true });
    else if (italics) append({ text: unescaped(italics), italics: true });
    else if (code) append({ text: code, code: true });
    else append({ text: unescaped(label!), link });
    from = match.index + whole.length;
  }
  const rest = text.slice(from);
  if (/\*\*|`|\]\(/.test(rest)) fail(`a mark without its other half: ${rest}`);
  append({ text: rest });
  return texts;
}

/** '| a | b |' -> ['a', 'b']; an escaped bar belongs to the text. */
const cellsOf = (row: string): string[] =>
  row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

class Reader {
  private at = 0;
  private readonly lines: Line[];

  constructor(
    private readonly file: string,
    source: string,
  ) {
    this.lines = source.split(/\r?\n/).map((text, index) => ({ text: text.trimEnd(), number: index + 1 }));
  }

  blocks(): Block[] {
    const blocks: Block[] = [];
    while (this.at < this.lines.length) {
      if (this.currentLine === '') this.at += 1;
      else blocks.push(this.block());
    }
    return blocks;
  }

  private get currentLine(): string {
    return this.lines[this.at]?.text ?? '';
  }

  private fail(reason: string): never {
    throw new Unreadable(this.file, Math.min(this.at + 1, this.lines.length), reason);
  }

  private texts(text: string): Text[] {
    return inline(text, (reason) => this.fail(reason));
  }

  private block(): Block {
    const line = this.currentLine;
    const heading = HEADING.exec(line);
    if (heading) {
      this.at += 1;
      return { kind: 'heading', level: (heading[1] ?? '').length, text: unescaped(heading[2] ?? '') };
    }
    const made = MADE.exec(line);
    if (made) {
      this.at += 1;
      return { kind: 'made', name: made[1] ?? '' };
    }
    if (line.startsWith('![')) return this.pictures();
    if (TABLE.test(line)) return this.table();
    if (NOTE.test(line)) return this.note();
    if (ITEM.test(line)) return this.list(0);
    return this.paragraph();
  }

  /** Joins lines up to an empty one, or the first of another kind. */
  private joinLines(continues: (text: string) => boolean): string {
    const parts: string[] = [];
    while (this.currentLine !== '' && continues(this.currentLine)) {
      parts.push(this.currentLine.trim());
      this.at += 1;
    }
    return parts.join(' ');
  }

  private paragraph(): Block {
    if (UNKNOWN.test(this.currentLine) || /^\s/.test(this.currentLine))
      this.fail(`not understood: ${this.currentLine}`);
    return { kind: 'paragraph', text: this.texts(this.joinLines((text) => !startsAnother(text))) };
  }

  private pictures(): Block {
    const text = this.joinLines((line) => line.startsWith('!['));
    const pictures = [...text.matchAll(PICTURE)].map(([, caption, path]) => ({
      path: path!,
      caption: caption!,
    }));
    if (text.replaceAll(PICTURE, '').trim() !== '') this.fail(`pictures stand by themselves: ${text}`);
    return { kind: 'pictures', pictures };
  }

  private note(): Block {
    const parts: string[] = [];
    for (let found = NOTE.exec(this.currentLine); found; found = NOTE.exec(this.currentLine)) {
      parts.push((found[1] ?? '').trim());
      this.at += 1;
    }
    return { kind: 'note', text: this.texts(parts.join(' ')) };
  }

  private table(): Block {
    const rows: Text[][][] = [];
    const width = cellsOf(this.currentLine).length;
    for (let first = this.at; TABLE.test(this.currentLine); this.at += 1) {
      const isRuler = RULER.test(this.currentLine);
      if (isRuler !== (this.at === first + 1)) this.fail('a table is a head, a line of dashes, and rows');
      if (isRuler) continue;
      const cells = cellsOf(this.currentLine);
      if (cells.length !== width) this.fail(`${cells.length} cells below a head of ${width}`);
      rows.push(cells.map((cell) => this.texts(cell)));
    }
    const [head, ...others] = rows;
    if (others.length === 0) this.fail('a table without rows');
    return { kind: 'table', head: head!, rows: others };
  }

  private list(indent: number): List {
    const ordered = /^ *\d/.test(this.currentLine);
    const items: Item[] = [];
    for (
      let found = ITEM.exec(this.currentLine);
      found && (found[1] ?? '').length >= indent;
      found = ITEM.exec(this.currentLine)
    ) {
      const last = items.at(-1);
      if ((found[1] ?? '').length > indent && last) {
        last.list = this.list((found[1] ?? '').length);
        continue;
      }
      if (/^ *\d/.test(this.currentLine) !== ordered) break;
      this.at += 1;
      const more = this.joinLines((text) => /^ +/.test(text) && !ITEM.test(text));
      items.push({ text: this.texts(more ? `${found[3]} ${more}` : (found[3] ?? '')) });
    }
    if (/^ +\S/.test(this.currentLine)) this.fail('a line of a list that stands below nothing');
    return { kind: 'list', ordered, items };
  }
}

const startsAnother = (text: string): boolean =>
  HEADING.test(text) || TABLE.test(text) || NOTE.test(text) || ITEM.test(text) || text.startsWith('![');

/** Parses a chapter; errors name `file`. */
export const readMarkdown = (file: string, source: string): Block[] => new Reader(file, source).blocks();
