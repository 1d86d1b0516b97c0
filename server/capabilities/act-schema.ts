/** An act as the API description prints it: its call, its body, its reply. */
import { type Act, bodyFields } from '../../schemas/act.ts';
import type { Field, Row, Text } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { ApiSchema, Call } from '../http/call.ts';
import { named } from '../http/components.ts';
import { apiField, componentOf, exampleOf, recordExample, recordSchema } from './api-schema.ts';

/** As it is sent: what is typed above nothing goes out below it. */
function onTheWire(field: Field): ApiSchema {
  const { minimum, maximum, ...schema } = apiField(field);
  if (!field.negated)
    return {
      ...schema,
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    };
  return {
    ...schema,
    ...(maximum !== undefined && { minimum: -maximum }),
    ...(minimum !== undefined && { maximum: -minimum }),
  };
}

const bodyOf = (act: Act): ApiSchema =>
  named(componentOf(act.name), {
    type: 'object',
    title: act.heading.en,
    description: act.description,
    required: bodyFields(act)
      .filter(({ required, rows }) => required && !rows?.fills.length)
      .map(({ name }) => name),
    properties: Object.fromEntries(bodyFields(act).map((field) => [field.name, onTheWire(field)])),
    ...(!act.open && { additionalProperties: false }),
  });

const exampleBody = (act: Act): Row =>
  Object.fromEntries(
    bodyFields(act)
      .filter(({ required, rows }) => required && !rows?.fills.length)
      .map((field) => [field.name, field.negated ? -Number(exampleOf(field)) : exampleOf(field)]),
  );

interface Described {
  reply: ApiSchema;
  data: unknown;
}

function replyOf({ reply, name }: Act, schemas: Schemas): Described {
  if (reply === undefined) return { reply: { type: 'null' }, data: null };
  if (typeof reply === 'string') {
    const entity = schemas.byName.entity(reply);
    return { reply: { anyOf: [recordSchema(entity), { type: 'null' }] }, data: recordExample(entity) };
  }
  const fields = reply.fields.filter(({ hidden }) => !hidden);
  const properties = Object.fromEntries(fields.map((field) => [field.name, apiField(field)]));
  return {
    reply: named(`${componentOf(name)}Result`, { type: 'object', properties }),
    data: Object.fromEntries(fields.map((field) => [field.name, exampleOf(field)])),
  };
}

/** Of several at once, each with an outcome of its own. */
const outcomesOf = (data: ApiSchema): ApiSchema => ({
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'result', 'description'],
    properties: {
      id: { type: 'integer' },
      result: { type: 'integer', description: '0 when it was done; as the call alone answers otherwise' },
      description: { type: 'string' },
      data,
      errors: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
});

const joined = (texts: string[]): string => texts.join(' / ');

/** One call for the acts that share it, at each of its addresses. */
export function describedAct(acts: Act[], schemas: Schemas): Omit<Call, 'handle'>[] {
  const [first, ...more] = acts;
  if (!first) return [];
  const { reply: one, data } = replyOf(first, schemas);
  const reply = first.many ? { anyOf: [one, outcomesOf(one)] } : one;
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
    query: Object.fromEntries(
      acts.flatMap(({ questions }) =>
        questions.flatMap(({ result, answer }) =>
          Object.keys(answer).map((name) => [
            name,
            { type: 'string', description: `After result ${result} was confirmed` },
          ]),
        ),
      ),
    ),
    body: more.length > 0 ? { anyOf: acts.map(bodyOf) } : bodyOf(first),
    reply,
    example: { body: exampleBody(first), data },
  }));
}
