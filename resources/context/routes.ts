/** The addresses of an entity's screens, from its x-routes. */

import { routeOf } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { numberOf } from '../../schemas/values.ts';

const LAST_PARAMETER = /\/:(\w+)\??$/;

/** '/upd-classe/:id?' with 7 -> '/upd-classe/7'; without an id the parameter is left out. */
export const addressOf = (route: string, id?: string | number): string =>
  route.replace(LAST_PARAMETER, id === undefined ? '' : `/${encodeURIComponent(id)}`);

/** The names of all parameters, in their order. */
export const parametersOf = (route: string): string[] =>
  [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** The parameters filled in their order; the first without a value is left out, and all after it. */
export function fillRoute(route: string, values: (string | number | undefined)[]): string {
  const names = parametersOf(route);
  const filled = [route.slice(0, route.indexOf('/:'))];
  for (const value of values.slice(0, names.length)) {
    if (value === undefined) break;
    filled.push(encodeURIComponent(value));
  }
  return filled.join('/');
}

/** Of a new row below another: the first parameter is that row, the others are what it has of the same name. */
export function childAddress(route: string, id: number, row: Row): string {
  const [, ...names] = parametersOf(route);
  const values = names.map((name) => numberOf(row[name]));
  return fillRoute(route, [id, ...values]);
}

/** The form of a record; of one below another (x-below), that other comes first. */
export const formAddress = (entity: Entity, id?: string | number, above?: string | number): string => {
  const form = routeOf(entity, 'form');
  return entity.below === undefined ? addressOf(form, id) : fillRoute(form, [above, id]);
};

/** Where a record is looked at: its page, or its form where it has none; a tab of it where one is named. */
export function pageAddress({ routes }: Entity, id: string | number, tab?: string): string | undefined {
  const route = routes.detail ?? routes.form;
  return route && addressOf(route, id) + (tab ? `?tab=${tab}` : '');
}

/** The key of the tab in which the rows below a record stand. */
export const tabOfRows = ({ titles }: Entity): string => titles.it.toLowerCase().replaceAll(/\W+/g, '-');

export const parameterOf = (route: string): string => LAST_PARAMETER.exec(route)?.[1] ?? 'id';

/** The lists shown together: the one that names the others in x-tabs, then those. */
export function tabsOf(entity: Entity, entities: Entity[]): Entity[] {
  const main = entities.find((other) => other.tabs.includes(entity.name)) ?? entity;
  const others = main.tabs.flatMap((name) => entities.find((other) => other.name === name) ?? []);
  return others.length === 0 ? [] : [main, ...others];
}

/** A tab that has no list address of its own stands below the address it shares. */
export function listAddress(entity: Entity, entities: Entity[]): string | undefined {
  const own = entity.routes.list;
  if (own === undefined) return undefined;
  const shared = tabsOf(entity, entities).some((other) => other !== entity && other.routes.list === own);
  const first = tabsOf(entity, entities)[0] === entity;
  return shared && !first ? `${own}/${entity.routes.tab ?? entity.name}` : own;
}
