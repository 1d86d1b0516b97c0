/** An act in the API description: its call, its body, its reply. */
import { type Act, bodyFields, isNullable, neededFields } from '../../schemas/act.ts';
import type { Entity, Field, Row, Text } from '../../schemas/entity.ts';
import { pascalCase } from '../../schemas/letter-case.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { ApiSchema, Call } from '../http/call.ts';
import { named } from '../http/components.ts';
import { apiField, exampleOf, recordExample, recordSchema, VERSION } from './api-schema.ts';
import { outcomesSchema, VERSIONS } from './several-records.ts';

/**
 * Returns the schema of a field as sent. If users type a positive number that is sent as a negative one, the schema
 * allows both.
 */
function sentSchema(field: Field): ApiSchema {
  const full = apiField(field);
  if (!field.negated) return full;
  const { minimum, maximum, ...schema } = full;
  return {
    ...schema,
    ...(maximum !== undefined && { minimum: -maximum }),
    ...(minimum !== undefined && { maximum: -minimum }),
  };
}

const bodyOf = (act: Act): ApiSchema =>
  named(pascalCase(act.name), {
    type: 'object',
    title: act.heading.en,
    description: act.description,
    required: neededFields(act).map(({ name }) => name),
    properties: {
      ...Object.fromEntries(bodyFields(act).map((field) => [field.name, sentSchema(field)])),
      ...(act.versioned && { versione: VERSION }),
      ...(act.versioned && act.many && { versioni: VERSIONS }),
    },
    ...(!act.open && { additionalProperties: false }),
  });

const exampleBody = (act: Act): Row =>
  Object.fromEntries(
    neededFields(act).map((field) => [
      field.name,
      field.negated ? -Number(exampleOf(field)) : exampleOf(field),
    ]),
  );

interface Described {
  reply: ApiSchema;
  data: unknown;
}

function replyOf(act: Act, schemas: Schemas): Described {
  const { reply, name } = act;
  if (reply === undefined) return { reply: { type: 'null' }, data: null };
  if (typeof reply === 'string') {
    const { reply: row, data } = rowOf(reply, schemas);
    return { reply: { anyOf: [row, { type: 'null' }] }, data };
  }
  if (Array.isArray(reply)) return listOf(rowOf(reply[0] ?? '', schemas));
  const { reply: schema, data } = rowOf(reply, schemas);
  const described = named(`${pascalCase(name)}Result`, schema);
  return { reply: isNullable(act) ? { anyOf: [described, { type: 'null' }] } : described, data };
}

const listOf = ({ reply, data }: Described): Described => ({
  reply: { type: 'array', items: reply },
  data: [data],
});

/** Returns the schema of an entity's row, or of a row with its own properties. */
function rowOf(holds: string | Entity, schemas: Schemas): Described {
  if (typeof holds === 'string') {
    const entity = schemas.byName.entity(holds);
    return { reply: recordSchema(entity), data: recordExample(entity) };
  }
  const fields = holds.fields.filter(({ hidden }) => !hidden);
  const parts = fields.map((field): [string, Described] => {
    if (!field.holds) return [field.name, { reply: apiField(field), data: exampleOf(field) }];
    const row = rowOf(field.holds.row, schemas);
    return [field.name, field.holds.several ? listOf(row) : row];
  });
  return {
    reply: {
      type: 'object',
      properties: Object.fromEntries(parts.map(([part, described]) => [part, described.reply])),
    },
    data: Object.fromEntries(parts.map(([part, described]) => [part, described.data])),
  };
}

/** Returns the query parameters: properties that the body may omit, and answers to questions. */
const queryOf = ({ form, query, questions }: Act): Record<string, ApiSchema> => ({
  ...Object.fromEntries(
    Object.entries(query).map(([parameter, name]) => {
      const { title: _, ...schema } = apiField(form.property(name));
      return [
        parameter,
        { ...schema, description: `${form.property(name).title.en}, if the body does not contain it` },
      ];
    }),
  ),
  ...Object.fromEntries(
    questions.flatMap(({ result, answer }) =>
      Object.keys(answer).map((name) => [
        name,
        { type: 'string', description: `1 if the user has confirmed after result ${result}` },
      ]),
    ),
  ),
});

const joined = (texts: string[]): string => [...new Set(texts)].join(' / ');

/** Describes one call for the acts that share it, at each of its addresses. */
export function describedAct(acts: Act[], schemas: Schemas): Omit<Call, 'handle'>[] {
  const [first, ...more] = acts;
  if (!first) return [];
  const { reply: single, data } = replyOf(first, schemas);
  const reply = first.many ? { anyOf: [single, outcomesSchema('done', { data: single })] } : single;
  const summary: Text = {
    en: joined(acts.map(({ heading }) => heading.en)),
    it: joined(acts.map(({ heading }) => heading.it)),
  };
  return [first.path, ...first.also].map((path) => ({
    method: first.method,
    path,
    access: first.access,
    tag: first.on,
    summary,
    query: Object.assign({}, ...acts.map(queryOf)),
    ...(first.method !== 'DELETE' && {
      body: more.length > 0 ? { anyOf: acts.map(bodyOf) } : bodyOf(first),
      bodyOptional: acts.every((act) => neededFields(act).length === 0),
    }),
    reply,
    example: { ...(first.method !== 'DELETE' && { body: exampleBody(first) }), data },
  }));
}
