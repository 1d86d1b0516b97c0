/** Work of which each has a story of its own: once in a year, refused, or not over yet. Pure. */
import type { Entry, Story } from '../data/shapes.ts';
import data from '../data/year-work.json' with { type: 'json' };
import { Chance } from './chance.ts';
import { fieldsBefore } from './custom-field-values.ts';
import { over } from './failures.ts';
import { ASSETS, DAY, HOUR, isFailure, mailOf, moment, plannerOf, requesterOf, type Work } from './work.ts';

export function occasional(now: Date): Work[] {
  const chance = new Chance(1913);
  return data.occasional.map(({ asset, giorno, ore, costi, file, chi, ...told }) => {
    const story: Story = { causale: 'PROGR', ...told, ore: [ore, ore] };
    const work = over(ASSETS.of(asset), story, moment(now, giorno, '07:30'), now, chance);
    return { ...work, technician: mailOf(chi), costs: { ...work.costs, ...costi }, file, remarks: [] };
  });
}

/** Of which nothing is done yet. */
const entered = ({ asset, tipo, classe, testo }: Entry) => ({
  ...{ asset: ASSETS.of(asset), text: testo, type: tipo, kind: classe },
  ...{ fields: {}, parts: {}, reserved: {}, costs: {}, remarks: [] },
});

export const refused = (now: Date): Work[] =>
  data.refused.map((one) => {
    const work = entered(one);
    return {
      ...work,
      state: 'AN',
      priority: 1,
      by: requesterOf(work.asset),
      reported: moment(now, one.giorno - 1, '08:10'),
      planned: moment(now, one.giorno, '08:30'),
      note: one.note,
    };
  });

const BEGUN = ['IC', 'AR', 'SO', 'CO'];

/** Planned work was entered weeks before, what broke on the day; nothing later than an hour ago. */
function reportedOn(planned: Date, broke: boolean, now: Date): Date {
  const before = planned.getTime() - (broke ? 2 * HOUR : 43 * DAY);
  return new Date(Math.min(before, now.getTime() - (broke ? 1.5 * HOUR : 2 * DAY)));
}

export const open = (now: Date): Work[] =>
  data.open.map((one) => {
    const { giorno, ora, stato, tipo, classe, priorita, ore, chi, note, prenota } = one;
    const work = entered(one);
    const broke = isFailure(tipo);
    const planned = moment(now, giorno, ora);
    const begun = new Date(Math.min(planned.getTime(), now.getTime() - (stato === 'IC' ? 0.5 : 2) * HOUR));
    return {
      ...work,
      state: stato,
      priority: priorita,
      by: broke ? requesterOf(work.asset) : plannerOf(work.asset),
      reported: reportedOn(BEGUN.includes(stato) ? begun : planned, broke, now),
      technician: chi && mailOf(chi),
      planned,
      begun: BEGUN.includes(stato) ? begun : undefined,
      hours: ore,
      note,
      fields: fieldsBefore(classe, one),
      reserved: prenota ?? {},
    };
  });
