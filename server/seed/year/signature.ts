/** A signature as a person draws it with a finger: a PNG of one line that is his own. */
import { pngOf } from '../../files/png.ts';
import { Chance } from './chance.ts';

const WIDTH = 320;
const HEIGHT = 96;
const PEN = 1.6;
const DOTS = 2600;
/** Grey, and how much of it is seen. */
const GREY_SEEN_THROUGH = 4;
const INK = 40;

/** Loops that lean and grow smaller, as high as the name is long. */
function lineOf(name: string): (share: number) => [number, number] {
  const chance = new Chance([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0);
  const loops = Math.max(4, name.length / 2);
  const [height, lean, swing] = [chance.between(18, 30), chance.between(4, 9), chance.between(2, 4)];
  return (share) => {
    const turn = share * loops * 2 * Math.PI;
    const fading = 1 - 0.6 * share;
    const x = 20 + share * (WIDTH - 60) + lean * fading * Math.cos(turn) * 2;
    const y =
      HEIGHT / 2 - height * fading * Math.sin(turn + swing * share) * (0.6 + 0.4 * Math.sin(turn / swing));
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
        const seen = Math.round(255 * Math.max(0, 1 - Math.hypot(column - x, row - y) / (PEN + 0.5)));
        const dots = column >= 0 && column < WIDTH ? rows[row] : undefined;
        const at = 1 + column * 2;
        if (!dots || (dots[at + 1] ?? 0) >= seen) continue;
        dots[at] = INK;
        dots[at + 1] = seen;
      }
  }
  return pngOf({ width: WIDTH, height: HEIGHT, colour: GREY_SEEN_THROUGH }, Buffer.concat(rows));
}
