/** The columns of a list: which field each shows, and by which name the server sorts it. */

import { displayColumns, type Entity, type Field, shownAtFirst } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { isEmpty } from '../../schemas/values.ts';

export interface Column {
  field: Field;
  /** The name sorted by: the joined text of a reference, so that names and not ids are in order. */
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
    // What the rows are grouped by stands in the headings, what they hang on beside the list.
    if (!field || name === entity.group || name === entity.master) return [];
    return [{ field, source: field.reference?.text ?? name, sortable: isSortable(entity, field) }];
  });
}

/** The column whose cells name their rows, and lead to them: the code, what else the record is called by, or the first. */
export function namingColumn(entity: Entity, columns: Column[]): Column | undefined {
  const names = [...(entity.key ?? []), ...displayColumns(entity.display)];
  const called = names.flatMap(
    (name) => columns.find(({ field, source }) => field.name === name || source === name) ?? [],
  );
  return called[0] ?? columns[0];
}

/** How many characters a head of more than two words needs to stand in two lines; others do so by themselves. */
export function headLength(title: string): number | undefined {
  // A line may end after a hyphen too.
  const words = title.split(/\s+|(?<=-)/);
  if (words.length < 3) return undefined;
  const splits = words.map((_, index) => {
    const [above, below] = [words.slice(0, index).join(' '), words.slice(index).join(' ')];
    return Math.max(above.length, below.length);
  });
  return Math.min(...splits);
}

/** Without those that are there to be switched on, where nobody can. */
export const columnsAtFirst = (entity: Entity): Column[] => columnsOf(entity, shownAtFirst(entity));

/** Custom fields, and what the file only offers, are there for who asks for them. */
export const hiddenAtFirst = (entity: Entity): string[] =>
  columnsOf(entity)
    .filter(({ field }) => field.custom || entity.offered.includes(field.name))
    .map(({ source }) => source);

/** On a card what says nothing has no line: nothing filled in, and a flag that is not set. */
export const isSilent = ({ kind }: Field, value: unknown): boolean =>
  isEmpty(value) || (kind === 'flag' && value === 0);
