/** Work of which each has a story of its own: once in a year, refused, or not over yet. Pure. */
import data from '../data/year-work.json' with { type: 'json' };
import { Chance } from './chance.ts';
import { over, type Story } from './failures.ts';
import { fieldsBefore, type Told } from './fields.ts';
import {
  type Amounts,
  ASSETS,
  DAY,
  HOUR,
  mailOf,
  moment,
  plannerOf,
  requesterOf,
  type Work,
} from './work.ts';

interface Once extends Told {
  asset: string;
  giorno: number;
  tipo: string;
  classe: string;
  testo: string;
  ore: number;
  costi?: Amounts;
  file?: string;
  chi: string;
}

export function occasional(now: Date): Work[] {
  const chance = new Chance(1913);
  return (data.occasional as unknown as Once[]).map(({ asset, giorno, ore, costi, file, chi, ...told }) => {
    const story: Story = { causale: 'PROGR', ...told, ore: [ore, ore] };
    const work = over(ASSETS.get(asset)!, story, moment(now, giorno, '07:30'), now, chance);
    return { ...work, technician: mailOf(chi), costs: { ...work.costs, ...costi }, file, remarks: [] };
  });
}

interface Refused {
  asset: string;
  giorno: number;
  tipo: string;
  classe: string;
  testo: string;
  note: string;
}

const NOTHING = { fields: {}, parts: {}, reserved: {}, costs: {}, remarks: [] };

export const refused = (now: Date): Work[] =>
  (data.refused as Refused[]).map(({ asset: code, giorno, tipo, classe, testo, note }) => {
    const asset = ASSETS.get(code)!;
    return {
      ...NOTHING,
      asset,
      text: testo,
      type: tipo,
      kind: classe,
      state: 'AN',
      priority: 1,
      by: requesterOf(asset),
      reported: moment(now, giorno - 1, '08:10'),
      planned: moment(now, giorno, '08:30'),
      note,
    };
  });

interface Open extends Told {
  asset: string;
  giorno: number;
  ora: string;
  stato: string;
  tipo: string;
  classe: string;
  testo: string;
  priorita: number;
  ore: number;
  chi?: string;
  note?: string;
  prenota?: Amounts;
}

const BEGUN = ['IC', 'AR', 'SO', 'CO'];

/** Planned work was entered weeks before, what broke on the day; nothing later than an hour ago. */
function reportedOn(planned: Date, isFailure: boolean, now: Date): Date {
  const before = planned.getTime() - (isFailure ? 2 * HOUR : 43 * DAY);
  return new Date(Math.min(before, now.getTime() - (isFailure ? 1.5 * HOUR : 2 * DAY)));
}

export const open = (now: Date): Work[] =>
  (data.open as Open[]).map((one) => {
    const { asset: code, giorno, ora, stato, tipo, classe, testo, priorita, ore, chi, note, prenota } = one;
    const asset = ASSETS.get(code)!;
    const isFailure = tipo === 'GUA' || tipo === 'FERMO';
    const planned = moment(now, giorno, ora);
    const begun = new Date(Math.min(planned.getTime(), now.getTime() - (stato === 'IC' ? 0.5 : 2) * HOUR));
    return {
      ...NOTHING,
      asset,
      text: testo,
      type: tipo,
      kind: classe,
      state: stato,
      priority: priorita,
      by: isFailure ? requesterOf(asset) : plannerOf(asset),
      reported: reportedOn(BEGUN.includes(stato) ? begun : planned, isFailure, now),
      technician: chi && mailOf(chi),
      planned,
      begun: BEGUN.includes(stato) ? begun : undefined,
      hours: ore,
      note,
      fields: fieldsBefore(classe, one),
      reserved: prenota ?? {},
    };
  });
