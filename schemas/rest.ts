/**
 * The rest: "..." in x-list, x-filters, x-form and x-import stands for all properties that the word does not name,
 * so that a new property appears without further changes. "-name" excludes one from the rest. Has no side effects.
 */
import type { EntitySchema, Field, Import } from './entity.ts';
import { isPlain } from './kinds.ts';

export const REST = '...';
/** The rest in x-list, as columns that are hidden at first. */
export const OFFERED_REST = '(...)';
const NOT = '-';

export const isRest = (entry: string): boolean => entry === REST || entry === OFFERED_REST;
export const isLeftOut = (entry: string): boolean => entry.startsWith(NOT);
/** Returns the property that an entry names or excludes. A rest names none. */
export const namedBy = (entry: string): string[] =>
  isRest(entry) ? [] : [isLeftOut(entry) ? entry.slice(NOT.length) : entry];

const isFilled = ({ virtual, hidden, readOnly }: Field): boolean => !virtual && !hidden && !readOnly;

/** Returns whether the field has a column in lists. A translation has none: it appears in the column of its text. */
const isColumn = (field: Field): boolean => isFilled(field) && field.translates === undefined;

/** The properties that the rest of each word may include. */
export const MAY_STAND = {
  'x-list': isColumn,
  // The list next to this one already filters by x-master.
  'x-filters': (field: Field, schema: EntitySchema): boolean =>
    isColumn(field) && isPlain(field.kind) && field.name !== schema['x-master'],
  'x-form': isFilled,
} as const;
export type RestWord = keyof typeof MAY_STAND;

/** Returns all entries of a word. Those of a form are read section by section. */
export const entriesOf = (schema: EntitySchema, word: RestWord): string[] =>
  word === 'x-form'
    ? (schema[word] ?? []).flatMap((section: EntitySchema) => section.fields)
    : (schema[word] ?? []);

function restOf(word: RestWord, schema: EntitySchema, ownFields: Field[]): string[] {
  const named = new Set(entriesOf(schema, word).flatMap(namedBy));
  return ownFields
    .filter((field) => MAY_STAND[word](field, schema) && !named.has(field.name))
    .map((field) => field.name);
}

const expand = (entries: string[], rest: string[]): string[] =>
  entries.flatMap((entry) => (isRest(entry) ? rest : isLeftOut(entry) ? [] : [entry]));

/** Returns the fields that users may fill and no section of the form includes. */
export const undrawn = (schema: EntitySchema, ownFields: Field[]): string[] =>
  schema['x-form']?.length > 0 && !entriesOf(schema, 'x-form').some(isRest)
    ? restOf('x-form', schema, ownFields)
    : [];

const WHOLE_FORM = [{ title: 'General', 'x-title': { it: 'Generali' }, fields: [REST] }];

/** Expands the rests of all words. Fields without a section go into the last one. */
export function drawnBy(schema: EntitySchema, ownFields: Field[]) {
  const list: string[] = schema['x-list'] ?? [REST];
  const columns = restOf('x-list', schema, ownFields);
  const sections: EntitySchema[] = schema['x-form']?.length > 0 ? schema['x-form'] : WHOLE_FORM;
  const fields = restOf('x-form', schema, ownFields);
  const last = undrawn(schema, ownFields);
  return {
    list: expand(list, columns),
    offered: list.includes(OFFERED_REST) ? columns : [],
    filters: expand(schema['x-filters'] ?? [], restOf('x-filters', schema, ownFields)),
    form: sections.map(
      (section, index): EntitySchema => ({
        ...section,
        fields: [...expand(section.fields, fields), ...(index === sections.length - 1 ? last : [])],
      }),
    ),
  };
}

/** Returns the header of a column, such as DATA_INSTALLAZIONE for 'Data installazione'. */
const headerOf = ({ title, name }: Field, taken: object): string => {
  const header = title.it.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');
  return Object.hasOwn(taken, header) ? name.toUpperCase() : header;
};

/**
 * Returns the columns of a sheet: those with a header in the file, and then the rest under their titles in
 * capitals.
 */
export function sheetColumns(columns: EntitySchema, ownFields: Field[]): Import['columns'] {
  const { [REST]: rest, ...headed } = columns;
  if (rest === undefined) return headed;
  const named = [...Object.values(headed), ...(rest as string[]).flatMap(namedBy)];
  const others = ownFields.filter(
    (field) => isColumn(field) && isPlain(field.kind) && !named.includes(field.name),
  );
  const sheet: Import['columns'] = { ...headed };
  for (const field of others) sheet[headerOf(field, sheet)] = field.name;
  return sheet;
}
