/** 'Content-Disposition' for any name: the plain one for old clients, the whole one for all others (RFC 6266). */

const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export function disposition(name: string, how: 'inline' | 'attachment'): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  return plain === name
    ? `${how}; filename="${name}"`
    : `${how}; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}
