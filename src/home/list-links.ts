/** The lists behind the numbers of the home page. Their filters count the same rows. */

import { addressOf } from '../../resources/context/routes.ts';
import { routeOf } from '../../schemas/catalogue.ts';
import type { Entity } from '../../schemas/entity.ts';
import { twoDigits } from '../../schemas/timestamps.ts';

export type ListFilter = Record<string, string | number>;

export const listWith = (entity: Entity, filter: ListFilter): string =>
  `${entity.routes.list}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** Returns the address of the list of one state. It is part of the documented addresses. */
export const listOfState = (id: number): string => `/list-odl/${id}`;

export const pageOf = (entity: Entity, id: number): string => addressOf(routeOf(entity, 'detail'), id);

export const newReport = (entity: Entity): string => addressOf(routeOf(entity, 'form'));

/** Returns the first and last date of a month. */
export function daysOf(year: number, month: number): [string, string] {
  const start = `${year}-${twoDigits(month)}-`;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return [`${start}01`, `${start}${twoDigits(last)}`];
}
