/** A drawing as SVG, for preview and download. It is always black on white, as printed. */
import { encode } from 'uqr';
import type { Drawing } from '../../schemas/qr/drawing.ts';

const FONT = 'Roboto, Arial, Helvetica, sans-serif';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const short = (value: number): string => String(Number(value.toFixed(3)));

/** Returns the path of the code. Adjacent dark modules of a row are one rectangle. */
function codePath(text: string, { x, y, side, border }: Drawing['code']): string {
  const { data } = encode(text, { ecc: 'M', border });
  const module = side / data.length;
  const parts: string[] = [];
  for (const [row, modules] of data.entries()) {
    let from = -1;
    for (let at = 0; at <= modules.length; at += 1) {
      if (modules[at] && from < 0) from = at;
      if (modules[at] || from < 0) continue;
      const width = short((at - from) * module);
      parts.push(
        `M${short(x + from * module)} ${short(y + row * module)}h${width}v${short(module)}h-${width}z`,
      );
      from = -1;
    }
  }
  return parts.join('');
}

export function drawingSvg(drawing: Drawing, text: string, logo?: string): string {
  const { width, height, lines } = drawing;
  const texts = lines.map(
    ({ x, y, size, text: line, bold, centred }) =>
      `<text x="${short(x)}" y="${short(y)}" font-size="${short(size)}"${bold ? ' font-weight="600"' : ''}${
        centred ? ' text-anchor="middle"' : ''
      }>${escaped(line)}</text>`,
  );
  const box = drawing.logo;
  const picture =
    box && logo
      ? `<image href="${escaped(logo)}" x="${short(box.x)}" y="${short(box.y)}" width="${short(box.width)}" height="${short(
          box.height,
        )}" preserveAspectRatio="${box.centred ? 'xMidYMid' : 'xMinYMid'} meet"/>`
      : '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<path d="${codePath(text, drawing.code)}" fill="#000" shape-rendering="crispEdges"/>`,
    `<g font-family="${FONT}" fill="#000">${texts.join('')}</g>`,
    picture,
    '</svg>',
  ].join('');
}

export const svgAddress = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Returns the drawing as PNG, with one pixel per unit. */
export async function pngOf(
  svg: string,
  { width, height }: Pick<Drawing, 'width' | 'height'>,
): Promise<Blob> {
  const image = new Image();
  image.src = svgAddress(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')!.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((settle) => canvas.toBlob(settle, 'image/png'));
  if (!blob) throw new Error('The picture could not be created');
  return blob;
}
