/**
 * npm run test:crash, second part: eight users upload documents while the server is killed repeatedly. Every row must
 * have its file, acknowledged files must survive, and leftovers must be swept.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readSchemas, SCHEMAS } from '../../schemas/read-schemas.ts';
import { sweepFiles } from '../../server/capabilities/documents/sweep.ts';
import { type Database, openDatabase } from '../../server/database/engine.ts';
import { diskStore } from '../../server/files/disk-store.ts';
import { filesFolder } from '../../server/files/open-store.ts';
import { between, call, onEachEngine, type Plant, pause, signIn } from './plant.ts';

const CLIENTS = 8;
const DOCUMENTS = 1_000;
const KILLS = 10;
const log = { info: () => undefined, warn: () => undefined };

interface StoredFile {
  id: number;
  hash: string;
}

interface Figures {
  engine: string;
  kills: number;
  acknowledged: number;
  'cut off': number;
  rows: number;
  'acknowledged, lost': number;
  'rows without file': number;
  'wrong content': number;
  'orphans before the sweep': number;
  'orphans after': number;
}

/** Creates a warehouse, which has few required fields and keeps documents. */
async function place(plant: Plant, token: string): Promise<string> {
  const post = (path: string, body: object) =>
    call(plant, token, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const made = await post('/magazzino/classe', { codice: 'CRASH', descrizione: 'Crash' });
  const row = { codice: 'CRASH', descrizione: 'Crash', id_organizzazione: 1, id_reparto: 1 };
  const fields = await call(plant, token, `/magazzino/template/${made!.data.id}`);
  const required = (fields!.data as unknown as { campo_tabella: string; obbligatorio: number }[]).filter(
    ({ obbligatorio, campo_tabella }) => obbligatorio === 1 && /^campo_(str|nota)/.test(campo_tabella),
  );
  const filled = Object.fromEntries(required.map(({ campo_tabella }) => [campo_tabella, 'x']));
  const warehouse = await post('/magazzino/', { ...row, ...filled, id_classe: made!.data.id });
  if (warehouse?.status !== 200) throw new Error(`no warehouse: ${JSON.stringify(warehouse)}`);
  const folders = await call(plant, token, '/magazzino/documento/cartella');
  const [folder] = folders!.data as unknown as { id: number }[];
  return `/magazzino/${warehouse.data.id}/documento/?idCartella=${folder!.id}`;
}

/** Returns a random text, so that all contents differ. */
const content = (): Buffer => Buffer.from(randomBytes(between(500, 120_000)).toString('base64'));

async function upload(plant: Plant, token: string, path: string): Promise<StoredFile | undefined> {
  const bytes = content();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'crash.txt');
  const reply = await call(plant, token, path, { method: 'POST', body });
  if (reply === undefined) return undefined;
  if (reply.status !== 200) throw new Error(`an upload was refused: ${JSON.stringify(reply)}`);
  return { id: reply.data.id as number, hash: createHash('sha256').update(bytes).digest('hex') };
}

interface Course {
  promised: StoredFile[];
  cutOff: number;
  kills: number;
}

async function uploadWhileKilled(plant: Plant): Promise<Course> {
  await plant.start();
  const token = await signIn(plant);
  const path = await place(plant, token);
  const course: Course = { promised: [], cutOff: 0, kills: 0 };
  const enough = (): boolean => course.promised.length >= DOCUMENTS && course.kills >= KILLS;
  const client = async (): Promise<void> => {
    while (!enough()) {
      const stored = await upload(plant, token, path);
      if (stored) course.promised.push(stored);
      else {
        course.cutOff += 1;
        await pause(20);
      }
    }
  };
  const killer = async (): Promise<void> => {
    while (course.kills < KILLS) {
      // Spreads the kills over the run, each during uploads.
      const due = ((course.kills + Math.random()) * DOCUMENTS) / KILLS;
      while (course.promised.length < due) await pause(between(1, 20));
      await pause(between(0, 60));
      await plant.kill();
      course.kills += 1;
      await plant.start();
    }
  };
  await Promise.all([killer(), ...Array.from({ length: CLIENTS }, client)]);
  await plant.kill();
  return course;
}

/** Returns the contents that any row names: the demo plant has documents too. */
async function namedContents(database: Database): Promise<Set<string>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.columns
     where table_schema = current_schema() and column_name = 'hash'`,
  );
  const all = tables.map(({ name }) => `select hash::text from ${name} where hash is not null`);
  const { rows } = await database.query<{ hash: string }>(all.join(' union '));
  return new Set(rows.map(({ hash }) => hash));
}

async function verify(engine: string, plant: Plant, { promised, cutOff, kills }: Course): Promise<Figures> {
  const schemas = readSchemas([SCHEMAS]);
  const database = await openDatabase({ url: plant.url, folder: plant.folder, log });
  const files = diskStore(filesFolder(plant.folder));
  try {
    const { rows } = await database.query<{ id: number; hash: string }>(
      'select id, hash from magazzino_documento',
    );
    const there = new Map(rows.map(({ id, hash }) => [id, hash]));
    let missing = 0;
    for (const { hash } of rows)
      await files.open(hash).catch(() => {
        missing += 1;
      });
    const named = await namedContents(database);
    const orphans = async (): Promise<number> => {
      let left = 0;
      for await (const { hash } of files.list()) if (!named.has(hash)) left += 1;
      return left;
    };
    const before = await orphans();
    // Uploads have ended: no file is too recent to sweep.
    await sweepFiles({ database, schemas, files, grace: -60_000 });
    return {
      engine,
      kills,
      acknowledged: promised.length,
      'cut off': cutOff,
      rows: rows.length,
      'acknowledged, lost': promised.filter(({ id }) => !there.has(id)).length,
      'rows without file': missing,
      'wrong content': promised.filter(({ id, hash }) => there.has(id) && there.get(id) !== hash).length,
      'orphans before the sweep': before,
      'orphans after': await orphans(),
    };
  } finally {
    await database.close();
  }
}

const results = await onEachEngine(async (engine, plant) =>
  verify(engine, plant, await uploadWhileKilled(plant)),
);
console.table(results);
const failed = results.some(
  (one) =>
    one['acknowledged, lost'] + one['rows without file'] + one['wrong content'] + one['orphans after'] > 0,
);
console.log(failed ? 'The crash test of documents failed.' : 'No acknowledged document was lost.');
process.exit(failed ? 1 : 0);
