/** The menu as data: parts, columns and the pages that the user may open. Other pages are missing. */

import type { Translate } from '../../i18n/messages.ts';
import type { Entity, Language } from '../../schemas/entity.ts';
import { type PageRoute, titleOf } from './screens.ts';

export interface MenuEntry {
  path: string;
  label: string;
  icon: string | undefined;
  order: number;
  /** The entity of a list. */
  entity?: Entity;
}

export interface MenuColumn {
  group: string;
  title: string;
  entries: MenuEntry[];
}

export interface MenuPart {
  key: string;
  title: string;
  columns: MenuColumn[];
}

/** The parts in the order of the bar, each with the groups (x-menu) of its columns. */
const PARTS: [string, string[]][] = [
  [
    'configure',
    [
      'configure.users',
      'configure.objects',
      'configure.warehouses',
      'configure.parts',
      'configure.interventions',
      'configure.params',
      'configure.system',
    ],
  ],
  ['interventions', ['interventions']],
  ['parts', ['parts']],
  ['objects', ['objects']],
];

interface MenuMakings {
  routes: PageRoute[];
  may(access: PageRoute['access']): boolean;
  language: Language;
  translate: Translate;
}

function entryOf(route: PageRoute, { language, translate }: MenuMakings): MenuEntry | undefined {
  const { path, entity, menu } = route;
  if (menu) return { path, label: titleOf(route, language, translate), icon: menu.icon, order: menu.order };
  if (!entity?.menu || path !== entity.routes.list) return undefined;
  const label = (entity.menu.label ?? entity.titles)[language];
  return { path, label, icon: entity.icon, order: entity.menu.order, entity };
}

function entriesOf(group: string, makings: MenuMakings): MenuEntry[] {
  return makings.routes
    .filter(({ menu, entity, access }) => (menu ?? entity?.menu)?.group === group && makings.may(access))
    .flatMap((route) => entryOf(route, makings) ?? [])
    .sort((one, other) => one.order - other.order);
}

export function menuOf(makings: MenuMakings): MenuPart[] {
  const columns = (groups: string[]): MenuColumn[] =>
    groups
      .map((group) => ({
        group,
        title: makings.translate(`officina.menu.${group.includes('.') ? group : `${group}.title`}`),
        entries: entriesOf(group, makings),
      }))
      .filter(({ entries }) => entries.length > 0);
  return PARTS.map(([key, groups]) => ({
    key,
    title: makings.translate(`officina.menu.${key}.title`),
    columns: columns(groups),
  })).filter((part) => part.columns.length > 0);
}
