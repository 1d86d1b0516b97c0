/** The promise of docs/adding-an-act.md: its act file, handler and test run in a copy of the product. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSchemas, SCHEMAS, SchemaError } from '../../schemas/read-schemas.ts';
import type { Plant } from './plant/plant.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Inside the project, so that packages are found. */
const COPY = join(ROOT, '.cache', 'adding-an-act');
const page = readFileSync(join(ROOT, 'docs/adding-an-act.md'), 'utf8');
const block = (language: string, index = 0): string => {
  const text = [...page.matchAll(new RegExp('^```' + language + '\\n([\\s\\S]+?)^```', 'gm'))][index]?.[1];
  if (!text) throw new Error(`docs/adding-an-act.md has no ${language} block ${index}`);
  return text;
};
const named = (pattern: RegExp): string => {
  const path = pattern.exec(page)?.[1];
  if (!path) throw new Error(`docs/adding-an-act.md names no ${pattern}`);
  return path;
};

const ACT = named(/`(schemas\/actions\/[\w-]+\.json)`/);
const HANDLER = named(/`(server\/domains\/[\w/-]+\.ts)` is written by hand/);
const LISTED = named(/as `(\w+\(schemas, rules\))`/);

function putIn(path: string, text: string): void {
  writeFileSync(join(COPY, path), text);
}

/** Adds the act to the list, and nothing else. */
function list(): void {
  const path = 'server/domains/index.ts';
  const text = readFileSync(join(COPY, path), 'utf8');
  const [name, from] = [LISTED.split('(')[0], `.${HANDLER.slice('server/domains'.length)}`];
  const listed = text.replace('acts: (rules, jobs) => [', `acts: (rules, jobs) => [${LISTED}, `);
  expect(listed).not.toBe(text);
  putIn(path, `import { ${name} } from '${from}';\n${listed}`);
}

let demo: Plant;

beforeAll(async () => {
  rmSync(COPY, { recursive: true, force: true });
  for (const folder of ['schemas', 'server', 'tests/server/plant', 'tests/processes'])
    cpSync(join(ROOT, folder), join(COPY, folder), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(COPY, 'package.json'));
  putIn(ACT, block('json'));
  putIn(HANDLER, block('ts'));
  list();
  const { plant } = (await import(join(COPY, 'tests/server/plant/plant.ts'))) as { plant(): Promise<Plant> };
  demo = await plant();
});
afterAll(async () => {
  await demo?.close();
  rmSync(COPY, { recursive: true, force: true });
});

it('three files make an act, whose own test passes', async () => {
  const tests: [string, () => Promise<void>][] = [];
  const add = (name: string, run: () => Promise<void>) => tests.push([name, run]);
  new Function('it', 'expect', 'demo', block('ts', 1))(add, expect, demo);
  expect(tests).toHaveLength(1);
  for (const [, run] of tests) await run();
});

it("the act is described, and is nobody else's", async () => {
  const admin = await demo.as('SUADMIN');
  const { data } = await admin.get('/info/openapi-specification/');
  expect(data.components.schemas.RetireAsset).toMatchObject({
    required: ['motivo', 'dal'],
    additionalProperties: false,
  });
  expect(data.paths['/api/cmms/oggetto/{id}/dismissione/'].post.summary).toBe('Retire an asset');
  const reporter = await demo.as('RESP');
  expect((await reporter.post('/oggetto/1/dismissione', { motivo: 'x', dal: '2026-03-29' })).status).toBe(
    403,
  );
  const unknown = await admin.post(
    '/oggetto/1/dismissione',
    { motivo: 'x', perche: 'y' },
    { language: 'it' },
  );
  expect(unknown).toMatchObject({ status: 422, errors: { perche: expect.any(String) } });
});

it('a file without a handler, or an invalid file, stops the start with a message', async () => {
  const wrong = block('json').replace('"x-stale": ["asset"]', '"x-stale": ["aset"]');
  const folder = join(COPY, 'wrong');
  mkdirSync(join(folder, 'actions'), { recursive: true });
  writeFileSync(join(folder, 'actions/retire-asset.json'), wrong);
  expect(() => readSchemas([SCHEMAS, folder])).toThrow(SchemaError);
  expect(() => readSchemas([SCHEMAS, folder])).toThrow('/x-stale/0: no entity aset; did you mean asset?');
  writeFileSync(join(folder, 'actions/retire-asset.json'), block('json'));
  const { plant } = await import('./plant/plant.ts');
  await expect(plant([folder])).rejects.toThrow(
    'schemas/actions/retire-asset.json: no domain performs this act',
  );
});
