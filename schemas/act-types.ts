/** The types of acts, as generate-types.ts writes them: what a handler is given, and what it hands back. */
import { type Act, bodyFields } from './act.ts';
import type { Field } from './entity.ts';

type TypeOf = (field: Field) => string;

const pascal = (name: string): string =>
  name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());

/** What a row told may be told by what it fills. */
const isThere = ({ required, rows }: Field): boolean => required && !rows?.fills.length;

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

function resultOf({ reply }: Act, typeOf: TypeOf): string {
  if (reply === undefined) return 'void';
  if (typeof reply === 'string') return ROW;
  const fields = reply.fields.filter((field) => !field.hidden);
  return `{ ${fields.map((field) => member(field, typeOf).trim()).join(' ')} }`;
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
