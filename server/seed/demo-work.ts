/**
 * The interventions of the demo plant. Dates are relative to today, so that the plant has a past and a future
 * whenever it is created.
 */

import { DAY_MS, HOUR_MS } from '../../schemas/durations.ts';
import type { Row } from '../../schemas/entity.ts';
import work from './data/demo-work.json' with { type: 'json' };
import type { DemoWork, SeedGroup } from './data/shapes.ts';
import { dayOf, moment } from './demo-day.ts';

/** Returns whether the work has started or is finished. */
const isBegun = ({ id_stato, ore }: Pick<DemoWork, 'id_stato' | 'ore'>): boolean =>
  ore !== undefined || ['IC', 'SO', 'AR'].includes(id_stato);

function dated({ giorno, ora, attesa = 0, ore, ...row }: DemoWork, now: Date): Row {
  const planned = moment(now, giorno, ora);
  const begun = planned.getTime() + attesa * DAY_MS;
  return {
    ...row,
    data_ordine: planned.toISOString(),
    data_inizio: isBegun({ id_stato: row.id_stato, ore }) ? new Date(begun).toISOString() : null,
    data_fine: ore === undefined ? null : new Date(begun + ore * HOUR_MS).toISOString(),
  };
}

export function demoWork(now = new Date()): SeedGroup {
  const rows = work.map((entry) => dated(entry, now));
  const numbered = rows.map((row, index) => ({
    codice: `ODL-${dayOf(new Date(String(row.data_ordine))).slice(2, 4)}-${String(index + 1).padStart(5, '0')}`,
    ...row,
  }));
  return { resource: 'odl', rows: numbered };
}
