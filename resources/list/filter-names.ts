/** Filters by their names in calls: the name of a field, or those of the two ends of a range. */

import type { Entity, Field, Row, Text } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { endIn, type RangeEnd } from '../../schemas/ranges.ts';

/** Returns whether the filter of a field is a range. */
export const isRanged = ({ kind }: Field): boolean => KINDS[kind].filter === 'ranged';
/** Returns whether a field is filtered by choosing one or more values from a short list. */
export const isChosen = ({ kind }: Field): boolean => KINDS[kind].filter === 'chosen';

/** Returns whether a filter is only on or off: it adds rows or compares no column. */
export const isSwitch = (field: Field): boolean =>
  KINDS[field.kind].yesNo && (field.widens !== undefined || (field.virtual && field.hidden));

export const filterTitle = (field: Field): Text => field.widens ?? field.title;

/** Returns the filter by a row of a tree and all rows below it, as if it were a field of the rows. */
export function withinField(entity: Entity): Field | undefined {
  const { hierarchy } = entity;
  const parent = hierarchy && entity.field(hierarchy.parent);
  return parent && { ...parent, title: entity.title, query: hierarchy.within };
}

export interface NamedFilter {
  field: Field;
  end?: RangeEnd;
}

export function filterNamed(entity: Entity, name: string): NamedFilter | undefined {
  const find = (query: string) => entity.fields.find((field) => field.query === query);
  const exact = entity.hierarchy?.within === name ? withinField(entity) : find(name);
  if (exact) return { field: exact };
  const range = endIn(name);
  const ranged = range && find(range.name);
  return ranged && isRanged(ranged) ? { field: ranged, end: range.end } : undefined;
}

/** Returns the single values of a filter, with the type of the field: '1,2' of a reference is 1 and 2. */
export function valuesOf(field: Field, value: unknown): (string | number)[] {
  if (!isChosen(field)) return [value as string | number];
  const numeric = !field.choices || field.choices.some((choice) => typeof choice.value === 'number');
  return String(value)
    .split(',')
    .map((part) => (numeric ? Number(part) : part));
}

/** Applies changes to filters. If the class changes, the filters on its custom fields are removed. */
export function changed(entity: Entity, before: Row, changes: Row): Row {
  const classField = entity.customFields && entity.field(entity.customFields.class);
  const filters = { ...before, ...changes };
  if (!classField || !(classField.query in changes)) return filters;
  return Object.fromEntries(
    Object.entries(filters).filter(([name]) => !filterNamed(entity, name)?.field.custom),
  );
}
