/** Addresses as people write them: separated by commas, semicolons or lines, with a name or without. */
import { isEmail } from './validate.ts';

export interface Mailbox {
  address: string;
  name?: string;
}

const SEPARATORS = ',;\n\r';

/** Commas within quotes or angle brackets separate nothing. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let piece = '';
  let closing = '';
  for (const sign of text) {
    if (closing === '' && SEPARATORS.includes(sign)) {
      found.push(piece);
      piece = '';
      continue;
    }
    if (sign === closing) closing = '';
    else if (closing === '' && sign === '"') closing = '"';
    else if (closing === '' && sign === '<') closing = '>';
    piece += sign;
  }
  return [...found, piece].map((part) => part.trim()).filter(Boolean);
}

/** One line, without what a header cannot hold. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();

export function mailboxIn(text: string): Mailbox | undefined {
  const [, quoted, plain, address = text.trim()] =
    /^\s*(?:"([^"]*)"|([^"<>]*?))\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  const name = oneLine(quoted ?? plain ?? '');
  if (!isEmail(address.trim())) return undefined;
  return { address: address.trim(), ...(name && { name }) };
}

export interface Recipients {
  mailboxes: Mailbox[];
  /** What stands there and is no address. */
  broken: string[];
}

export function recipientsIn(text: string | null | undefined): Recipients {
  const read = pieces(text ?? '').map((piece) => ({ piece, mailbox: mailboxIn(piece) }));
  return {
    mailboxes: read.flatMap(({ mailbox }) => mailbox ?? []),
    broken: read.filter(({ mailbox }) => !mailbox).map(({ piece }) => piece),
  };
}

/** Each address once, the first of it. */
export function once<M extends Mailbox>(mailboxes: M[]): M[] {
  const seen = new Set<string>();
  return mailboxes.filter(({ address }) => {
    const key = address.toLowerCase();
    return seen.has(key) ? false : seen.add(key);
  });
}
