/** The types of acts as generate-types.ts writes them: what a handler receives and what it returns. */
import { type Act, bodyFields, isGivenByOthers, isNullable } from './act.ts';
import type { Entity, Field } from './entity.ts';
import { pascalCase } from './letter-case.ts';

type TypeOf = (field: Field) => string;

const isPresent = (field: Field): boolean => field.required && !isGivenByOthers(field);

const member = (field: Field, typeOf: TypeOf): string =>
  `  ${field.name}${isPresent(field) ? '' : '?'}: ${typeOf(field)}${isPresent(field) ? '' : ' | null'};`;

const bodyOf = (act: Act, typeOf: TypeOf): string => {
  const fromPath = Object.values(act.params).flatMap((name) => act.form.field(name) ?? []);
  const fields = [...new Set([...fromPath, ...bodyFields(act)])];
  const lines = fields.map((field) =>
    member(fromPath.includes(field) ? { ...field, rows: undefined } : field, typeOf),
  );
  return [`/** ${act.description} */`, `export type ${pascalCase(act.name)}Act = {`, ...lines, '};'].join(
    '\n',
  );
};

/** The id of the row for the reply; undefined when the act removed the row. */
const ROW = 'number | Row | undefined';

/** Returns the type of a row of an entity, or of an object with properties of its own. */
function rowOf(holds: string | Entity, typeOf: TypeOf): string {
  if (typeof holds === 'string') return `RowsByName['${holds}']`;
  const typeWithRows: TypeOf = (field) =>
    field.holds ? `${rowOf(field.holds.row, typeOf)}${field.holds.several ? '[]' : ''}` : typeOf(field);
  const fields = holds.fields.filter((field) => !field.hidden);
  return `{ ${fields.map((field) => member(field, typeWithRows).trim()).join(' ')} }`;
}

function resultOf(act: Act, typeOf: TypeOf): string {
  const { reply } = act;
  if (reply === undefined) return 'void';
  if (typeof reply === 'string') return ROW;
  if (Array.isArray(reply)) return 'Row[]';
  return `${rowOf(reply, typeOf)}${isNullable(act) ? ' | null' : ''}`;
}

const mapOf = (name: string, comment: string, acts: Act[], typeFor: (act: Act) => string): string =>
  [
    `/** ${comment} */`,
    `export interface ${name} {`,
    ...acts.map((act) => `  '${act.name}': ${typeFor(act)};`),
    '}',
  ].join('\n');

export const actTypes = (acts: Act[], typeOf: TypeOf): string[] => [
  ...acts.map((act) => bodyOf(act, typeOf)),
  mapOf(
    'Acts',
    'The body of each act, by the name of the act.',
    acts,
    ({ name }) => `${pascalCase(name)}Act`,
  ),
  mapOf('ActResults', 'The result of the handler of each act.', acts, (act) => resultOf(act, typeOf)),
  'export type ActOf<N extends keyof Acts> = Acts[N];',
];
