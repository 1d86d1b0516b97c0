/** The addresses of an entity's screens, from its x-routes. */

import { routeOf } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { numberOf } from '../../schemas/values.ts';

const LAST_PARAMETER = /\/:(\w+)\??$/;

/** Converts '/upd-classe/:id?' with 7 to '/upd-classe/7'. Without an id the parameter is left out. */
export const addressOf = (route: string, id?: string | number): string =>
  route.replace(LAST_PARAMETER, id === undefined ? '' : `/${encodeURIComponent(id)}`);

/** Returns the names of all parameters, in order. */
export const parametersOf = (route: string): string[] =>
  [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Fills in the parameters in order, up to the first without a value. */
export function fillRoute(route: string, values: (string | number | undefined)[]): string {
  const names = parametersOf(route);
  const filled = [route.slice(0, route.indexOf('/:'))];
  for (const value of values.slice(0, names.length)) {
    if (value === undefined) break;
    filled.push(encodeURIComponent(value));
  }
  return filled.join('/');
}

/**
 * Returns the address of a new row below another: the id of the other row, then its values of the parameters'
 * names.
 */
export function childAddress(route: string, id: number, row: Row): string {
  const [, ...names] = parametersOf(route);
  const values = names.map((name) => numberOf(row[name]));
  return fillRoute(route, [id, ...values]);
}

/**
 * Returns the address of a record's form. For a record below another (x-below), the id of the other record comes
 * first.
 */
export const formAddress = (entity: Entity, id?: string | number, above?: string | number): string => {
  const form = routeOf(entity, 'form');
  return entity.below === undefined ? addressOf(form, id) : fillRoute(form, [above, id]);
};

/** Returns the address of a record: its page, or else its form, optionally with a tab. */
export function pageAddress({ routes }: Entity, id: string | number, tab?: string): string | undefined {
  const route = routes.detail ?? routes.form;
  return route && addressOf(route, id) + (tab ? `?tab=${tab}` : '');
}

/** Returns the key of the tab with the rows below a record. */
export const tabOfRows = ({ titles }: Entity): string => titles.it.toLowerCase().replaceAll(/\W+/g, '-');

export const parameterOf = (route: string): string => LAST_PARAMETER.exec(route)?.[1] ?? 'id';

/** Returns the lists that share tabs: the one that names the others in x-tabs, and then the others. */
export function tabsOf(entity: Entity, entities: Entity[]): Entity[] {
  const main = entities.find((other) => other.tabs.includes(entity.name)) ?? entity;
  const others = main.tabs.flatMap((name) => entities.find((other) => other.name === name) ?? []);
  return others.length === 0 ? [] : [main, ...others];
}

/** Returns the address of a list. A tab without an address of its own is below the list whose tabs it shares. */
export function listAddress(entity: Entity, entities: Entity[]): string | undefined {
  const address = entity.routes.list;
  if (address === undefined) return undefined;
  const shared = tabsOf(entity, entities).some((other) => other !== entity && other.routes.list === address);
  const first = tabsOf(entity, entities)[0] === entity;
  return shared && !first ? `${address}/${entity.routes.tab ?? entity.name}` : address;
}
