/** The types of acts, as generate-types.ts writes them: what a handler is given, and what it hands back. */
import { type Act, bodyFields, isToldByOthers } from './act.ts';
import type { Entity, Field } from './entity.ts';

type TypeOf = (field: Field) => string;

const pascal = (name: string): string =>
  name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());

const isThere = (field: Field): boolean => field.required && !isToldByOthers(field);

const member = (field: Field, typeOf: TypeOf): string =>
  `  ${field.name}${isThere(field) ? '' : '?'}: ${typeOf(field)}${isThere(field) ? '' : ' | null'};`;

const bodyOf = (act: Act, typeOf: TypeOf): string => {
  const told = Object.values(act.params).flatMap((name) => act.form.field(name) ?? []);
  const fields = [...new Set([...told, ...bodyFields(act)])];
  const lines = fields.map((field) =>
    member(told.includes(field) ? { ...field, rows: undefined } : field, typeOf),
  );
  return [`/** ${act.description} */`, `export type ${pascal(act.name)}Act = {`, ...lines, '};'].join('\n');
};

/** The id of the row that the reply shows; nothing when it is gone by then. */
const ROW = 'number | undefined';

/** A row of an entity, or one with properties of its own. */
function rowOf(holds: string | Entity, typeOf: TypeOf): string {
  if (typeof holds === 'string') return `RowsByName['${holds}']`;
  const held: TypeOf = (field) =>
    field.holds ? `${rowOf(field.holds.row, typeOf)}${field.holds.several ? '[]' : ''}` : typeOf(field);
  const fields = holds.fields.filter((field) => !field.hidden);
  return `{ ${fields.map((field) => member(field, held).trim()).join(' ')} }`;
}

function resultOf({ reply }: Act, typeOf: TypeOf): string {
  if (reply === undefined) return 'void';
  if (typeof reply === 'string') return ROW;
  if (Array.isArray(reply)) return 'Row[]';
  return rowOf(reply, typeOf);
}

const mapOf = (name: string, says: string, acts: Act[], typeFor: (act: Act) => string): string =>
  [
    `/** ${says} */`,
    `export interface ${name} {`,
    ...acts.map((act) => `  '${act.name}': ${typeFor(act)};`),
    '}',
  ].join('\n');

export const actTypes = (acts: Act[], typeOf: TypeOf): string[] => [
  ...acts.map((act) => bodyOf(act, typeOf)),
  mapOf('Acts', 'What an act is done with, by its name.', acts, ({ name }) => `${pascal(name)}Act`),
  mapOf('ActResults', 'What its handler hands back.', acts, (act) => resultOf(act, typeOf)),
  'export type ActOf<N extends keyof Acts> = Acts[N];',
];
