/** An entity in OpenAPI: the schemas of its record and of its inputs, with examples. */

import type { Entity, Field, Kind, Row } from '../../schemas/entity.ts';
import { writable } from '../../schemas/entity.ts';
import { pascalCase } from '../../schemas/letter-case.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../schemas/paging.ts';
import type { ApiSchema } from '../http/call.ts';
import { named } from '../http/components.ts';
import { listOf } from '../http/reply-schemas.ts';

const TYPES: Record<Kind, ApiSchema> = {
  text: { type: 'string' },
  note: { type: 'string' },
  icon: { type: 'string' },
  column: { type: 'string' },
  email: { type: 'string', format: 'email' },
  uri: { type: 'string', format: 'uri' },
  phone: { type: 'string' },
  colour: { type: 'string', description: 'JSON: {"r":0,"g":0,"b":0,"a":1}' },
  integer: { type: 'integer' },
  file: { type: 'integer' },
  reference: { type: 'integer' },
  flag: { type: 'integer', enum: [0, 1] },
  choice: {},
  decimal: { type: 'number', multipleOf: 0.01 },
  money: { type: 'number', multipleOf: 0.01 },
  quantity: { type: 'number', multipleOf: 0.01 },
  date: { type: 'string', format: 'date' },
  instant: { type: 'string', format: 'date-time' },
  translations: { type: 'object', additionalProperties: { type: 'string' } },
  options: listOf({ type: 'object' }),
};

const EXAMPLES: Record<Kind, unknown> = {
  text: 'Pompa P-101',
  note: 'Verificare la tenuta.',
  icon: 'fas fa-cogs',
  column: 'campo_str1',
  email: 'mario.rossi@officina.example',
  uri: 'https://officina.example',
  phone: '+39 0742 351022',
  colour: '{"r":46,"g":125,"b":50,"a":1}',
  integer: 1,
  file: 1,
  reference: 1,
  flag: 1,
  choice: 1,
  decimal: 2.5,
  money: 35,
  quantity: 4,
  date: '2026-03-29',
  instant: '2026-03-29T08:00:00Z',
  translations: { it: 'Guasto', en: 'Breakdown' },
  options: [{ codice: '1', valore: 'Sì' }],
};

export function apiField(field: Field): ApiSchema {
  const base = field.choices ? { enum: field.choices.map((choice) => choice.value) } : TYPES[field.kind];
  // A field that the record's class does not use is null, even if it is a choice.
  const mayBeNull = !field.required && (!base.enum || field.custom);
  const nullable = mayBeNull
    ? { ...base, type: [base.type, 'null'], ...(base.enum && { enum: [...base.enum, null] }) }
    : base;
  return {
    ...nullable,
    title: field.title.en,
    ...(field.help && { description: field.help.en }),
    ...(field.maxLength && base.type === 'string' && { maxLength: field.maxLength }),
    ...(field.minimum !== undefined && { minimum: field.minimum }),
    ...(field.maximum !== undefined && { maximum: field.maximum }),
    ...(field.default !== undefined && { default: field.default }),
    ...(field.readOnly && { readOnly: true }),
  };
}

export const exampleOf = (field: Field): unknown => {
  const value = field.default ?? field.choices?.[0]?.value ?? EXAMPLES[field.kind];
  return typeof value === 'string' && field.maxLength ? value.slice(0, field.maxLength) : value;
};

const exampleRow = (fields: Field[]): Row =>
  Object.fromEntries(fields.map((field) => [field.name, exampleOf(field)]));

export const VERSION: ApiSchema = {
  type: ['integer', 'null'],
  title: 'Version',
  description:
    "The version that the caller has read. If the record has a newer version, the write is refused: 409, reason 'stale', " +
    'with the author and time of the change. Without it, the write replaces changes by others.',
};

export const recordSchema = (entity: Entity): ApiSchema =>
  named(pascalCase(entity.name), {
    type: 'object',
    title: entity.title.en,
    description: entity.description,
    properties: Object.fromEntries(entity.fields.map((field) => [field.name, apiField(field)])),
  });

export const bodySchema = (entity: Entity, partial: boolean): ApiSchema =>
  named(`${pascalCase(entity.name)}${partial ? 'Change' : 'Input'}`, bareBody(entity, partial));

const bareBody = (entity: Entity, partial: boolean): ApiSchema => ({
  type: 'object',
  title: entity.title.en,
  ...(!partial && {
    required: writable(entity)
      .filter((field) => field.required)
      .map((field) => field.name),
  }),
  properties: {
    ...Object.fromEntries(writable(entity).map((field) => [field.name, apiField(field)])),
    ...(partial && { versione: VERSION }),
  },
  additionalProperties: false,
});

export const recordExample = (entity: Entity): Row => exampleRow(entity.fields);
export const bodyExample = (entity: Entity): Row => exampleRow(writable(entity));

/** The query parameters of a page. */
export const PAGING: Record<string, ApiSchema> = {
  pag: { type: 'integer', description: 'Page, from 1; -1 for all rows', example: 1 },
  max_rows: {
    type: 'integer',
    minimum: 1,
    maximum: PAGE_SIZE_MAX,
    default: PAGE_SIZE,
    description: 'Number of rows per page',
  },
  tot: {
    type: 'integer',
    minimum: 1,
    description:
      'Counts no more rows than this, unless their number is known: a reply with the same tot has at least so many. Default: all',
  },
};

/** Returns the query parameters of a list: paging, sorting, search, and a filter for each field. */
export function listQuery(entity: Entity): Record<string, ApiSchema> {
  const filters = entity.fields
    .filter((field) => field.query !== '')
    .map((field) => [
      field.query,
      { type: 'string', description: `Filter by ${field.title.en.toLowerCase()}` },
    ]);
  return {
    ...PAGING,
    filtro: { type: 'string', description: `Search in ${entity.search.join(', ') || 'nothing'}` },
    orderByCol: {
      type: 'string',
      description: 'Column to sort by; an unknown one is ignored',
      example: entity.sort[0],
    },
    orderByDir: { enum: ['ASC', 'DESC'], description: 'Direction', example: entity.sort[1] },
    sort: { type: 'string', description: 'column,direction: the same in one parameter' },
    ...Object.fromEntries(filters),
  };
}
