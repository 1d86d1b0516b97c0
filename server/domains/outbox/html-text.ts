/** Converts the HTML of a mail to plain text. */

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  agrave: 'à',
  egrave: 'è',
  eacute: 'é',
  igrave: 'ì',
  ograve: 'ò',
  ugrave: 'ù',
  euro: '€',
};

const CODE_POINTS = 0x10ffff;

function entity(name: string, original: string): string {
  const number = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name);
  if (!number) return ENTITIES[name.toLowerCase()] ?? original;
  const code = Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10);
  return code > 0 && code <= CODE_POINTS ? String.fromCodePoint(code) : '';
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Returns whether the body contains HTML tags. A body without tags is plain text and keeps its line breaks. */
export const isHtml = (body: string): boolean => /<\/?[a-z][^>]*>/i.test(body);

const LINK = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a\s*>/gi;

export function textOf(html: string): string {
  const tagged = html
    .replaceAll(/<(script|style|head)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(LINK, (_, double, single, words) => `${words} (${double ?? single})`)
    .replaceAll(/<li\b[^>]*>/gi, '\n- ')
    .replaceAll(/<(br|tr|div|ul|ol|table)\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?(p|h[1-6]|blockquote)\b[^>]*>/gi, '\n\n')
    .replaceAll(/<\/(td|th)\s*>/gi, ' ')
    .replaceAll(/<\/?[a-z][^>]*>/gi, '');
  return tagged
    .replaceAll(/&(#?\w+);/g, (match, name) => entity(name, match))
    .replaceAll(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
