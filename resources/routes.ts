/** The addresses of an entity's screens, from its x-routes. */
import type { Entity } from '../schemas/entity.ts';

const LAST_PARAMETER = /\/:(\w+)\??$/;

/** '/upd-classe/:id?' with 7 -> '/upd-classe/7'; without an id the parameter is left out. */
export const addressOf = (route: string, id?: string | number): string =>
  route.replace(LAST_PARAMETER, id === undefined ? '' : `/${encodeURIComponent(id)}`);

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
