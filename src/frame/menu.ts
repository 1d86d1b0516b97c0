/** The menu as data: its parts, their columns, and in them the screens the person may open. What is not there is absent. */

import type { Translate } from '../../i18n/messages.ts';
import type { Entity, Language } from '../../schemas/entity.ts';
import { type Room, titleOf } from './screens.ts';

export interface MenuEntry {
  path: string;
  label: string;
  icon: string | undefined;
  order: number;
  /** Whose list it is. */
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
      'configure.system',
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

function entryOf(room: Room, { language, t }: MenuMakings): MenuEntry | undefined {
  const { path, entity, menu } = room;
  if (menu) return { path, label: titleOf(room, language, t), icon: menu.icon, order: menu.order };
  if (!entity?.menu || path !== entity.routes.list) return undefined;
  const label = (entity.menu.label ?? entity.titles)[language];
  return { path, label, icon: entity.icon, order: entity.menu.order, entity };
}

function entriesOf(group: string, makings: MenuMakings): MenuEntry[] {
  return makings.rooms
    .filter(({ menu, entity, access }) => (menu ?? entity?.menu)?.group === group && makings.may(access))
    .flatMap((room) => entryOf(room, makings) ?? [])
    .sort((one, other) => one.order - other.order);
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
