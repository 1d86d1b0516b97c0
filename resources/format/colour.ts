/** Colours of the data. They are stored as a JSON string with r, g, b, a. The text colour is chosen by contrast. */
export interface Colour {
  r: number;
  g: number;
  b: number;
  a: number;
}

export const WHITE: Colour = { r: 255, g: 255, b: 255, a: 1 };
const DARK = '#000000';
const LIGHT = '#ffffff';

export function readColour(value: unknown): Colour | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const { r, g, b, a } = JSON.parse(value);
    return [r, g, b].every((part) => Number.isFinite(part)) ? { r, g, b, a: a ?? 1 } : undefined;
  } catch {
    return undefined;
  }
}

export const writeColour = ({ r, g, b, a }: Colour): string => JSON.stringify({ r, g, b, a });

const hex = (part: number): string => Math.round(part).toString(16).padStart(2, '0');
export const hexOf = ({ r, g, b }: Colour): string => `#${hex(r)}${hex(g)}${hex(b)}`;

export function colourFromHex(text: string, a = 1): Colour | undefined {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim());
  if (!match) return undefined;
  const part = (at: number): number => Number.parseInt(match[at] ?? '', 16);
  return { r: part(1), g: part(2), b: part(3), a };
}

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = ({ r, g, b }: Colour): number =>
  0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** Returns a transparent colour as it appears on white, as in the chips, so that both themes are equally readable. */
export function solid({ r, g, b, a }: Colour): Colour {
  const over = (part: number): number => Math.round(part * a + 255 * (1 - a));
  return { r: over(r), g: over(g), b: over(b), a: 1 };
}

/** Returns black or white, whichever has more contrast. One of them always reaches 4.5 to 1 (WCAG AA). */
export function textOn(colour: Colour): string {
  const light = luminance(solid(colour));
  const dark = luminance(colourFromHex(DARK)!);
  return (light + 0.05) / (dark + 0.05) >= 1.05 / (light + 0.05) ? DARK : LIGHT;
}
