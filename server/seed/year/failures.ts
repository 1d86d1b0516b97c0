/**
 * The failures of the year and the work in between. Each asset has its own rate, month by month. Has no side
 * effects.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../schemas/durations.ts';
import { CLOSED_CODE, INVOICED_CODE } from '../../../schemas/interventions.ts';
import { KnownMap } from '../../../schemas/known-map.ts';
import type { Story } from '../data/shapes.ts';
import data from '../data/year-work.json' with { type: 'json' };
import { dayOf, moment } from '../demo-day.ts';
import { Chance } from './chance.ts';
import { fieldsOf } from './custom-field-values.ts';
import {
  ASSETS,
  type Asset,
  costsOf,
  isFailure,
  plannerOf,
  remarksOn,
  requesterOf,
  technicianFor,
  type Work,
  workedBefore,
} from './work.ts';

const STORIES = new KnownMap('seed: stories', Object.entries(data.stories));
const DAYS = 360;
const MONTH = 30.4;

/** Returns whether the work is invoiced, as external work of months ago partly is. */
const isInvoiced = ({ id_organizzazione: org }: Asset, ended: Date, now: Date, chance: Chance): boolean =>
  org !== 'FOL' && now.getTime() - ended.getTime() > 60 * DAY_MS && chance.happens(0.4);

const PRIORITIES: Record<string, number> = { FERMO: 3, GUA: 2, SIC: 2 };

/** Returns finished work on an asset, from a story. */
export function finishedWork(asset: Asset, story: Story, begins: Date, now: Date, chance: Chance): Work {
  const { tipo: type, classe: kind, ore, ricambi = {} } = story;
  const hours = chance.between(...ore);
  const { begun, ended } = workedBefore(now, begins, hours);
  const leadHours =
    type === 'FERMO' ? chance.between(0.2, 0.8) : chance.between(2, isFailure(type) ? 26 : 90);
  const planned = new Date(begun.getTime() - chance.between(0, type === 'FERMO' ? 0.2 : 1.5) * HOUR_MS);
  const base = {
    asset,
    by: isFailure(type) ? requesterOf(asset) : plannerOf(asset),
    technician: technicianFor(asset, kind, chance),
    reported: new Date(planned.getTime() - leadHours * HOUR_MS),
    begun,
  };
  return {
    ...base,
    text: story.testo,
    type,
    kind,
    state: isInvoiced(asset, ended, now, chance) ? INVOICED_CODE : CLOSED_CODE,
    priority: PRIORITIES[type] ?? 1,
    planned,
    ended,
    hours: Math.ceil(hours),
    fields: fieldsOf(
      kind,
      { ...story, ferma: type === 'FERMO' ? (ended.getTime() - begun.getTime()) / HOUR_MS : 0 },
      ended,
      chance,
    ),
    parts: ricambi,
    reserved: {},
    costs: costsOf(kind, type, hours, chance),
    remarks: remarksOn(base, chance),
  };
}

/** Yields how many days ago each of the events was, at a rate per month. */
function* days(rate: number, chance: Chance, since = DAYS): Generator<number> {
  const interval = MONTH / rate;
  for (let ago = since - chance.next() * interval; ago > 0; ago -= interval * chance.between(0.75, 1.25))
    yield ago;
}

const hourOf = (chance: Chance): string =>
  `${Math.floor(chance.between(5, 19))}:${Math.floor(chance.next() * 12) * 5}`;

/** Returns the days since the start of last year, because reports compare a year with the previous one. */
const daysOfTwoYears = (now: Date): number =>
  Math.floor((now.getTime() - Date.UTC(Number(dayOf(now).slice(0, 4)) - 1, 0, 2)) / DAY_MS);

/** Returns the story with this number, starting again after the last. */
function storyAt(stories: Story[], number: number): Story {
  const story = stories[number % stories.length];
  if (!story) throw new Error('seed: there are no stories');
  return story;
}

export function failures(now: Date): Work[] {
  const chance = new Chance(1861);
  const since = Math.max(DAYS, daysOfTwoYears(now));
  const works: Work[] = [];
  for (const [code, rate] of Object.entries(data.rhythm)) {
    const asset = ASSETS.of(code);
    const stories = STORIES.of(asset.id_classe);
    let storyNumber = Math.floor(chance.next() * stories.length);
    for (const ago of days(rate, chance, since)) {
      // Stories follow each other and sometimes skip one, so that no failure occurs twice in a row.
      storyNumber += chance.happens(0.3) && stories.length > 2 ? 2 : 1;
      const begins = moment(now, -Math.floor(ago), hourOf(chance));
      works.push(finishedWork(asset, storyAt(stories, storyNumber), begins, now, chance));
    }
  }
  return works;
}

/** Returns work that was closed just now, so that the current month has finished work even on its first day. */
export function justClosed(now: Date): Work {
  const chance = new Chance(7);
  const asset = ASSETS.of('FOL-L1-CF');
  const work = finishedWork(asset, storyAt(STORIES.of('CONFEZ'), 1), now, now, chance);
  const ended = new Date(now.getTime() - MINUTE_MS);
  const begun = new Date(ended.getTime() - HOUR_MS);
  const planned = new Date(begun.getTime() - 10 * MINUTE_MS);
  return {
    ...work,
    planned,
    begun,
    ended,
    reported: new Date(planned.getTime() - 30 * MINUTE_MS),
    remarks: [],
  };
}

/** Returns work that is not a failure and follows no schedule: format changes, cleaning. */
export function routine(now: Date): Work[] {
  const chance = new Chance(2207);
  return data.routine.flatMap(({ assets, al_mese, testi, ...story }) =>
    assets.flatMap((code) =>
      [...days(al_mese, chance)].map((ago) => {
        const begins = moment(now, -Math.floor(ago), hourOf(chance));
        const variant = { ...story, testo: chance.pick(testi) };
        return finishedWork(ASSETS.of(code), variant, begins, now, chance);
      }),
    ),
  );
}
