/** Draws a signature as if by finger: a PNG of one line, different for each name. */
import { pngOf } from '../../files/png.ts';
import { Chance } from './chance.ts';

const WIDTH = 320;
const HEIGHT = 96;
const PEN = 1.6;
const DOTS = 2600;
/** The PNG colour type 4: grey with alpha. */
const GREY_WITH_ALPHA = 4;
const INK = 40;

/** Returns a curve of leaning, shrinking loops. Their number depends on the length of the name. */
function lineOf(name: string): (share: number) => [number, number] {
  const chance = new Chance([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0);
  const loops = Math.max(4, name.length / 2);
  const [height, lean, wobble] = [chance.between(18, 30), chance.between(4, 9), chance.between(2, 4)];
  return (share) => {
    const turn = share * loops * 2 * Math.PI;
    const fading = 1 - 0.6 * share;
    const x = 20 + share * (WIDTH - 60) + lean * fading * Math.cos(turn) * 2;
    const y =
      HEIGHT / 2 - height * fading * Math.sin(turn + wobble * share) * (0.6 + 0.4 * Math.sin(turn / wobble));
    return [x, y];
  };
}

export function signatureOf(name: string): Buffer {
  const rows = Array.from({ length: HEIGHT }, () => Buffer.alloc(1 + WIDTH * 2));
  const line = lineOf(name);
  for (let dot = 0; dot <= DOTS; dot++) {
    const [x, y] = line(dot / DOTS);
    for (let row = Math.floor(y - PEN); row <= y + PEN; row++)
      for (let column = Math.floor(x - PEN); column <= x + PEN; column++) {
        const alpha = Math.round(255 * Math.max(0, 1 - Math.hypot(column - x, row - y) / (PEN + 0.5)));
        const dots = column >= 0 && column < WIDTH ? rows[row] : undefined;
        const at = 1 + column * 2;
        if (!dots || (dots[at + 1] ?? 0) >= alpha) continue;
        dots[at] = INK;
        dots[at + 1] = alpha;
      }
  }
  return pngOf({ width: WIDTH, height: HEIGHT, colour: GREY_WITH_ALPHA }, Buffer.concat(rows));
}
