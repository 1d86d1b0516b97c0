/**
 * GET /odl/ for our own calendar: if the period has more interventions than the calendar displays, replies with their
 * number per day instead of their rows.
 */

import type { Entity } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { hoursByDay, hoursOfDay } from '../../../../schemas/working-days.ts';
import { listRequest } from '../../../capabilities/crud.ts';
import { requestedClass } from '../../../capabilities/custom-fields.ts';
import { readableEntity } from '../../../capabilities/readable-entity.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import { filtered, type ListRequest } from '../../../database/list-query.ts';
import { Values } from '../../../database/sql.ts';
import type { Context, Reply } from '../../../http/call.ts';
import { malformed } from '../../../http/problem.ts';
import { isOn, type Query } from '../../../requests/list-parameters.ts';

/** The query parameter with the maximum number of interventions that the calendar displays one by one. */
export const ROWS_UP_TO = 'giorniOltre';

export interface DayCount {
  giorno: string;
  totale: number;
}

/** Returns the maximum in the request. Without one it returns undefined, and all rows are sent, as documented. */
export function rowsUpTo(query: Query): number | undefined {
  const text = query[ROWS_UP_TO];
  if (!text || !isOn(query.isCalendario)) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw malformed('bad-filter', { name: ROWS_UP_TO });
  return Number(text);
}

interface Planned {
  /** Null for work that is not planned. */
  giorno: string | null;
  /** The planned hours, if the work takes more than a day. */
  ore: number | null;
  quanti: number;
}

/** Counts work of several days on each of its days, as the calendar draws it. */
function countsOf(planned: Planned[], hours: number, { dataDa = '', dataA }: Query): DayCount[] {
  const [first, last] = [dataDa.slice(0, 10), dataA?.slice(0, 10) || '9999'];
  const counts = new Map<string, number>();
  for (const { giorno, ore, quanti } of planned) {
    if (giorno === null) continue;
    for (const day of ore === null ? [giorno] : hoursByDay(giorno, ore, hours).keys())
      if (day >= first && day <= last) counts.set(day, (counts.get(day) ?? 0) + quanti);
  }
  return [...counts]
    .map(([giorno, totale]) => ({ giorno, totale }))
    .sort((one, other) => (one.giorno < other.giorno ? -1 : 1));
}

/** Returns the interventions of the period by their planned day and the hours of long ones. */
async function plannedIn(
  entity: Entity,
  schemas: Schemas,
  request: ListRequest,
  context: Context,
): Promise<Planned[]> {
  const values = new Values();
  const { from, where } = filtered(entity, schemas, request, values);
  const hours = hoursOfDay(context.setting);
  const { rows } = await context.database.query<Planned>(
    `select (t.data_ordine at time zone ${values.add(request.zone)})::date as giorno,
      case when t.ore_previste > ${values.add(hours)} then t.ore_previste::float8 end as ore, count(*)::int as quanti
    from ${from}${where} group by 1, 2`,
    values.list,
  );
  return rows;
}

/** Returns the numbers per day if there are more interventions than the calendar displays, or else undefined. */
export async function daysInstead(
  schemas: Schemas,
  rules: RulesByResource,
  context: Context,
): Promise<Reply | undefined> {
  const most = rowsUpTo(context.query);
  if (most === undefined) return undefined;
  const plain = schemas.byResource.entity('odl');
  const entity = readableEntity(context, plain, requestedClass(plain, context.query));
  const request = listRequest(plain, rules, context);
  // These numbers are read first, since counting the rows takes as long.
  const planned = await plannedIn(entity, schemas, request, context);
  if (planned.reduce((total, { quanti }) => total + quanti, 0) <= most) return undefined;
  return { data: [], beside: { giorni: countsOf(planned, hoursOfDay(context.setting), context.query) } };
}
