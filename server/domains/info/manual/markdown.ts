/**
 * Reads the subset of Markdown that the manual uses, with the lexer of marked, and refuses everything else. Has no
 * side effects.
 */
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';

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

/**
 * Throws an error with the reason. `below` is the number of lines between the beginning of the parsed text and the
 * error.
 */
type Fail = (reason: string, below?: number) => never;

const MADE = /^\{\{([a-z]+)\}\}$/;
/** Marks that marked leaves in a text: half of a pair, or an HTML entity. */
const LEFT_OVER = /\*\*|`|\]\(|&(#\d+|\w+);/;
/** Lines that look like a heading or a table, but are neither. */
const NEARLY = /^(#|\|.*\|$)/;

/** Returns tokens by their exact types: other tokens exist only with extensions of marked. */
const exact = (tokens: Token[]): MarkedToken[] => tokens as MarkedToken[];

const notUnderstood = (fail: Fail, raw: string): never => fail(`not understood: ${raw.trimEnd()}`);

/** Reads each token with a `fail` that counts from the first line of that token. */
function readEach<T extends { raw: string }, R>(
  tokens: T[],
  fail: Fail,
  read: (token: T, fail: Fail) => R,
): R[] {
  let lines = 0;
  return tokens.map((token) => {
    const before = lines;
    lines += token.raw.split('\n').length - 1;
    return read(token, (reason, below = 0) => fail(reason, before + below));
  });
}

function plain(token: MarkedToken, fail: Fail): string {
  if (token.type === 'escape') return token.text;
  if (token.type !== 'text') return notUnderstood(fail, token.raw);
  if (LEFT_OVER.test(token.raw)) fail(`a mark without its other half: ${token.raw}`);
  return token.raw.replaceAll(/\s*\n\s*/g, ' ');
}

function textOf(token: MarkedToken, fail: Fail): Text {
  const within = (tokens: Token[]): string => readEach(exact(tokens), fail, plain).join('');
  switch (token.type) {
    case 'strong':
      return { text: within(token.tokens), bold: true };
    case 'em':
      return { text: within(token.tokens), italics: true };
    case 'link':
      return { text: within(token.tokens), link: token.href };
    case 'codespan':
      return { text: token.text, code: true };
    default:
      return { text: plain(token, fail) };
  }
}

function inline(tokens: Token[], fail: Fail): Text[] {
  const texts: Text[] = [];
  for (const part of readEach(exact(tokens), fail, textOf)) {
    const last = texts.at(-1);
    if (last && Object.keys(last).length === 1 && Object.keys(part).length === 1) last.text += part.text;
    else if (part.text) texts.push(part);
  }
  return texts;
}

function paragraph({ raw, tokens }: Tokens.Paragraph, fail: Fail): Block {
  const made = MADE.exec(raw.trim());
  if (made) return { kind: 'made', name: made[1] ?? '' };
  if (/^\s/.test(raw)) notUnderstood(fail, raw);
  for (const [below, line] of raw.split('\n').entries())
    if (NEARLY.test(line)) fail(`neither a heading nor a table: ${line}`, below);
  const isPictures = exact(tokens).some(({ type }) => type === 'image');
  return isPictures ? pictures(tokens, fail) : { kind: 'paragraph', text: inline(tokens, fail) };
}

function pictures(tokens: Token[], fail: Fail): Block {
  const found = readEach(exact(tokens), fail, (token, failHere) => {
    if (token.type === 'image') return [{ path: token.href, caption: token.text }];
    return token.raw.trim() === '' ? [] : failHere(`pictures are without text next to them: ${token.raw}`);
  });
  return { kind: 'pictures', pictures: found.flat() };
}

function note({ raw, tokens }: Tokens.Blockquote, fail: Fail): Block {
  const [only, ...others] = exact(tokens);
  if (only?.type !== 'paragraph' || others.length > 0) return notUnderstood(fail, raw);
  return { kind: 'note', text: inline(only.tokens, fail) };
}

function table({ header, rows, raw }: Tokens.Table, fail: Fail): Block {
  // The lexer fills short rows and cuts long ones.
  for (const [below, line] of raw.trimEnd().split('\n').entries()) {
    const { length } = line
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/);
    if (length !== header.length) fail(`${length} cells below a header of ${header.length}`, below);
  }
  if (rows.length === 0) fail('a table without rows', 1);
  const cells = (row: Tokens.TableCell[], below: number): Text[][] =>
    row.map(({ tokens }) => inline(tokens, (reason) => fail(reason, below)));
  return { kind: 'table', head: cells(header, 0), rows: rows.map((row, index) => cells(row, index + 2)) };
}

function item({ tokens }: Tokens.ListItem, fail: Fail): Item {
  const item: Item = { text: [] };
  readEach(exact(tokens), fail, (token, failHere) => {
    const isText = token.type === 'text' || token.type === 'paragraph';
    if (isText && item.text.length === 0) item.text = inline(token.tokens ?? [], failHere);
    else if (token.type === 'list' && !item.list) item.list = list(token, failHere);
    else if (token.type !== 'space') notUnderstood(failHere, token.raw);
  });
  return item;
}

const list = ({ ordered, items }: Tokens.List, fail: Fail): List => ({
  kind: 'list',
  ordered,
  items: readEach(items, fail, item),
});

function blocksOf(token: MarkedToken, fail: Fail): Block[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading': {
      const { depth: level, raw, tokens } = token;
      if (level > 3 || !raw.startsWith('#')) notUnderstood(fail, raw);
      return [{ kind: 'heading', level, text: readEach(exact(tokens), fail, plain).join('') }];
    }
    case 'paragraph':
      return [paragraph(token, fail)];
    case 'blockquote':
      return [note(token, fail)];
    case 'table':
      return [table(token, fail)];
    case 'list':
      return [list(token, fail)];
    default:
      return notUnderstood(fail, token.raw);
  }
}

/** Parses a chapter. Errors name `file`. */
export const readMarkdown = (file: string, source: string): Block[] =>
  readEach(
    exact(new Lexer().lex(source)),
    (reason, below = 0) => {
      throw new Unreadable(file, below + 1, reason);
    },
    blocksOf,
  ).flat();
