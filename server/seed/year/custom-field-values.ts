/** The custom fields that a class of interventions requires when the work is over. Has no side effects. */

import type { Row } from '../../../schemas/entity.ts';
import type { WorkDetails } from '../data/shapes.ts';
import { dayOf } from '../demo-day.ts';
import type { Chance } from './chance.ts';

const LEAK_CHECK_MONTHS = 6;

const rounded = (value: number): number => Math.round(value * 100) / 100;

function monthsLater(from: Date, months: number): string {
  const day = new Date(from);
  day.setUTCMonth(day.getUTCMonth() + months);
  return dayOf(day);
}

const ofClass: Record<string, (details: WorkDetails, ended: Date, chance: Chance) => Row> = {
  MEC: ({ componente = 'Nessuno' }, _ended, chance) => ({
    campo_str2: componente,
    campo_boolean2: chance.happens(0.6) ? 1 : 0,
  }),
  ELE: (_details, _ended, chance) => ({
    campo_boolean2: 1,
    campo_float2: Math.round(chance.between(90, 950)),
  }),
  FRI: ({ gas = 0 }, ended) => ({ campo_float2: gas, campo_date1: monthsLater(ended, LEAK_CHECK_MONTHS) }),
  STR: ({ errore = 0 }) => ({ campo_float2: errore }),
  SIC: ({ ente }, ended) => ({ campo_str2: ente, campo_timestamp1: ended.toISOString() }),
  EDI: ({ impresa }) => ({ campo_str2: impresa }),
};

export const fieldsOf = (kind: string, details: WorkDetails, ended: Date, chance: Chance): Row => ({
  campo_nota1: details.causa ?? null,
  campo_str1: details.causale ?? null,
  campo_boolean1: details.ferma ? 1 : 0,
  campo_float1: rounded(details.ferma ?? 0),
  ...ofClass[kind]?.(details, ended, chance),
});

/** The custom fields that a class requires before the work is done. */
export const fieldsBefore = (kind: string, { ente, errore, causa, componente, ferma }: WorkDetails): Row => ({
  ...(causa && { campo_nota1: causa }),
  ...(ferma && { campo_boolean1: 1, campo_float1: ferma }),
  ...(kind === 'SIC' && { campo_str2: ente }),
  ...(kind === 'STR' && { campo_float2: errore }),
  ...(kind === 'MEC' && componente && { campo_str2: componente }),
});
