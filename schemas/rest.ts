/**
 * The rest: "..." where a file lists properties, in x-list, x-filters, x-form and x-import, stands for those that nobody
 * named, so that a property added to `properties` is drawn with nothing else written. "-name" is left out of it. Pure.
 */
import type { EntitySchema, Field, Import } from './entity.ts';
import { isPlain } from './kinds.ts';

export const REST = '...';
/** In x-list: its columns are there to be switched on. */
export const OFFERED_REST = '(...)';
const NOT = '-';

export const isRest = (entry: string): boolean => entry === REST || entry === OFFERED_REST;
export const isLeftOut = (entry: string): boolean => entry.startsWith(NOT);
/** What an entry names, as itself or as left out; the rest names nothing. */
export const namedBy = (entry: string): string[] =>
  isRest(entry) ? [] : [isLeftOut(entry) ? entry.slice(NOT.length) : entry];

const isFilled = ({ virtual, hidden, readOnly }: Field): boolean => !virtual && !hidden && !readOnly;

/** A text in other languages is shown where the text is. */
const isColumn = (field: Field): boolean => isFilled(field) && field.translates === undefined;

/** By the word, which of a file's own properties its rest may stand for. */
export const MAY_STAND = {
  'x-list': isColumn,
  // What stands beside the list is chosen there.
  'x-filters': (field: Field, schema: EntitySchema): boolean =>
    isColumn(field) && isPlain(field.kind) && field.name !== schema['x-master'],
  'x-form': isFilled,
} as const;
export type RestWord = keyof typeof MAY_STAND;

/** All that a word lists, the sections of a form one after the other. */
export const entriesOf = (schema: EntitySchema, word: RestWord): string[] =>
  word === 'x-form'
    ? (schema[word] ?? []).flatMap((section: EntitySchema) => section.fields)
    : (schema[word] ?? []);

function restOf(word: RestWord, schema: EntitySchema, own: Field[]): string[] {
  const named = new Set(entriesOf(schema, word).flatMap(namedBy));
  return own
    .filter((field) => MAY_STAND[word](field, schema) && !named.has(field.name))
    .map((field) => field.name);
}

const spelled = (entries: string[], rest: string[]): string[] =>
  entries.flatMap((entry) => (isRest(entry) ? rest : isLeftOut(entry) ? [] : [entry]));

/** What a person may fill, and neither a section nor the rest of one draws. */
export const undrawn = (schema: EntitySchema, own: Field[]): string[] =>
  schema['x-form']?.length > 0 && !entriesOf(schema, 'x-form').some(isRest)
    ? restOf('x-form', schema, own)
    : [];

const WHOLE_FORM = [{ title: 'General', 'x-title': { it: 'Generali' }, fields: [REST] }];

/** The words with their rests spelled out; what no section draws is drawn last. */
export function drawnBy(schema: EntitySchema, own: Field[]) {
  const list: string[] = schema['x-list'] ?? [REST];
  const columns = restOf('x-list', schema, own);
  const sections: EntitySchema[] = schema['x-form']?.length > 0 ? schema['x-form'] : WHOLE_FORM;
  const fields = restOf('x-form', schema, own);
  const last = undrawn(schema, own);
  return {
    list: spelled(list, columns),
    offered: list.includes(OFFERED_REST) ? columns : [],
    filters: spelled(schema['x-filters'] ?? [], restOf('x-filters', schema, own)),
    form: sections.map(
      (section, index): EntitySchema => ({
        ...section,
        fields: [...spelled(section.fields, fields), ...(index === sections.length - 1 ? last : [])],
      }),
    ),
  };
}

/** As DATA_INSTALLAZIONE of 'Data installazione'. */
const headOf = ({ title, name }: Field, taken: object): string => {
  const head = title.it.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');
  return Object.hasOwn(taken, head) ? name.toUpperCase() : head;
};

/** The columns of a sheet: those with a head of their own, then the rest under their names in capitals. */
export function sheetColumns(columns: EntitySchema, own: Field[]): Import['columns'] {
  const { [REST]: rest, ...headed } = columns;
  if (rest === undefined) return headed;
  const named = [...Object.values(headed), ...(rest as string[]).flatMap(namedBy)];
  const others = own.filter((field) => isColumn(field) && isPlain(field.kind) && !named.includes(field.name));
  const sheet: Import['columns'] = { ...headed };
  for (const field of others) sheet[headOf(field, sheet)] = field.name;
  return sheet;
}
