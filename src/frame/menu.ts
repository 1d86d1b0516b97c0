/** The menu as data: its parts, their columns, and in them the screens the person may open. What is not there is absent. */

import type { Translate } from '../../i18n/messages.ts';
import type { Entity, Language } from '../../schemas/entity.ts';
import type { Room } from './rooms.ts';

export interface MenuEntry {
  path: string;
  label: string;
  icon: string | undefined;
  entity: Entity;
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

/** The parts in the order of the bar, and the groups (x-menu) that each part shows as columns. */
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
    ],
  ],
  ['interventions', ['interventions']],
  ['parts', ['parts']],
  ['objects', ['objects']],
];

interface MenuMakings {
  rooms: Room[];
  may(access: Room['access']): boolean;
  language: Language;
  t: Translate;
}

function entriesOf(group: string, { rooms, may, language }: MenuMakings): MenuEntry[] {
  const shown = rooms.filter(
    ({ entity, path, access }) => entity?.menu?.group === group && path === entity.routes.list && may(access),
  );
  return shown
    .map(({ entity, path }) => ({
      path,
      label: (entity!.menu!.label ?? entity!.titles)[language],
      icon: entity!.icon,
      entity: entity!,
    }))
    .sort((one, other) => one.entity.menu!.order - other.entity.menu!.order);
}

export function menuOf(makings: MenuMakings): MenuPart[] {
  const columns = (groups: string[]): MenuColumn[] =>
    groups
      .map((group) => ({
        group,
        title: makings.t(`officina.menu.${group.includes('.') ? group : `${group}.title`}`),
        entries: entriesOf(group, makings),
      }))
      .filter(({ entries }) => entries.length > 0);
  return PARTS.map(([key, groups]) => ({
    key,
    title: makings.t(`officina.menu.${key}.title`),
    columns: columns(groups),
  })).filter((part) => part.columns.length > 0);
}
