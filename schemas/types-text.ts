/** Builds the text of types.ts: the row type of each entity, and maps of them by resource and by name. */
import type { Act } from './act.ts';
import { actTypes } from './act-types.ts';
import type { Entity, Field, Kind } from './entity.ts';
import { pascalCase } from './letter-case.ts';

/** The type of each kind's values; undefined if the property lists them. */
const TYPES: Record<Kind, string | undefined> = {
  text: 'string',
  note: 'string',
  email: 'string',
  uri: 'string',
  phone: 'string',
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

/** Writes a member. Joined texts and values of domains may be absent, an empty column is null. */
function member(field: Field, entity: Entity): string {
  const always = field.required || field.default !== undefined || field.name === entity.id;
  return `  ${field.name}${field.virtual ? '?' : ''}: ${typeOf(field)}${always ? '' : ' | null'};`;
}

const FREE_COLUMNS = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a type, not of a template.
  '  [column: `campo_${string}`]: string | number | null;',
  '  campi?: NamedValue[];',
];

const membersOf = (entity: Entity): string[] =>
  entity.fields.filter((field) => !field.custom).map((field) => member(field, entity));

/** Returns the lines that all of these entities have in common. */
function commonOf(entities: Entity[]): string[] {
  const [first = [], ...others] = entities.map(membersOf);
  return first.filter((line) => others.every((lines) => lines.includes(line)));
}

/** Writes a type. A type that starts from another one has only its own lines. */
function typeText(says: string, name: string, from: string, lines: string[]): string {
  const own = lines.length ? ['{', ...lines, '}'].join('\n') : '';
  return `/** ${says} */\nexport type ${name} = ${[from, own].filter(Boolean).join(' & ')};`;
}

/** Writes the columns of every row, then what the entities of each base have in common, then the entities. */
function rowTypes(entities: Entity[]): string[] {
  const always = commonOf(entities);
  const shared = new Map(
    [...new Set(entities.flatMap(({ base }) => base ?? []))].map((base) => [
      base,
      commonOf(entities.filter((entity) => entity.base === base)),
    ]),
  );
  const without = (lines: string[], left: string[] = []) => lines.filter((line) => !left.includes(line));
  const nameOf = (base: string | undefined): string => (base ? `Base${pascalCase(base)}` : 'Base');
  return [
    typeText('The columns of every row.', nameOf(undefined), '', always),
    ...[...shared].map(([base, lines]) =>
      typeText(`What bases/${base}.json gives.`, nameOf(base), nameOf(undefined), without(lines, always)),
    ),
    ...entities.map((entity) => {
      const own = without(membersOf(entity), entity.base ? shared.get(entity.base) : always);
      const free = entity.customFields ? FREE_COLUMNS : [];
      return typeText(entity.description, pascalCase(entity.name), nameOf(entity.base), [...own, ...free]);
    }),
  ];
}

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
    ...rowTypes(entities),
    `/** The row type of each entity, by resource. */\n${index('Rows', ({ resource }) => resource)}`,
    `/** The row type of each entity, by name. */\n${index('RowsByName', ({ name }) => name)}`,
    '/** The row type of a resource; any row for an unknown resource. */\n' +
      'export type RowOf<Resource extends string> = Resource extends keyof Rows ? Rows[Resource] : Row;',
    ...actTypes(acts, typeOf),
  ];
  return `${parts.join('\n\n')}\n`;
}
