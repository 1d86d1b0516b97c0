/** Mail addresses as users type them: separated by commas, semicolons or lines, with or without names. */
import { isEmail } from './validate.ts';

export interface Mailbox {
  address: string;
  name?: string;
}

const SEPARATORS = ',;\n\r';

/** Splits a text at separators outside quotes and angle brackets. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let piece = '';
  let closing = '';
  for (const character of text) {
    if (closing === '' && SEPARATORS.includes(character)) {
      found.push(piece);
      piece = '';
      continue;
    }
    if (character === closing) closing = '';
    else if (closing === '' && character === '"') closing = '"';
    else if (closing === '' && character === '<') closing = '>';
    piece += character;
  }
  return [...found, piece].map((part) => part.trim()).filter(Boolean);
}

/** Reduces a text to one line that a mail header can hold. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();

export function mailboxIn(text: string): Mailbox | undefined {
  const [, quoted, unquoted, address = text.trim()] =
    /^\s*(?:"([^"]*)"|([^"<>]*?))\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  const name = oneLine(quoted ?? unquoted ?? '');
  if (!isEmail(address.trim())) return undefined;
  return { address: address.trim(), ...(name && { name }) };
}

export interface Recipients {
  mailboxes: Mailbox[];
  /** Parts of the text that are not addresses. */
  broken: string[];
}

export function recipientsIn(text: string | null | undefined): Recipients {
  const parsed = pieces(text ?? '').map((piece) => ({ piece, mailbox: mailboxIn(piece) }));
  return {
    mailboxes: parsed.flatMap(({ mailbox }) => mailbox ?? []),
    broken: parsed.filter(({ mailbox }) => !mailbox).map(({ piece }) => piece),
  };
}

/** Removes repeated addresses, and keeps the first of each. */
export function once<M extends Mailbox>(mailboxes: M[]): M[] {
  const seen = new Set<string>();
  return mailboxes.filter(({ address }) => {
    const key = address.toLowerCase();
    return seen.has(key) ? false : seen.add(key);
  });
}
