/** Work with a text of its own: done once in the year, refused, or not over yet. Has no side effects. */
import { DAY_MS, HOUR_MS } from '../../../schemas/durations.ts';
import type { Entry, Story } from '../data/shapes.ts';
import data from '../data/year-work.json' with { type: 'json' };
import { moment } from '../demo-day.ts';
import { Chance } from './chance.ts';
import { fieldsBefore } from './custom-field-values.ts';
import { finishedWork } from './failures.ts';
import { ASSETS, isFailure, mailOf, plannerOf, requesterOf, type Work } from './work.ts';

export function occasional(now: Date): Work[] {
  const chance = new Chance(1913);
  return data.occasional.map(({ asset, giorno, ore, costi, file, chi, ...details }) => {
    const story: Story = { causale: 'PROGR', ...details, ore: [ore, ore] };
    const work = finishedWork(ASSETS.of(asset), story, moment(now, giorno, '07:30'), now, chance);
    return { ...work, technician: mailOf(chi), costs: { ...work.costs, ...costi }, file, remarks: [] };
  });
}

/** Returns the part common to work that has not started. */
const newWork = ({ asset, tipo, classe, testo }: Entry) => ({
  ...{ asset: ASSETS.of(asset), text: testo, type: tipo, kind: classe },
  ...{ fields: {}, parts: {}, reserved: {}, costs: {}, remarks: [] },
});

export const refused = (now: Date): Work[] =>
  data.refused.map((entry) => {
    const work = newWork(entry);
    return {
      ...work,
      state: 'AN',
      priority: 1,
      by: requesterOf(work.asset),
      reported: moment(now, entry.giorno - 1, '08:10'),
      planned: moment(now, entry.giorno, '08:30'),
      note: entry.note,
    };
  });

const BEGUN = ['IC', 'AR', 'SO', 'CO'];

/**
 * Returns the time of the report. Planned work was entered weeks before, a failure on the day, and never later than
 * an hour ago.
 */
function reportedOn(planned: Date, broke: boolean, now: Date): Date {
  const before = planned.getTime() - (broke ? 2 * HOUR_MS : 43 * DAY_MS);
  return new Date(Math.min(before, now.getTime() - (broke ? 1.5 * HOUR_MS : 2 * DAY_MS)));
}

export const open = (now: Date): Work[] =>
  data.open.map((entry) => {
    const { giorno, ora, stato, tipo, classe, priorita, ore, chi, note, prenota } = entry;
    const work = newWork(entry);
    const broke = isFailure(tipo);
    const planned = moment(now, giorno, ora);
    const begun = new Date(Math.min(planned.getTime(), now.getTime() - (stato === 'IC' ? 0.5 : 2) * HOUR_MS));
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
      fields: fieldsBefore(classe, entry),
      reserved: prenota ?? {},
    };
  });
