/** One intervention of the year, and what can be derived from it. Has no side effects. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../schemas/durations.ts';
import type { Row } from '../../../schemas/entity.ts';
import { ASSIGNED_CODE, CLOSED_CODE, INVOICED_CODE, OPEN_CODE } from '../../../schemas/interventions.ts';
import { KnownMap } from '../../../schemas/known-map.ts';
import assets from '../data/demo-assets.json' with { type: 'json' };
import type { Amounts, Crew } from '../data/shapes.ts';
import people from '../data/year-people.json' with { type: 'json' };
import type { Chance } from './chance.ts';

export interface Asset {
  codice: string;
  id_classe: string;
  id_organizzazione: string;
  id_reparto: string;
}

/** The schedule that generated the work, and the date. */
export interface Origin {
  schedule: string;
  day: string;
}

export interface Work {
  asset: Asset;
  text: string;
  /** The codes of the type, the class and the state. */
  type: string;
  kind: string;
  state: string;
  priority: number;
  /** The mails of the requester and the technician, and the time of the report. */
  by: string;
  reported: Date;
  technician?: string;
  planned: Date;
  begun?: Date;
  ended?: Date;
  hours?: number;
  note?: string;
  checklist?: string;
  origin?: Origin;
  /** Custom fields. */
  fields: Row;
  parts: Amounts;
  reserved: Amounts;
  costs: Amounts;
  remarks: { by: string; text: string; at: Date }[];
  /** The certificate that its class requires. */
  file?: string;
}

const rowsOf = (resource: string): Row[] =>
  assets.filter((group) => group.resource === resource).flatMap(({ rows }) => rows);

const assetOf = ({ codice, id_classe, id_organizzazione, id_reparto }: Row): Asset => ({
  codice: String(codice),
  id_classe: String(id_classe),
  id_organizzazione: String(id_organizzazione),
  id_reparto: String(id_reparto),
});

export const ASSETS = new KnownMap(
  'seed: assets',
  rowsOf('oggetto').map((row) => [String(row.codice), assetOf(row)]),
);
/** The cost centre of each asset, by code. */
export const CENTRES = new Map(
  rowsOf('cdc/oggetti').map((row) => [String(row.id_oggetto), String(row.id_cdc)]),
);

export const mailOf = (name: string): string => `${name}@officina.example`;

const CREWS = new KnownMap('seed: crews', Object.entries(people.crews));
const PLANNERS = new KnownMap('seed: planners', Object.entries(people.planners));

const crewOf = ({ id_organizzazione: org, id_reparto: department }: Asset): Crew =>
  CREWS.of(`${org}/${department}`);

export const requesterOf = (asset: Asset): string => mailOf(crewOf(asset).by);
export const plannerOf = ({ id_organizzazione: org }: Asset): string => mailOf(PLANNERS.of(org));

/** Picks a technician who may see the asset and does this kind of work. */
export function technicianFor(asset: Asset, kind: string, chance: Chance): string {
  const crew = crewOf(asset);
  return mailOf(chance.pick([crew[kind] ?? crew.MEC ?? crew.ELE ?? []].flat()));
}

/** Returns whether the type is a failure, with or without downtime of the line. */
export const isFailure = (type: string): boolean => type === 'GUA' || type === 'FERMO';

const LABOUR: Record<string, string> = { ELE: 'MO-ELE', FRI: 'MO-FRI' };
const SMALL: Record<string, string> = { ELE: 'MAT-ELE', FRI: 'MAT-CON', MEC: 'MAT-CON' };
const quarters = (hours: number): number => Math.max(0.5, Math.round(hours * 4) / 4);

/** Returns costs: labour, some material, and the downtime of the line. */
export function costsOf(kind: string, type: string, hours: number, chance: Chance): Amounts {
  return {
    [LABOUR[kind] ?? 'MO-MEC']: quarters(hours),
    ...(SMALL[kind] && chance.happens(0.45) && { [SMALL[kind]]: Math.ceil(chance.between(0, 3)) }),
    ...(type === 'FERMO' && { 'ALT-FER': quarters(hours) }),
  };
}

const { remarks: REMARKS } = people;

/** Returns the comments on an intervention. Most interventions have none. */
export function remarksOn(
  {
    asset,
    by,
    technician,
    reported,
    begun,
  }: Pick<Work, 'asset' | 'by' | 'technician' | 'reported' | 'begun'>,
  chance: Chance,
): Work['remarks'] {
  if (!chance.happens(0.16)) return [];
  const after = (from: Date, minutes: number): Date => new Date(from.getTime() + minutes * MINUTE_MS);
  return [
    { by, text: chance.pick(REMARKS.chi_segnala), at: after(reported, 6) },
    { by: plannerOf(asset), text: chance.pick(REMARKS.pianificatore), at: after(reported, 22) },
    ...(technician && begun
      ? [{ by: technician, text: chance.pick(REMARKS.tecnico), at: after(begun, 35) }]
      : []),
  ].filter(({ by: author }, index, all) => all.findIndex((one) => one.by === author) === index);
}

export interface Step {
  state: string;
  at: Date;
  by: string;
}

const MANAGER = mailOf('stefano.rinaldi');
/** The number of days from the end to the invoice. */
const INVOICED_AFTER = 12;

/** Returns the state changes: from open or assigned, through in progress, to the current state. */
export function stepsOf(work: Work): Step[] {
  const { asset, state, by, reported, planned, begun, ended, technician } = work;
  const planner = plannerOf(asset);
  const worker = technician ?? planner;
  const soon = new Date(Math.min(reported.getTime() + 25 * MINUTE_MS, (begun ?? planned).getTime()));
  const steps: Step[] = [{ state: OPEN_CODE, at: reported, by }];
  if (technician) steps.push({ state: ASSIGNED_CODE, at: soon, by: planner });
  if (begun) steps.push({ state: 'IC', at: begun, by: worker });
  if (ended) steps.push({ state: CLOSED_CODE, at: ended, by: worker });
  if (state === INVOICED_CODE && ended)
    steps.push({ state, at: new Date(ended.getTime() + INVOICED_AFTER * DAY_MS), by: MANAGER });
  if (state === 'AN') steps.push({ state, at: new Date(reported.getTime() + 5 * HOUR_MS), by: planner });
  if (begun && ['AR', 'SO', 'CO'].includes(state))
    steps.push({ state, at: new Date(begun.getTime() + 90 * MINUTE_MS), by: worker });
  return steps;
}

/** Moves work back, day by day, until it ended at least an hour ago. */
export function workedBefore(now: Date, begun: Date, hours: number): { begun: Date; ended: Date } {
  let from = begun.getTime();
  while (from + hours * HOUR_MS > now.getTime() - HOUR_MS) from -= DAY_MS;
  return { begun: new Date(from), ended: new Date(from + Math.round(hours * 60) * MINUTE_MS) };
}
