/** A backup file restored on either engine: every row and every file, or nothing. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { buildApp } from '../../../server/app.ts';
import { hashesInUse, jobContents } from '../../../server/capabilities/documents/space.ts';
import { carriedTables, whyLeftOut } from '../../../server/database/carried-tables.ts';
import { countTables, wrongKept } from '../../../server/database/counts.ts';
import { type Database, openDatabase } from '../../../server/database/engine.ts';
import { allTables } from '../../../server/database/migration.ts';
import { presentTables } from '../../../server/database/present-tables.ts';
import { ident } from '../../../server/database/sql.ts';
import { storePrivately } from '../../../server/domains/backup/index.ts';
import { BackupRefused, type Manifest, PARTS } from '../../../server/domains/backup/manifest.ts';
import { openBackup, restoreBackup } from '../../../server/domains/backup/restore-backup.ts';
import { writeBackup } from '../../../server/domains/backup/write-backup.ts';
import { BESIDE_FILES } from '../../../server/domains/info/files.ts';
import { checkStock } from '../../../server/domains/stock/check.ts';
import { diskStore } from '../../../server/files/disk-store.ts';
import { filesFolder } from '../../../server/files/open-store.ts';
import { formOf, pdf } from '../../files/sample-files.ts';
import { drawn } from '../../files/signature.ts';
import { send } from '../documents/records.ts';
import { testPlace } from '../plant/database.ts';
import { DEMO_PASSWORD, log, newPlace, SERVER } from '../plant/templates.ts';
import { type Store, store } from '../stock/store.ts';
import { changeManifest, type Parts, partsOf, rowsOf, sealInto } from './archives.ts';

vi.setConfig({ testTimeout: 500_000, hookTimeout: 300_000 });

const VERSION = '0.4.0';
const work = mkdtempSync(join(tmpdir(), 'officina-backup-'));
const company = join(work, 'company.zip');
let plant: Store;
let part: number;
let warehouse: number;
let lastCost: number;

interface Home {
  database: Database;
  folder: string;
}

const storeOf = (folder: string) => diskStore(filesFolder(folder));

async function backUp({ database, folder }: Home, path: string) {
  const { schemas } = plant.demo;
  const from = { database, schemas, files: storeOf(folder), folder, beside: BESIDE_FILES, version: VERSION };
  return writeBackup(from, (content) => storePrivately(content, path));
}

async function restoreInto({ database, folder }: Home, path: string) {
  const opened = await openBackup(path, VERSION);
  const target = {
    database,
    schemas: plant.demo.schemas,
    files: storeOf(folder),
    folder,
    beside: BESIDE_FILES,
  };
  try {
    return await restoreBackup(target, opened);
  } finally {
    await opened.archive.close();
  }
}

/** Adds signatures, documents, custom fields, withdrawals, changes and deletions. */
async function fill(): Promise<void> {
  const { demo, admin } = plant;
  [part, warehouse] = [await plant.part({ codice: 'BK-1' }), await plant.warehouse({ codice: 'BK' })];
  await plant.move(part, warehouse, 10.25, { descrizione_lotto: 'L-1' });
  await plant.move(part, warehouse, -3.5, { descrizione_lotto: 'L-1' });
  const machine = await plant.asset('BK-MACCHINA');
  const shelf = await demo.idOf('oggetto/documento/cartella', { nome: 'Manuali' });
  const sent = await send(admin, `/oggetto/${machine}/documento/?idCartella=${shelf}`, [
    ['Però "così".pdf', pdf('Manuale')],
  ]);
  expect(sent.status, sent.description).toBe(200);
  const order = await plant.intervention(machine);
  const signed = await admin.send('POST', `/rapportini/firme/tecnico/odl/${order}`, {
    ...(await formOf([['firma.png', drawn()]], 'signature')),
  });
  expect(signed.status, signed.description).toBe(200);
  await demo.database.query(`update odl set descrizione = E'Riga uno\\nriga "due" \\\\ è ☃' where id = $1`, [
    order,
  ]);
  await demo.database.query(
    "update oggetto set campo_float1 = 12345678901234.56, campo_str2 = 'è' where id = $1",
    [machine],
  );
  // The number of a deleted row is never used again.
  lastCost = (
    await demo.database.query<{ id: number }>(
      `insert into costo (codice, descrizione, id_organizzazione, id_reparto, tipo, costo_unitario)
     values ('BK-X', 'x', 1, 1, 1, 1) returning id_costo as id`,
    )
  ).rows[0]!.id;
  await demo.database.query('delete from costo where id_costo = $1', [lastCost]);
  writeFileSync(join(demo.folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await demo.database.query(
    "insert into logo_impianto (contenuto, content_type) values ('PHN2Zy8+', 'image/svg+xml')",
  );
}

let job: Row;

/** Creates the backup by the job of the information page, while others work. */
async function requestBackup(): Promise<void> {
  const { demo, admin } = plant;
  let busy = true;
  const moving = (async () => {
    for (let round = 0; busy; round++)
      await plant.move(part, warehouse, round % 2 === 0 ? 2 : -1, { descrizione_lotto: 'L-1' });
  })();
  const { id } = (await admin.post('/info/backup?formato=zip', {})).data;
  const now = async (): Promise<Row> => (await admin.get(`/lavoro/${id}`, { language: 'it' })).data;
  do {
    await new Promise((wait) => setTimeout(wait, 50));
    job = await now();
  } while (['attesa', 'in_corso'].includes(job.stato as string));
  busy = false;
  await moving;
  const reply = await demo.app.server.inject({
    url: `/api/cmms/lavoro/${id}/file`,
    headers: { authorization: `Bearer ${await demo.token('SUADMIN')}` },
  });
  expect(reply.headers['content-type']).toBe('application/zip');
  writeFileSync(company, reply.rawPayload);
}

beforeAll(async () => {
  plant = await store();
  await fill();
  await requestBackup();
});
afterAll(async () => {
  await plant.close();
  rmSync(work, { recursive: true, force: true });
});

async function emptyHome(engine: 'embedded' | 'server'): Promise<Home> {
  const folder = mkdtempSync(join(work, 'home-'));
  const place = engine === 'server' ? await newPlace() : SERVER ? { folder } : await testPlace('empty');
  const database = await openDatabase({ ...place, log });
  onTestFinished(async () => {
    await database.close();
    if ('remove' in place) await place.remove();
  });
  return { database, folder };
}

/** Tables whose rows a backup leaves out. */
const NOT_COMPARED = [
  'officina_versione',
  'chiave_firma',
  'link_usato',
  'sessione',
  'tentativo',
  'nome_tentato',
];

/** Returns every row of all tables in the backup, as PostgreSQL prints it. */
async function rowsIn({ database }: Home): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  const { entities } = plant.demo.schemas;
  // Their rows come in another order; their sums are checked on their own.
  const counts = new Set(countTables(entities).map(({ name }) => name));
  const emptied = new Map(carriedTables(entities).map((table) => [table.name, table.emptied]));
  for (const { name, key, columns } of allTables(entities)) {
    if (NOT_COMPARED.includes(name) || counts.has(name)) continue;
    const selected = columns
      .filter((column) => !emptied.get(name)?.includes(column.name))
      .map((one) => ident(one.name));
    const { rows } = await database.query<{ line: string }>(
      `select row_to_json(r)::text as line from (select ${selected.join(', ')} from ${ident(name)} order by ${key.map(ident).join(', ')}) r`,
    );
    all[name] = rows.map(({ line }) => line);
  }
  return all;
}

function filesIn({ folder }: Home): Record<string, string> {
  const names = readdirSync(filesFolder(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const root = filesFolder(folder);
  return Object.fromEntries(
    names.map((path) => [
      path.slice(root.length),
      createHash('sha256').update(readFileSync(path)).digest('hex'),
    ]),
  );
}

/** Without the results of jobs, which no backup contains. */
async function documentFiles(home: Home): Promise<Record<string, string>> {
  const results = await jobContents(home.database);
  return Object.fromEntries(Object.entries(filesIn(home)).filter(([, hash]) => !results.has(hash)));
}

it('every table is either carried or left out for a reason', () => {
  const { entities } = plant.demo.schemas;
  const carried = new Set(carriedTables(entities).map(({ name }) => name));
  const forgotten = allTables(entities).filter(
    ({ name }) => !carried.has(name) && !whyLeftOut(entities, name),
  );
  expect(forgotten.map(({ name }) => name)).toEqual([]);
  const both = [...carried].filter((name) => whyLeftOut(entities, name));
  expect(both).toEqual([]);
});

describe('requested on the information page', () => {
  it('is for super admins, and describes its contents', async () => {
    const { demo, admin } = plant;
    expect((await admin.post('/info/backup', {})).status).toBe(400);
    expect((await (await demo.as('SUPER')).post('/info/backup?formato=zip', {})).status).toBe(403);
    expect(job).toMatchObject({
      tipo: 'backup',
      stato: 'fatto',
      fatto: job.totale,
      file: expect.stringMatching(/^officina-\d{4}-\d\d-\d\d\.zip$/),
      messaggio: expect.stringMatching(/^Esportazione di tutta l'azienda terminata: \d+ righe, \d+ file$/),
    });
    const parts = await partsOf(company);
    const files = await hashesInUse(demo.database, demo.schemas);
    expect([...parts.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(files.size);
    expect(readdirSync(demo.folder).filter((name) => name.startsWith('snapshot-'))).toEqual([]);
  });

  it('is one snapshot, whatever is written at the same time', async () => {
    const parts = await partsOf(company);
    const sums = new Map<string, number>();
    const add = (one: Row, end: string, sign: number): void => {
      if (!one[`id_magazzino${end}`]) return;
      const key = `${one.id_ricambio} ${one[`id_magazzino${end}`]}`;
      sums.set(key, (sums.get(key) ?? 0) + sign * Math.round((one.quantita as number) * 100));
    };
    for (const one of rowsOf(parts, 'movimentazione')) {
      add(one, '_a', 1);
      add(one, '_da', -1);
    }
    for (const one of rowsOf(parts, 'giacenza')) add(one, '', -1);
    expect(sums.size).toBeGreaterThan(3);
    expect([...sums].filter(([, left]) => left !== 0)).toEqual([]);
  });
});

describe('a file that is not whole', () => {
  const refusal = (path: string): Promise<unknown> =>
    openBackup(path, VERSION).then(
      async ({ archive }) => {
        await archive.close();
        return undefined;
      },
      (error) => error,
    );
  const bad = join(work, 'bad.zip');

  it('is refused with any byte changed', async () => {
    const bytes = readFileSync(company);
    for (let step = 0; step < 150; step++) {
      const at = step < 100 ? bytes.length - 1 - step * 3 : (step * 7919 * 31) % bytes.length;
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1 << (step % 8);
      writeFileSync(bad, changed);
      expect(await refusal(bad), `byte ${at}`).toBeInstanceOf(BackupRefused);
    }
  });

  it('is refused when it is cut, half sent, longer or something else', async () => {
    const bytes = readFileSync(company);
    const halves = [0, 1, 100, bytes.length / 2, bytes.length - 1].map((end) => bytes.subarray(0, end));
    for (const other of [
      ...halves,
      Buffer.concat([bytes, Buffer.from('x')]),
      Buffer.from('PK\x03\x04'),
      pdf(),
    ]) {
      writeFileSync(bad, other);
      expect(await refusal(bad), String(other.length)).toBeInstanceOf(BackupRefused);
    }
  });

  const remade: [string, RegExp, (parts: Parts) => void][] = [
    [
      'of a newer version',
      /made by Officina 99\.0\.0; this is 0\.4\.0/,
      (parts) =>
        changeManifest(parts, (manifest) => {
          manifest.version = '99.0.0';
        }),
    ],
    [
      'of a newer format',
      /Update the program/,
      (parts) =>
        changeManifest(parts, (manifest) => {
          manifest.format = 2;
        }),
    ],
    [
      'with a name that leads out of the folder',
      /no backup of Officina holds/,
      (parts) => parts.set('files/../../../etc/cron.d/x', Buffer.from('x')),
    ],
    [
      'with a part that grows beyond measure',
      /no backup of Officina holds/,
      (parts) => parts.set('tables/odl/000009.jsonl', Buffer.alloc(40 * 1024 * 1024)),
    ],
    [
      'with something that it does not tell of',
      /lacks something/,
      (parts) => parts.set('tables/odl/000009.jsonl', Buffer.from('{}\n')),
    ],
    ['without a part that it tells of', /lacks something/, (parts) => parts.delete(PARTS.rows('odl', 1))],
    [
      'with SQL for a type',
      /does not say what is in it/,
      (parts) =>
        changeManifest(parts, ({ tables }) => {
          tables[0]!.columns[0]!.type = 'text); drop table utente; --';
        }),
    ],
    [
      'with SQL for a name',
      /does not say what is in it/,
      (parts) =>
        changeManifest(parts, ({ tables }) => {
          tables[0]!.name = 'x" cascade';
        }),
    ],
    [
      'whose manifest is none',
      /does not say what is in it/,
      (parts) => parts.set(PARTS.manifest, Buffer.from('{')),
    ],
    [
      'whose list of files has no hashes',
      /lacks something/,
      (parts) => {
        const text = '{"hash":"../../x","bytes":1}\n';
        parts.set(PARTS.contents, Buffer.from(text));
        changeManifest(parts, ({ contents }) => {
          contents.sha256 = createHash('sha256').update(text).digest('hex');
        });
      },
    ],
  ];
  it.each(remade)('is refused %s', async (_name, words, change) => {
    const parts = await partsOf(company);
    change(parts);
    await sealInto(bad, parts);
    expect(await refusal(bad)).toMatchObject({
      name: 'BackupRefused',
      message: expect.stringMatching(words),
    });
  });

  it('leaves nothing behind after a failure, and an older backup is upgraded', async () => {
    const home = await emptyHome(SERVER ? 'server' : 'embedded');
    const nothing = async (): Promise<void> => {
      expect((await presentTables(home.database)).size).toBe(0);
      expect(Object.keys(existsSync(filesFolder(home.folder)) ? filesIn(home) : {})).toEqual([]);
      expect(existsSync(join(home.folder, 'logo.svg'))).toBe(false);
    };
    const attempts: [RegExp, (parts: Parts) => void][] = [
      [
        /rows of odl/,
        (parts) => {
          const text = parts.get(PARTS.rows('odl', 1))!.toString('utf8');
          parts.set(PARTS.rows('odl', 1), Buffer.from(text.replace('Riga uno', 'Riga due')));
        },
      ],
      [
        /The file [0-9a-f]{64} in the backup has changed/,
        (parts) => {
          const name = [...parts.keys()].find((one) => one.startsWith('files/'))!;
          parts.get(name)![0]! ^= 1;
        },
      ],
      [
        /altrove\.x|altrove, which this program does not know/,
        (parts) =>
          changeManifest(parts, ({ tables }) => {
            tables.push({
              name: 'altrove',
              key: ['x'],
              columns: [{ name: 'x', type: 'integer' }],
              rows: 0,
              bytes: 0,
              parts: 0,
              last: null,
              sha256: createHash('sha256').digest('hex'),
            });
          }),
      ],
    ];
    for (const [words, change] of attempts) {
      const parts = await partsOf(company);
      change(parts);
      await sealInto(bad, parts);
      await expect(restoreInto(home, bad)).rejects.toThrow(words);
      await nothing();
    }
    // A version before soft deletion of costs and before webhooks.
    const parts = await partsOf(company);
    changeManifest(parts, (manifest: Manifest) => {
      manifest.version = '0.3.0';
      manifest.tables = manifest.tables.filter(({ name }) => !name.startsWith('webhook'));
      const costs = manifest.tables.find(({ name }) => name === 'costo')!;
      costs.columns = costs.columns.filter(({ name }) => name !== 'canc');
    });
    for (const name of [...parts.keys()]) if (name.startsWith('tables/webhook')) parts.delete(name);
    await sealInto(bad, parts);
    await restoreInto(home, bad);
    const { rows } = await home.database.query<Row>(
      'select count(*)::int as all, sum(canc)::int as canc from costo',
    );
    expect(rows[0]).toMatchObject({ canc: 0 });
    expect(rows[0]!.all).toBeGreaterThan(0);
    expect((await home.database.query('select 1 from webhook')).rows).toEqual([]);
  });
});

describe('there and back', () => {
  // From the engine of the run to the embedded one and, with a server, back.
  const ways = SERVER ? (['embedded', 'server'] as const) : (['embedded'] as const);

  it('every row of every table and every file are the same, and work continues', async () => {
    const { demo } = plant;
    const old = await demo.token('SUADMIN');
    // Background work would continue to write.
    await demo.app.close();
    // As in every backup: the job that made it is running.
    await demo.database.query("update lavoro set stato = 'in_corso', finito = null where id = $1", [job.id]);
    let [home, path]: [Home, string] = [demo, join(work, 'still.zip')];
    await backUp(home, path);
    const [rows, files] = [await rowsIn(home), await documentFiles(home)];
    for (const filled of [
      'odl',
      'oggetto',
      'odl_prelievo',
      'rapportini_firme',
      'storico_modifiche',
      'movimentazione',
      'credenziale',
    ])
      expect(rows[filled]?.length, filled).toBeGreaterThan(0);
    expect(Object.keys(files).length).toBeGreaterThanOrEqual(2);
    for (const engine of ways) {
      const next = await emptyHome(engine);
      const restored = await restoreInto(next, path);
      expect(restored).toMatchObject({ files: Object.keys(files).length, missing: 0 });
      const found = await rowsIn(next);
      for (const name of Object.keys(rows)) expect(found[name], name).toEqual(rows[name]);
      expect(filesIn(next)).toEqual(files);
      expect(readFileSync(join(next.folder, 'logo.svg'), 'utf8')).toContain('<svg');
      [home, path] = [next, join(work, `${engine}.zip`)];
      await backUp(home, path);
    }
    await goesOn(home, old);
    await expect(restoreInto(home, company)).rejects.toThrow('not empty');
  });

  async function goesOn({ database, folder }: Home, old: string): Promise<void> {
    const { entities } = plant.demo.schemas;
    expect((await checkStock(database)).differences).toEqual([]);
    expect(await wrongKept(database, entities)).toEqual([]);
    expect((await database.query('select 1 from credenziale where refresh_id is not null')).rows).toEqual([]);
    const app = await buildApp({
      database,
      schemas: plant.demo.schemas,
      version: VERSION,
      site: 'none',
      folder,
    });
    onTestFinished(() => app.close());
    const { rows } = await database.query<Row>('select stato from lavoro where id = $1', [job.id]);
    expect(rows).toEqual([{ stato: 'interrotto' }]);
    const call = async (method: 'GET' | 'POST', url: string, payload?: object, token = '') =>
      (
        await app.server.inject({
          method,
          url: `/api/cmms${url}`,
          payload,
          headers: { authorization: `Bearer ${token}` },
        })
      ).json();
    expect(await call('GET', '/costo/', undefined, old)).toMatchObject({
      result: expect.not.stringMatching(/^0$/),
    });
    const account = { username: 'superadmin@officina.example', pwd: DEMO_PASSWORD };
    const token = (await call('POST', '/utente/login', account)).data.access_token as string;
    const cost = {
      codice: 'BK-NUOVO',
      descrizione: 'x',
      id_organizzazione: 1,
      id_reparto: 1,
      tipo: 1,
      costo_unitario: 1,
    };
    const made = await call('POST', '/costo/', cost, token);
    expect(made, made.description).toMatchObject({ result: 0 });
    expect(made.data.id_costo).toBeGreaterThan(lastCost);
    const triggers = (await presentTables(database)).get('movimentazione')!.triggers;
    expect([...triggers]).toEqual(['officina_only_added']);
    await expect(database.query('update movimentazione set quantita = 1')).rejects.toThrow('only ever added');
  }
});
