/** Checks that a text is an SVG that only draws: all users see it, and the PDF writer reads it. */

const BEGINS = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i;
/** Document declarations, and elements that run, load or embed something. */
const FORBIDDEN =
  /<!doctype|<!entity|<\?(?!xml\s)|<(?:[\w-]+:)?(?:script|foreignobject|iframe|embed|object|audio|video|animate\w*|set|handler|listener)\b/i;
const HANDLER = /[\s"'/]on\w+\s*=/i;
/** Addresses must point into the drawing itself, or embed a picture. */
const ADDRESS = /(?:\bhref|\bsrc)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/gi;
const IN_STYLE = /@import|url\(\s*(?!["']?#)/i;
const OWN = /^\s*(?:#|data:image\/(?:png|jpeg);base64,)/i;

export function isSafeSvg(text: string): boolean {
  if (!BEGINS.test(text) || text.includes('\u0000')) return false;
  if (FORBIDDEN.test(text) || HANDLER.test(text) || IN_STYLE.test(text)) return false;
  return [...text.matchAll(ADDRESS)].every(([, doubleQuoted, singleQuoted, unquoted]) =>
    OWN.test(doubleQuoted ?? singleQuoted ?? unquoted ?? ''),
  );
}
