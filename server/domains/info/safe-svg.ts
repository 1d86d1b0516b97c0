/** Is a text an SVG that draws, and does nothing else? It is shown to everybody, and read by what makes PDF documents. */

const BEGINS = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i;
/** Declarations of a document, and elements that run, load or hold something of another kind. */
const FORBIDDEN =
  /<!doctype|<!entity|<\?(?!xml\s)|<(?:[\w-]+:)?(?:script|foreignobject|iframe|embed|object|audio|video|animate\w*|set|handler|listener)\b/i;
const HANDLER = /[\s"'/]on\w+\s*=/i;
/** Addresses lead to a place of the drawing itself, or hold a picture. */
const ADDRESS = /(?:\bhref|\bsrc)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/gi;
const IN_STYLE = /@import|url\(\s*(?!["']?#)/i;
const OWN = /^\s*(?:#|data:image\/(?:png|jpeg);base64,)/i;

export function isSafeSvg(text: string): boolean {
  if (!BEGINS.test(text) || text.includes('\u0000')) return false;
  if (FORBIDDEN.test(text) || HANDLER.test(text) || IN_STYLE.test(text)) return false;
  return [...text.matchAll(ADDRESS)].every(([, one, other, bare]) => OWN.test(one ?? other ?? bare ?? ''));
}
