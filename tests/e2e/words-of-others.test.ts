/**
 * Words that only one of our files uses, in files of OFFICINA_SCHEMAS: each has the effect on other entities that
 * docs/adding-an-entity.md describes.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import type { EntitySchema } from '../../schemas/read-entity.ts';
import { atNight } from '../runner/nightly.ts';
import { type Scene, visit } from './browser/visit.ts';
import { reopenPlant } from './plant/worker-server.ts';
import { box, pick, saveButton } from './user/forms.ts';
import { sees } from './user/navigation.ts';

const ACCESS = { read: [{ role: 'SUADMIN' }], write: [{ role: 'SUADMIN' }] };
const text = (title: string, it: string, more: EntitySchema = {}): EntitySchema => ({
  type: 'string',
  title,
  'x-title': { it },
  ...more,
});
const reference = (title: string, it: string, to: string, more: EntitySchema = {}): EntitySchema => ({
  type: 'integer',
  title,
  'x-title': { it },
  'x-ref': to,
  ...more,
});

const FILES: Record<string, EntitySchema> = {
  site: {
    title: 'Site',
    type: 'object',
    required: ['nome'],
    'x-title': { it: 'Sede', its: 'Sedi', ens: 'Sites' },
    'x-resource': 'sede',
    'x-routes': {
      list: '/conf-sedi',
      detail: '/dettaglio-sede/:id',
      form: '/upd-sede/:id?',
      child: '/add-sede-figlia/:id_padre?',
    },
    'x-display': '{nome}',
    'x-search': ['nome'],
    'x-hierarchy': { parent: 'id_padre', within: 'idSede' },
    'x-access': ACCESS,
    properties: {
      id_padre: reference('Above', 'Sopra', 'sede', { 'x-ref-text': 'padre' }),
      nome: text('Name', 'Nome'),
      codice: text('Code', 'Codice', {
        'x-required-unless': { setting: 'ObjCodFacoltativo', value: '1' },
      }),
      zona: text('Area', 'Zona', { 'x-inherits': { through: 'id_padre', unless: '' } }),
    },
  },
  contract: {
    title: 'Contract',
    type: 'object',
    required: ['id_sede', 'nome'],
    'x-title': { it: 'Contratto', its: 'Contratti', ens: 'Contracts' },
    'x-resource': 'sede/contratto',
    'x-routes': { form: '/upd-contratto/:idSede?/:idContratto?' },
    'x-below': 'id_sede',
    'x-display': '{nome}',
    'x-search': ['nome'],
    'x-filters': ['id_sede'],
    'x-access': ACCESS,
    properties: {
      id_sede: reference('Site', 'Sede', 'sede', { 'x-ref-text': 'sede' }),
      nome: text('Name', 'Nome'),
    },
  },
  option: {
    title: 'Option',
    type: 'object',
    required: ['nome'],
    'x-title': { it: 'Scelta', its: 'Scelte', ens: 'Options' },
    'x-resource': 'sede/scelta',
    'x-routes': { list: '/conf-scelte', form: '/upd-scelta/:id?' },
    'x-display': '{nome}',
    'x-list': ['nome', 'testo', 'risorsa', 'valore', 'zona'],
    'x-group': 'zona',
    'x-access': ACCESS,
    properties: {
      nome: text('Name', 'Nome'),
      zona: text('Area', 'Zona'),
      id_sede: reference('Site', 'Sede', 'sede', { 'x-ref-text': 'sede' }),
      id_contratto: reference('Contract', 'Contratto', 'sede/contratto', {
        'x-ref-text': 'contratto',
        'x-ref-where': { id_sede: 'id_sede' },
      }),
      testo: text('Text', 'Testo', { 'x-kind': 'note', 'x-html': true }),
      risorsa: text('Of', 'Di', { 'x-names-entity': true }),
      tipo: text('Kind', 'Tipo', { enum: ['B', 'T'] }),
      valore: text('Value', 'Valore', { 'x-kind-by': { property: 'tipo', kinds: { B: 'flag', T: 'text' } } }),
    },
  },
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'officina-words-'));
  for (const [name, file] of Object.entries(FILES))
    await writeFile(join(folder, `${name}.json`), JSON.stringify(file));
  await reopenPlant({ OFFICINA_SCHEMAS: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const there = (play: (scene: Scene) => Promise<void>) => visit({ as: 'SUADMIN', language: 'it' }, play);

describe('words that one file of ours uses, in other files', () => {
  it(
    'group a list, show HTML as text, an entity by its name, and a text as the kind that another property selects',
    there(async ({ page, api }) => {
      await api('POST', '/sede/scelta/', {
        nome: 'Uno',
        zona: 'Nord',
        testo: '<p>Buon <b>giorno</b></p>',
        risorsa: 'oggetto',
        tipo: 'B',
        valore: '1',
      });
      await api('POST', '/sede/scelta/', { nome: 'Due', zona: 'Sud', tipo: 'T', valore: '1' });
      await page.goto('/conf-scelte');
      for (const zone of ['Nord', 'Sud']) await page.getByRole('rowheader', { name: zone }).waitFor();
      const row = page.getByRole('row').filter({ hasText: 'Uno' });
      await row.getByRole('cell', { name: 'Buon giorno' }).waitFor();
      await row.getByRole('cell', { name: 'Oggetti' }).waitFor();
      await row.getByRole('cell', { name: 'Sì' }).waitFor();
      await page.getByRole('row').filter({ hasText: 'Due' }).getByRole('cell', { name: '1' }).waitFor();
    }),
  );

  atNight(
    'limit the choices by another value',
    there(async ({ page, api }) => {
      const [north, south] = [
        await api<Row>('POST', '/sede/', { nome: 'Ferrara', codice: 'F' }),
        await api<Row>('POST', '/sede/', { nome: 'Modena', codice: 'M' }),
      ];
      await api('POST', '/sede/contratto/', { nome: 'Luce', id_sede: north.id });
      await api('POST', '/sede/contratto/', { nome: 'Gas', id_sede: south.id });
      await page.goto('/upd-scelta');
      await pick(page, 'Sede', 'Modena');
      await page.getByRole('combobox', { name: 'Contratto', exact: true }).click();
      const options = page.locator('[role=listbox]:not([aria-busy=true])').getByRole('option');
      await expect
        .poll(async () => (await options.allTextContents()).map((one) => one.trim()))
        .toEqual(['Gas']);
    }),
  );

  it(
    "put rows in a tab of the parent's page, and fill a child row from its parent",
    there(async ({ page, api }) => {
      const above = await api<Row>('POST', '/sede/', { nome: 'Umbria', codice: 'U', zona: 'Centro' });
      await page.goto(`/dettaglio-sede/${above.id}`);
      await page.getByRole('tab', { name: 'Contratti' }).click();
      await page.goto(`/upd-contratto/${above.id}`);
      await box(page, 'Nome').fill('Acqua');
      await saveButton(page).click();
      await page.waitForURL(`**/dettaglio-sede/${above.id}**`);
      await sees(page, 'Acqua');
      await page.goto(`/add-sede-figlia/${above.id}`);
      await sees(page, 'Segue: Sopra');
      await box(page, 'Nome').fill('Foligno');
      await saveButton(page).click();
      await sees(page, 'Questo campo è obbligatorio');
      await box(page, 'Codice').fill('FO');
      await saveButton(page).click();
      await expect
        .poll(async () => (await api<Row[]>('GET', `/sede/?idSede=${above.id}`)).map(({ zona }) => zona))
        .toEqual(['Centro', 'Centro']);
    }),
  );
});
