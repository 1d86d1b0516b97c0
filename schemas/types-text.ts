/** Builds the text of types.ts: the row type of each entity, and maps of them by resource and by name. */
import type { Act } from './act.ts';
import { actTypes } from './act-types.ts';
import type { Entity, Field, Kind } from './entity.ts';
import { pascalCase } from './letter-case.ts';

/** The type of each kind's values; none where the property lists them. */
const TYPES: Record<Kind, string | undefined> = {
  text: 'string',
  note: 'string',
  email: 'string',
  uri: 'string',
  icon: 'string',
  colour: 'string',
  column: 'string',
  date: 'string',
  instant: 'string',
  integer: 'number',
  decimal: 'number',
  money: 'number',
  quantity: 'number',
  reference: 'number',
  file: 'number',
  flag: '0 | 1',
  translations: 'Record<string, string | null>',
  options: '{ codice: string; valore: string; en?: string }[]',
  choice: undefined,
};

const choices = (field: Field): string =>
  (field.choices ?? [])
    .map(({ value }) => (typeof value === 'number' ? value : `'${value.replaceAll("'", "\\'")}'`))
    .join(' | ');

const typeOf = (field: Field): string => TYPES[field.kind] ?? choices(field);

/** Writes a member; joined texts and values of domains may be absent, an empty column is null. */
function member(field: Field, entity: Entity): string {
  const always = field.required || field.default !== undefined || field.name === entity.id;
  return `  ${field.name}${field.virtual ? '?' : ''}: ${typeOf(field)}${always ? '' : ' | null'};`;
}

const FREE_COLUMNS = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a type, not of a template.
  '  [column: `campo_${string}`]: string | number | null;',
  '  campi?: NamedValue[];',
];

const declaration = (entity: Entity): string =>
  [
    `/** ${entity.description} */`,
    `export type ${pascalCase(entity.name)} = {`,
    ...entity.fields.filter((field) => !field.custom).map((field) => member(field, entity)),
    ...(entity.customFields ? FREE_COLUMNS : []),
    '};',
  ].join('\n');

export function typesText(entities: Entity[], acts: Act[] = []): string {
  const header = '// Written by `npm run types` from the entity files next to this one; not to be edited.';
  const index = (name: string, key: (entity: Entity) => string): string =>
    [
      `export interface ${name} {`,
      ...entities.map((entity) => `  '${key(entity)}': ${pascalCase(entity.name)};`),
      '}',
    ].join('\n');
  const parts = [
    `${header}\nimport type { NamedValue } from './custom-fields.ts';\nimport type { Row } from './entity.ts';`,
    ...entities.map(declaration),
    `/** The row type of each entity, by resource. */\n${index('Rows', ({ resource }) => resource)}`,
    `/** The row type of each entity, by name. */\n${index('RowsByName', ({ name }) => name)}`,
    '/** The row type of a resource; any row for an unknown resource. */\n' +
      'export type RowOf<Resource extends string> = Resource extends keyof Rows ? Rows[Resource] : Row;',
    ...actTypes(acts, typeOf),
  ];
  return `${parts.join('\n\n')}\n`;
}
