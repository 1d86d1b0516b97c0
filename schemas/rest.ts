/**
 * The rest: what a file stands for with "..." where it lists properties in x-list, x-filters and x-form, so that a
 * property added to `properties` is drawn with nothing else written. "-name" is left out of it. Pure.
 */
import type { Field, Kind } from './entity.ts';
import type { EntitySchema } from './read-entity.ts';

export const REST = '...';
/** In x-list: its columns are there to be switched on. */
export const OFFERED_REST = '(...)';
const NOT = '-';

/** Kinds whose values nobody looks for by typing or choosing one. */
const UNFILTERED = ['icon', 'colour', 'file', 'translations', 'options'] as const satisfies Kind[];
export type FilteredKind = Exclude<Kind, (typeof UNFILTERED)[number]>;
export const isFiltered = (kind: Kind): kind is FilteredKind =>
  !(UNFILTERED as readonly Kind[]).includes(kind);

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
    isColumn(field) && isFiltered(field.kind) && field.name !== schema['x-master'],
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
    form: sections.map((section, index) => ({
      ...section,
      fields: [...spelled(section.fields, fields), ...(index === sections.length - 1 ? last : [])],
    })) as EntitySchema[],
  };
}
