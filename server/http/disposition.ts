/** 'Content-Disposition' for any file name: in ASCII for old clients, in full for all others (RFC 6266). */

const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export function disposition(name: string, type: 'inline' | 'attachment'): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  return ascii === name
    ? `${type}; filename="${name}"`
    : `${type}; filename="${ascii}"; filename*=UTF-8''${encoded(name)}`;
}
