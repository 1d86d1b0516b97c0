/**
 * The search of Ctrl K in a plant with a million interventions: the time to the first hits and to the full reply, at
 * each keystroke.
 */
import { once, quantile } from './load.ts';
import type { Plant } from './plants.ts';
import type { Figure } from './report.ts';
import { signedIn } from './signed-in.ts';

const ROUNDS = 7;
const FIRST_MS = 100;

const TYPED: [string, string][] = [
  ['the beginning of a code', 'V0012'],
  ['a common word', 'pompa'],
  ['two common words', 'revisione pompa'],
  ['a number in many rows', '1234'],
  ['a rare word', 'assorbimento'],
  ['six words', 'punto revisione pompa filtro aria cinghia'],
  ['nothing there is', 'zzzz niente'],
  ['two letters', 'mo'],
];

export async function finderFigures(plant: Pick<Plant, 'port'>): Promise<Figure[]> {
  const headers = await signedIn(plant.port);
  const timesOf = async (query: string): Promise<number[]> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      await once(plant.port, { path: `/api/cmms/cerca/?${query}`, headers });
      times.push(performance.now() - started);
    }
    return times;
  };
  const figures: Figure[] = [];
  for (const [name, typed] of TYPED) {
    const q = `q=${encodeURIComponent(typed)}`;
    const [first, full] = [await timesOf(`${q}&subito=1`), await timesOf(q)];
    const middle = quantile(first, 0.5);
    figures.push({
      name: `found by ${name}`,
      value: `first ${middle.toFixed(0)} ms (worst ${Math.max(...first).toFixed(0)}), all ${quantile(full, 0.5).toFixed(0)} ms`,
      target: `first < ${FIRST_MS} ms`,
      met: middle < FIRST_MS,
    });
  }
  return figures;
}
