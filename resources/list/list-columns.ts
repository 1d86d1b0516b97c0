/** The columns of a list: the field of each, and the name by which the server sorts it. */

import { defaultColumns, displayColumns, type Entity, type Field } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { isEmpty } from '../../schemas/values.ts';

export interface Column {
  field: Field;
  /** The name for sorting. For a reference it is the joined text, so that names are in order instead of ids. */
  source: string;
  sortable: boolean;
}

function isSortable(entity: Entity, field: Field): boolean {
  if (!KINDS[field.kind].sortable) return false;
  const joined = entity.fields.some(
    ({ reference }) => reference && (reference.text === field.name || field.name in reference.fields),
  );
  return !field.virtual || joined;
}

export function columnsOf(entity: Entity, names = entity.list): Column[] {
  return names.flatMap((name) => {
    const field = entity.field(name);
    // Group values are in the headings, and the master row is next to the list.
    if (!field || name === entity.group || name === entity.master) return [];
    return [{ field, source: field.reference?.text ?? name, sortable: isSortable(entity, field) }];
  });
}

/**
 * Returns the column that names a row and links to it: the code, another part of the name, or the first
 * column.
 */
export function namingColumn(entity: Entity, columns: Column[]): Column | undefined {
  const names = [...(entity.key ?? []), ...displayColumns(entity.display)];
  const called = names.flatMap(
    (name) => columns.find(({ field, source }) => field.name === name || source === name) ?? [],
  );
  return called[0] ?? columns[0];
}

/**
 * Returns the number of characters that a header of three or more words needs to fit on two lines; undefined for
 * shorter headers.
 */
export function headLength(title: string): number | undefined {
  // A line may also break after a hyphen.
  const words = title.split(/\s+|(?<=-)/);
  if (words.length < 3) return undefined;
  const splits = words.map((_, index) => {
    const [above, below] = [words.slice(0, index).join(' '), words.slice(index).join(' ')];
    return Math.max(above.length, below.length);
  });
  return Math.min(...splits);
}

/** Returns the columns without the optional ones, for places where they cannot be switched on. */
export const columnsAtFirst = (entity: Entity): Column[] => columnsOf(entity, defaultColumns(entity));

/** Returns the columns that users must switch on: custom fields, and those that the file marks as optional. */
export const hiddenAtFirst = (entity: Entity): string[] =>
  columnsOf(entity)
    .filter(({ field }) => field.custom || entity.offered.includes(field.name))
    .map(({ source }) => source);

/** Returns whether a card leaves out the value, because it is empty or a flag that is not set. */
export const isSilent = ({ kind }: Field, value: unknown): boolean =>
  isEmpty(value) || (KINDS[kind].yesNo && value === 0);
