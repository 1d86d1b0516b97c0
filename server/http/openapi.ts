/** The API description as OpenAPI 3.1, made from the calls. */
import type { Access } from '../../schemas/access.ts';
import type { Language } from '../../schemas/language.ts';
import { PAGE_SIZE } from '../../schemas/paging.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { ACCESS_INVALID, DONE, REFRESH_INVALID, REFUSALS, SESSION_REPLACED } from '../../schemas/results.ts';
import { type ApiSchema, type Call, callAt, type FileLimits, takesKey } from './call.ts';
import { named, nameOf, referring } from './components.ts';
import { API } from './register.ts';
import { hashOf, isUnchanged } from './unchanged.ts';

const PUBLIC_ERRORS: Record<string, string> = {
  400: 'Malformed: the address, the query or the body cannot be read',
  404: 'No such record',
  422: 'Refused by validation or by a rule; errors names the fields',
  429: 'Too many attempts',
  500: 'Unexpected; the reply carries the request id',
};
const SESSION_ERRORS: Record<string, string> = {
  401: `No session: result ${ACCESS_INVALID}, ${REFRESH_INVALID} or ${SESSION_REPLACED}`,
  403: 'The role may not',
};
const WRITE_ERRORS: Record<string, string> = {
  409: 'Conflict: changed by somebody else, already there, or still referenced',
  413: 'Too large',
  415: 'Wrong content type',
};

/** See idempotency.ts. */
const KEY: ApiSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A UUID, a new one for each operation. A repeated call with the same key and body has no second effect and gets the same reply, with Idempotency-Replayed: true. It is refused with another body (422, reason used), and while the first call is still running (409, reason running)',
  schema: { type: 'string', format: 'uuid' },
  example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
};
const moment = (name: string, description: string): ApiSchema => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', format: 'date-time' },
  example: '2026-11-24T09:42:10.123Z',
});
const LATE = [
  moment(
    'X-Officina-Done',
    "When it was done, by the caller's clock, if it was done without a connection; only with an Idempotency-Key and X-Officina-Clock. States, dates and history count from this time. Beyond the days for which replies are stored it is refused (409, reason late)",
  ),
  moment('X-Officina-Clock', "The caller's clock at this sending, which corrects X-Officina-Done"),
];
const REPLAYED: ApiSchema = {
  'Idempotency-Replayed': {
    description: 'The stored reply to an earlier request with the same key',
    schema: { type: 'string', const: 'true' },
  },
};

/** Names the reply of a named schema, or of a list of it. */
function replyName({ reply, paged }: Call): string | undefined {
  const list = reply?.type === 'array' ? nameOf(reply.items) : undefined;
  if (list) return `${list}${paged ? 'Page' : 'List'}`;
  const [name, nullableName] = [nameOf(reply), nameOf(reply?.anyOf?.[0])];
  if (nullableName) return `${nullableName}OrNothingReply`;
  return name && `${name}Reply`;
}

const envelope = (call: Call): ApiSchema => {
  const name = replyName(call);
  return name ? named(name, bareEnvelope(call)) : bareEnvelope(call);
};

const bareEnvelope = (call: Call): ApiSchema => ({
  type: 'object',
  required: ['result', 'description', 'data'],
  properties: {
    result: { type: 'integer', const: 0 },
    description: { type: 'string' },
    data: call.reply ?? {},
    ...(call.paged && {
      tot: { type: 'integer', description: 'Total number of rows' },
      max_rows: { type: 'integer', description: 'Number of rows per page' },
    }),
  },
});

const exampleReply = (call: Call) => ({
  result: DONE,
  description: 'Done',
  data: call.example?.data ?? null,
  ...(call.paged && { tot: 1, max_rows: PAGE_SIZE }),
});

function parametersOf(call: Call): ApiSchema[] {
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: /id$/i.test(match[1] ?? '') ? 'integer' : 'string' },
    example: /id$/i.test(match[1] ?? '') ? 1 : undefined,
  }));
  const inQuery = Object.entries(call.query ?? {}).map(([name, { description, example, ...schema }]) => ({
    name,
    in: 'query',
    description,
    example,
    schema,
  }));
  return [...inPath, ...inQuery, ...(takesKey(call) ? [KEY, ...LATE] : [])];
}

function responsesOf(call: Call): Record<string, ApiSchema> {
  const errors = {
    ...PUBLIC_ERRORS,
    ...(call.access !== 'public' && SESSION_ERRORS),
    ...(call.method !== 'GET' && WRITE_ERRORS),
  };
  const content = call.bare
    ? { [call.bare]: { schema: call.reply ?? {}, example: call.example?.data } }
    : { 'application/json': { schema: envelope(call), example: exampleReply(call) } };
  const redirects = call.bare === 'redirect';
  const ok = {
    description: redirects ? 'Redirect' : 'Done',
    ...(takesKey(call) && { headers: REPLAYED }),
    ...(!redirects && { content }),
  };
  const refused = Object.entries(errors).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
  ]);
  return { [redirects ? 302 : 200]: ok, ...Object.fromEntries(refused) };
}

const accessText = (call: Call): string =>
  typeof call.access === 'string'
    ? { public: 'Everyone', session: 'All signed-in users', link: 'Users with a mailed link' }[call.access]
    : call.access
        .map(({ role, setting }) => (setting ? `${role} (with ${[setting].flat().join(', ')})` : role))
        .join(', ');

const formOf = ({ part, max }: FileLimits): ApiSchema => {
  const file = { type: 'string', contentEncoding: 'binary' };
  return {
    type: 'object',
    required: [part],
    properties: { [part]: max === 1 ? file : { type: 'array', items: file, maxItems: max } },
  };
};

function requestBody({ files, body, bodyOptional, example }: Call): ApiSchema {
  if (files)
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(files) } } } };
  if (!body) return {};
  return {
    requestBody: {
      required: !bodyOptional,
      content: { 'application/json': { schema: body, example: example?.body } },
    },
  };
}

function operation(call: Call): ApiSchema {
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replaceAll(/[/:-]+(\w)/g, (_, letter) => letter.toUpperCase())}`,
    tags: [call.tag],
    summary: call.summary.en,
    'x-summary-it': call.summary.it,
    description: `${accessText(call)}.`,
    parameters: parametersOf(call),
    ...requestBody(call),
    responses: responsesOf(call),
    ...(call.access === 'public' && { security: [] }),
  };
}

const REFUSAL: ApiSchema = {
  type: 'object',
  required: ['result', 'description', 'data'],
  properties: {
    result: { enum: REFUSALS },
    description: { type: 'string', description: 'A message in the requested language' },
    data: {},
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'A message per field' },
    reason: {
      enum: ['running', 'stale', 'late', 'used'],
      description:
        'With 409. running: the same call with the same Idempotency-Key is still running; send it again. stale: the record has changed since the version in the request; data contains the current record. late: it was done before the days for which replies are stored, so nobody knows whether it has already had its effect. With 422, used: the Idempotency-Key was used for a call with another body',
    },
    requestId: { type: 'string' },
  },
};

export function describeApi(calls: Call[], version: string): ApiSchema {
  const paths: Record<string, ApiSchema> = {};
  const components: Record<string, ApiSchema> = { Refusal: REFUSAL };
  for (const call of calls) {
    const path = `${API}${call.path.replaceAll(/:(\w+)/g, '{$1}')}/`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: referring(operation(call), components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Officina',
      version,
      description: 'Every reply is an envelope {result, description, data}; result 0 is success.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set(calls.map((call) => call.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: components,
    },
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';
const DESCRIPTION_EXAMPLE = { openapi: '3.1.0', info: { title: 'Officina', version: '1.0.0' }, paths: {} };

/** Returns the calls that serve the description, and the entity files for the screens. */
export function descriptionCalls(calls: Call[], schemas: Schemas, version: string): Call[] {
  const superAdmin: Access = [{ role: 'SUADMIN', setting: 'LicenzaConnettori' }];
  const own: Call[] = [
    {
      ...callAt('GET', '/info/openapi-specification', superAdmin, 'info'),
      summary: { it: 'Descrizione delle chiamate', en: 'API description' },
      reply: { type: 'object' },
      example: { data: DESCRIPTION_EXAMPLE },
      handle: async () => ({ data: describe() }),
    },
    {
      ...callAt('GET', '/openapi.json', superAdmin, 'info'),
      summary: {
        it: 'Descrizione delle chiamate, senza busta',
        en: 'API description, without the envelope',
      },
      bare: 'application/json',
      reply: { type: 'object' },
      example: { data: DESCRIPTION_EXAMPLE },
      handle: async () => ({ raw: JSON.stringify(describe()), type: JSON_TYPE }),
    },
    {
      ...callAt('GET', '/schema', 'session', 'info'),
      summary: {
        it: 'Le entità e, accanto (acts), gli atti, come li leggono le schermate',
        en: 'The entities and (acts) the acts, as the screens read them',
      },
      reply: { type: 'object', additionalProperties: { type: 'object' } },
      example: { data: { role: { title: 'Role', type: 'object' } } },
      handle: async ({ language, headers: sent }) => {
        // Browsers keep it, and ask whether it is still the same.
        const headers = { etag: etagOf(language), 'cache-control': 'private, no-cache' };
        if (isUnchanged(sent['if-none-match'], headers.etag))
          return { raw: '', type: JSON_TYPE, status: 304, headers };
        return { data: schemas.files, beside: { acts: schemas.actFiles }, headers };
      },
    },
  ];
  const hash = hashOf(JSON.stringify([schemas.files, schemas.actFiles]));
  const etagOf = (language: Language): string => `"${hash}-${language}"`;
  // It is made at the first request and stored, because it depends only on the calls.
  let description: ApiSchema | undefined;
  const describe = (): ApiSchema => {
    description ??= describeApi([...calls, ...own], version);
    return description;
  };
  return own;
}
