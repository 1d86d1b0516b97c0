/**
 * The promise of docs/adding-an-entity.md on a plant: its example, and properties added to `properties` only, in the
 * example and in our files.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { SCHEMAS } from '../../schemas/read-schemas.ts';
import { sheetsOf } from '../files/workbooks.ts';
import { ADDED, EXAMPLE } from '../source/documented.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

const OURS = ['asset', 'intervention', 'schedule', 'spare-part', 'state', 'user'].map((name) => ({
  name,
  schema: JSON.parse(readFileSync(join(SCHEMAS, `${name}.json`), 'utf8')) as Row,
}));
const SHEETS = ['oggetto', 'manutenzione', 'ricambio', 'utente'];

let folder: string;
let demo: Plant;
let admin: Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'officina-added-'));
  const write = (name: string, schema: Row) =>
    writeFileSync(
      join(folder, `${name}.json`),
      JSON.stringify({ ...schema, properties: { ...(schema.properties as Row), ...ADDED } }),
    );
  write('supplier', EXAMPLE);
  for (const { name, schema } of OURS) write(name, schema);
  demo = await plant([folder]);
  admin = await demo.as('SUADMIN');
  const made = await admin.post('/fornitore/', { codice: 'F-1', ragione_sociale: 'Rossi' });
  expect(made).toMatchObject({ status: 200, result: 0 });
});
afterAll(async () => {
  await demo?.close();
  rmSync(folder, { recursive: true, force: true });
});

const VALUES = { citta: 'Foligno', ordine_minimo: 2.5 };

describe.each([...OURS.map(({ schema }) => schema['x-resource'] as string), 'fornitore'])(
  'a property added to %s',
  (resource) => {
    it('is stored, read, listed, filterable and in the history', async () => {
      const list = await admin.get(`/${resource}/?mostraChiusi=1`);
      const row: Row = list.data.at(-1);
      expect(row).toMatchObject({ citta: null, ordine_minimo: null });
      const entity = demo.schemas.byResource.get(resource)!;
      const path = `/${resource}/${row[entity.id]}/`;
      const { data: whole } = await admin.get(path);
      const sent = { ...VALUES, versione: whole.versione };
      const changed = await admin.put(path, sent);
      expect(changed).toMatchObject({ status: 200, result: 0 });
      expect((await admin.get(path)).data).toMatchObject(VALUES);
      const found = await admin.get(`/${resource}/?citta=folig&ordine_minimoDa=2&mostraChiusi=1`);
      expect(found.data.map((one: Row) => one[entity.id])).toEqual([row[entity.id]]);
      const { data: history } = await admin.get(`${path}storico/`);
      expect(JSON.stringify(history)).toContain('Foligno');
    });

    it('is a column of the exported sheet', async () => {
      const { data } = await admin.get(`/${resource}/csv/?mostraChiusi=1`);
      const [headers] = Buffer.from(data, 'base64').toString('utf8').split('\r\n');
      expect(headers).toContain(';Città;Ordine minimo');
    });

    it('is described with the API', async () => {
      const { data } = await admin.get('/info/openapi-specification/');
      const spelled = (part: unknown): string =>
        JSON.stringify(part).replaceAll(/"#\/components\/schemas\/(\w+)"/g, (_, name) =>
          spelled(data.components.schemas[name]),
        );
      expect(spelled(data.paths[`/api/cmms/${resource}/`])).toContain('Smallest order');
    });
  },
);

it.each(SHEETS)('an added property has a column in the sheet to import %s', async (resource) => {
  const { data } = await admin.get(`/${resource}/templatexls/`);
  const [first] = await sheetsOf(Buffer.from(data, 'base64'));
  expect(first!.rows[0]).toEqual(expect.arrayContaining(['CITTÀ', 'ORDINE_MINIMO']));
});

it('an added property is a column of the list of interventions to be switched on', async () => {
  const { data } = await admin.get('/odl/gridconfig/');
  expect(data).toContainEqual(expect.objectContaining({ column_name: 'citta', column_hidden: 1 }));
});
