/** Plain text: UTF-8 or Windows-1252, no control characters, and nothing that a browser would read as a page. */
import type { FileHandle } from 'node:fs/promises';

const PORTION = 64 * 1024;

/** Characters that no text has: controls other than tab, line ends, form feed and the escape of coloured logs. */
const isControl = (byte: number): boolean =>
  (byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte)) || byte === 0x7f;

const BEGINS_AS_MARKUP = /^\s*<[a-z!?/]/i;
const HOLDS_MARKUP = /<(!doctype|html|head|body|svg|script|iframe|\?xml)[\s>/]/i;

/** Returns whether a browser would read the text as a page. It checks only the beginning, as browsers do. */
function isMarkup(head: Buffer): boolean {
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  return BEGINS_AS_MARKUP.test(text) || HOLDS_MARKUP.test(text.slice(0, 1500));
}

export async function isPlainText(file: FileHandle): Promise<boolean> {
  const buffer = Buffer.alloc(PORTION);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, PORTION, position);
    if (bytesRead === 0) return position > 0;
    const portion = buffer.subarray(0, bytesRead);
    if (portion.some(isControl)) return false;
    if (position === 0 && isMarkup(portion.subarray(0, 4096))) return false;
    position += bytesRead;
  }
}
