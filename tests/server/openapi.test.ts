/** The API description: complete, well formed, correct. */
import Ajv from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pascalCase } from '../../schemas/letter-case.ts';
import type { ApiSchema } from '../../server/http/call.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

let demo: Plant;
let admin: Client;
let api: ApiSchema;
let operations: [string, string, ApiSchema][];

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  api = (await admin.get('/info/openapi-specification/')).data;
  operations = Object.entries(api.paths as Record<string, ApiSchema>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, string, ApiSchema] => [method, path, operation]),
  );
});
afterAll(() => demo.close());

const json = (content: ApiSchema): ApiSchema => content.content['application/json'];

describe('the description', () => {
  it('is there twice: as data, and as it is [openapi-super]', async () => {
    expect(api.openapi).toBe('3.1.0');
    const plain = await demo.app.server.inject({
      url: '/api/cmms/openapi.json',
      headers: { authorization: `Bearer ${await demo.token('SUADMIN')}` },
    });
    expect(plain.json()).toEqual(api);
  });

  it.each(['SUPER', 'RESP', 'RIFTEC', 'nobody'] as const)('is not for %s [openapi-super]', async (who) => {
    const client = await demo.as(who);
    for (const path of ['/openapi.json', '/info/openapi-specification/'])
      expect((await client.get(path)).status).toBe(who === 'nobody' ? 401 : 403);
  });

  it('has every call, and nothing else [api-base-path]', () => {
    const described = operations.map(([method, path]) => `${method.toUpperCase()} ${path}`).sort();
    const calls = demo.app.calls.map(
      (call) => `${call.method} /api/cmms${call.path.replaceAll(/:(\w+)/g, '{$1}')}/`,
    );
    expect(described).toEqual(calls.sort());
    expect(described.every((one) => / \/api\/cmms\//.test(one))).toBe(true);
  });

  it('names each call once, by a word', () => {
    const names = operations.map(([, , operation]) => operation.operationId as string);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-zA-Z][\w.]*$/.test(name))).toEqual([]);
  });

  it('describes each call: purpose, access, and tag', () => {
    const tags = new Set(api.tags.map((tag: ApiSchema) => tag.name));
    for (const [method, path, operation] of operations) {
      const what = `${method} ${path}`;
      expect(operation.summary, what).toMatch(/^[A-Z]/);
      expect(operation['x-summary-it'], what).toMatch(/^[A-ZÈ]/);
      expect(operation.description, what).toMatch(/^[A-Z].+\.$/s);
      expect(tags.has(operation.tags[0]), what).toBe(true);
    }
  });

  it('declares the parameters of each address, each once', () => {
    for (const [method, path, { parameters }] of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
      const declared = parameters.filter((one: ApiSchema) => one.in === 'path');
      expect(declared.map((one: ApiSchema) => one.name).sort(), `${method} ${path}`).toEqual(inPath);
      expect(
        declared.every((one: ApiSchema) => one.required),
        path,
      ).toBe(true);
      const all = parameters.map((one: ApiSchema) => `${one.in} ${one.name}`);
      expect(new Set(all).size, `${method} ${path}: ${all}`).toBe(all.length);
      for (const one of parameters) expect(one.schema, `${path} ${one.name}`).toBeTypeOf('object');
    }
  });

  it('has an example of every reply, and of every body', () => {
    for (const [method, path, operation] of operations) {
      const what = `${method} ${path}`;
      const call = demo.app.calls.find(
        (one) =>
          one.method.toLowerCase() === method &&
          `/api/cmms${one.path.replaceAll(/:(\w+)/g, '{$1}')}/` === path,
      )!;
      expect(call.example, what).toHaveProperty('data');
      if (!call.bare) expect(json(operation.responses[200]).example, what).toMatchObject({ result: 0 });
      if (call.body) expect(json(operation.requestBody).example, what).toBeTypeOf('object');
    }
  });

  it('describes replies without the envelope by their media type', async () => {
    const found = (path: string): ApiSchema =>
      operations.find(([method, one]) => method === 'get' && one === `/api/cmms${path}`)![2].responses;
    const { rows } = await demo.database.query<{ id: number }>('select id from odl order by id limit 1');
    const replies: [string, string, string][] = [
      ['/openapi.json/', '/openapi.json', 'application/json'],
      ['/odl/{id}/report/', `/odl/${rows[0]!.id}/report`, 'application/pdf'],
    ];
    for (const [path, url, type] of replies) {
      const { headers } = await demo.app.server.inject({
        url: `/api/cmms${url}`,
        headers: { authorization: `Bearer ${await demo.token('SUADMIN')}` },
      });
      expect(headers['content-type']).toContain(type);
      expect(Object.keys(found(path)[200].content)).toEqual([type]);
    }
    expect(json(found('/openapi.json/')[200]).schema).toEqual({ type: 'object' });
    expect(Object.keys(found('/calendario/{token}/')[200].content)).toEqual(['text/calendar']);
    expect(found('/auth/avvio/')).toMatchObject({ 302: { description: 'Redirect' } });
    expect(found('/auth/avvio/')).not.toHaveProperty('200');
  });

  it('describes calls with files as a form', () => {
    const taking = demo.app.calls.filter((call) => call.files);
    const forms = operations.flatMap(
      ([, , { requestBody }]) => requestBody?.content['multipart/form-data'] ?? [],
    );
    expect(taking.length).toBeGreaterThan(0);
    expect(forms).toHaveLength(taking.length);
    for (const { schema } of forms) expect(Object.keys(schema.properties)).toEqual(schema.required);
  });

  it('has examples that match its own schemas', () => {
    const ajv = new Ajv({ strict: false, allErrors: true, multipleOfPrecision: 6 });
    (formats as unknown as (ajv: object) => void)(ajv);
    const faults: string[] = [];
    const hold = (what: string, { schema, example }: ApiSchema) => {
      const valid = ajv.compile({ ...schema, components: api.components });
      if (!valid(example)) faults.push(`${what}: ${ajv.errorsText(valid.errors)}`);
    };
    for (const [method, path, operation] of operations) {
      for (const content of Object.values<ApiSchema>(operation.responses[200]?.content ?? {}))
        hold(`${method} ${path} reply`, content);
      const body = operation.requestBody && json(operation.requestBody);
      if (body) hold(`${method} ${path} body`, body);
    }
    expect(faults).toEqual([]);
  });

  it('refers to nothing that is not there', () => {
    const references = JSON.stringify(api).match(/"\$ref":"[^"]+"/g) ?? [];
    for (const reference of new Set(references)) {
      const path = JSON.parse(`{${reference}}`).$ref.slice(2).split('/');
      expect(
        path.reduce((at: ApiSchema, name: string) => at?.[name], api),
        reference,
      ).toBeDefined();
    }
  });

  it('contains every entity, its inputs and replies, and every act', () => {
    const { schemas } = api.components;
    // Entities that only appear within others have no reply of their own.
    const expected = demo.schemas.entities.flatMap((entity) => {
      const name = pascalCase(entity.name);
      const has = (what: string) => demo.app.calls.some((call) => call.name === `${entity.resource}.${what}`);
      return [
        ...(has('read') ? [name, `${name}Reply`] : []),
        ...(has('create') ? [`${name}Input`] : []),
        ...(has('update') ? [`${name}Change`] : []),
      ];
    });
    expect(expected.length).toBeGreaterThan(100);
    expect(expected.filter((name) => !(name in schemas))).toEqual([]);
    for (const act of demo.schemas.acts.filter(({ made, method }) => !made && method !== 'DELETE'))
      expect(schemas, act.name).toHaveProperty(pascalCase(act.name));
    expect(JSON.stringify(api)).not.toContain('x-component');
    expect(Object.keys(schemas).filter((name) => /\d$/.test(name))).toEqual([]);
    const create = api.paths['/api/cmms/costo/'].post;
    expect(json(create.requestBody).schema).toEqual({ $ref: '#/components/schemas/CostInput' });
    expect(json(create.responses[200]).schema).toEqual({ $ref: '#/components/schemas/CostReply' });
  });

  it('describes the version that an act compares, also for clients that send nothing else [I21]', () => {
    const { TakeOver, Tick, Withdraw } = api.components.schemas;
    for (const body of [TakeOver, Tick]) expect(body.properties).toHaveProperty('versione');
    expect(Withdraw.properties).not.toHaveProperty('versione');
  });

  it('describes the refusals of a call that needs a session', () => {
    const [, , list] = operations.find(([method, path]) => method === 'get' && path === '/api/cmms/costo/')!;
    expect(Object.keys(list.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '500']));
    expect(list.parameters.map((one: ApiSchema) => one.name)).toEqual(
      expect.arrayContaining(['pag', 'max_rows', 'filtro', 'orderByCol', 'orderByDir', 'sort', 'codice']),
    );
    expect(api.security).toEqual([{ bearer: [] }]);
  });

  it('describes lists as they are answered [api-list-reply]', async () => {
    const ajv = new Ajv({ strict: false, multipleOfPrecision: 6 });
    (formats as unknown as (ajv: object) => void)(ajv);
    for (const entity of demo.schemas.entities.filter((one) => one.calls.includes('list'))) {
      const [, , operation] = operations.find(
        ([method, path]) => method === 'get' && path === `/api/cmms/${entity.resource}/`,
      )!;
      const answer = await demo.app.server.inject({
        url: `/api/cmms/${entity.resource}/?pag=1`,
        headers: { authorization: `Bearer ${await demo.token('SUADMIN')}` },
      });
      const valid = ajv.compile({ ...json(operation.responses[200]).schema, components: api.components });
      expect(valid(answer.json()), `${entity.name}: ${ajv.errorsText(valid.errors)}`).toBe(true);
    }
  });
});

it('the schemas are sent again only if they have changed', async () => {
  const authorization = `Bearer ${await demo.token('SUADMIN')}`;
  const read = (language: string, etag?: string) =>
    demo.app.server.inject({
      url: '/api/cmms/schema/',
      headers: { authorization, 'accept-language': language, ...(etag && { 'if-none-match': etag }) },
    });
  const { etag, 'cache-control': caching } = (await read('en')).headers;
  expect(caching).toBe('private, no-cache');
  expect(await read('en', `W/${etag}`)).toMatchObject({ statusCode: 304, body: '' });
  // The sentence of the envelope is in the language of the reader.
  expect((await read('it', String(etag))).statusCode).toBe(200);
  expect((await read('en', '"other"')).statusCode).toBe(200);
});
