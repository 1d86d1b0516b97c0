import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messageOf } from '../../../schemas/failures.ts';
import { readSchemas } from '../../../schemas/read-schemas.ts';
import { migrate } from '../../../server/database/migration.ts';
import { LISTENER } from '../../../server/database/server-announcements.ts';
import { limitCalls } from '../../../server/http/rate-limit.ts';
import { keyHash } from '../../../server/http/session.ts';
import { inDays } from '../plant/days.ts';
import { log } from '../plant/templates.ts';
import { openTestPlant, type TestPlant } from './test-plant.ts';

const KEYS = '/chiave-api/';
const CONNECTOR = 'connector@plant.example';
let plant: TestPlant;
let token: string;
let names = 0;

async function newKey(more: object = {}): Promise<number> {
  names += 1;
  const body = { nome: `Gestionale ${names}`, id_utente: plant.id[CONNECTOR], ...more };
  const made = await plant.ask('POST', KEYS, { token, body });
  expect(made.status, made.description).toBe(200);
  return made.data.id;
}
const act = (id: number, path: string, who = token) =>
  plant.ask('POST', `${KEYS}${id}/${path}`, { token: who });
const keyOf = async (id: number): Promise<string> => (await act(id, 'genera')).data.secret;
const stateOf = async (id: number) => (await plant.ask('GET', `${KEYS}${id}`, { token })).data.stato;
const call = (key: string) => plant.ask('GET', '/utente/?pag=1', { token: key });
const setLimit = (most: string) =>
  plant.database
    .query<{ id: number }>("select id from parametro where codice = 'ConnettoriLimite'")
    .then(({ rows }) => plant.ask('PUT', `/parametro/${rows[0]!.id}`, { token, body: { valore: most } }));

beforeAll(async () => {
  plant = await openTestPlant();
  token = (await plant.login('super@plant.example')).access_token;
});
afterAll(() => plant.close());
beforeEach(() => plant.database.query('update chiave_api set revocata = now() where revocata is null'));

describe('the key of a connector [S14]', () => {
  it('is created once and shown once, stored as a hash, signs in, and can be revoked permanently', async () => {
    const id = await newKey();
    expect(await stateOf(id)).toBe('nuova');
    const made = await act(id, 'genera');
    const key = made.data.secret;
    expect(made.data).toEqual({ secret: expect.stringMatching(/^ofk_[\w-]{43}$/) });
    expect(await act(id, 'genera')).toMatchObject({ status: 409, result: -1 });
    const { rows } = await plant.database.query('select * from chiave_api');
    expect(JSON.stringify(rows)).not.toContain(key);

    const listed = (await plant.ask('GET', `${KEYS}?pag=1&filtro=${key.slice(0, 10)}`, { token })).data;
    expect(listed).toMatchObject([
      { id, stato: 'attiva', prefisso: key.slice(0, 10), connettore: 'connector Test' },
    ]);
    expect(JSON.stringify(listed)).not.toContain(keyHash(key));
    expect((await call(key)).result).toBe(0);
    expect((await plant.ask('GET', '/info/licenza/', { token: key })).data.num_api_enabled_attivi).toBe(1);

    expect((await act(id, 'revoca')).result).toBe(0);
    expect(await call(key)).toMatchObject({ status: 401, result: -100 });
    expect(await stateOf(id)).toBe('revocata');
    for (const path of ['revoca', 'genera']) expect((await act(id, path)).status).toBe(409);
    const renamed = await plant.ask('PUT', `${KEYS}${id}`, { token, body: { nome: 'Altro' } });
    expect(renamed).toMatchObject({ status: 409, description: expect.stringContaining('revocata') });
    expect((await plant.ask('DELETE', `${KEYS}${id}`, { token })).status).toBe(405);
  });

  it('records who created and revoked it, and its last use, but not its hash', async () => {
    const id = await newKey();
    const key = await keyOf(id);
    expect((await plant.ask('GET', `${KEYS}${id}`, { token })).data.ultimo_uso).toBeNull();
    const before = Date.now();
    await call(key);
    const { ultimo_uso } = (await plant.ask('GET', `${KEYS}${id}`, { token })).data;
    expect(Date.parse(ultimo_uso)).toBeGreaterThan(before - 5000);
    await act(id, 'revoca');
    const { data: history } = await plant.ask('GET', `${KEYS}${id}/storico`, { token });
    expect(history.map((one: { utente: string }) => one.utente)).toEqual(Array(5).fill('super Test'));
    const historyLines = history.flatMap(({ detto }: { detto?: string }) => detto ?? []);
    expect(historyLines).toEqual(['Chiave revocata', 'Chiave generata']);
    const changed = history.flatMap(({ modifiche }: { modifiche: { campo: string }[] }) =>
      (modifiche ?? []).map(({ campo }) => campo),
    );
    expect(changed).toEqual(expect.arrayContaining(['prefisso', 'creata', 'revocata']));
    expect(changed).not.toContain('hash');
    const { rows } = await plant.database.query('select modifiche from storico_modifiche');
    expect(JSON.stringify(rows)).not.toContain(keyHash(key));
  });

  it('is valid until the end of its last day, and again if that is extended', async () => {
    const key = await keyOf(await newKey({ scadenza: inDays(0) }));
    expect((await call(key)).result).toBe(0);
    const id = await newKey({ scadenza: inDays(-1) });
    const over = await keyOf(id);
    expect(await call(over)).toMatchObject({ status: 401, result: -100 });
    expect(await stateOf(id)).toBe('scaduta');
    await plant.ask('PUT', `${KEYS}${id}`, { token, body: { scadenza: inDays(2) } });
    expect((await call(over)).result).toBe(0);
  });

  it('is refused when it is made up', async () => {
    expect(await call(`ofk_${'a'.repeat(43)}`)).toMatchObject({ status: 401, result: -100 });
  });

  it('is only for system users, and only made by a super admin', async () => {
    const body = { nome: 'Persona', id_utente: plant.id['tech@plant.example'] };
    expect(await plant.ask('POST', KEYS, { token, body })).toMatchObject({
      status: 422,
      errors: { id_utente: 'Serve un utente di sistema' },
    });
    const admin = (await plant.login('admin@plant.example')).access_token;
    const id = await newKey();
    for (const path of ['genera', 'revoca']) expect((await act(id, path, admin)).status).toBe(403);
    expect((await plant.ask('GET', KEYS, { token: admin })).status).toBe(403);
    // A connector has at most an administrator's rights, and cannot create keys.
    expect((await act(id, 'genera', await keyOf(id))).status).toBe(403);
  });

  it('takes a seat of the licence: one for all keys of a connector, none for an expired key', async () => {
    const [first, second, third] = [await newKey(), await newKey(), await newKey({ scadenza: inDays(-1) })];
    await plant.database.query('update licenza set num_api_enabled = 0');
    expect(await act(first, 'genera')).toMatchObject({
      status: 422,
      description: expect.stringContaining('connettori'),
    });
    await plant.database.query('update licenza set num_api_enabled = 1');
    expect((await act(first, 'genera')).result).toBe(0);
    expect((await act(second, 'genera')).result).toBe(0);
    const other = await plant.database.query<{ id: number }>(
      `insert into utente (nome, cognome, mail, id_utente_ruolo, attivo, sys)
       select 'Altro', 'Connettore', '-', id_utente_ruolo, 0, 1 from utente where id = $1 returning id`,
      [plant.id[CONNECTOR]],
    );
    await plant.database.query('update chiave_api set id_utente = $2 where id = $1', [
      third,
      other.rows[0]!.id,
    ]);
    expect((await act(third, 'genera')).status).toBe(422);
    await act(first, 'revoca');
    await act(second, 'revoca');
    expect((await act(third, 'genera')).result).toBe(0);
    expect((await plant.ask('GET', '/info/licenza/', { token })).data.num_api_enabled_attivi).toBe(0);
    const fourth = await newKey();
    expect((await act(fourth, 'genera')).result).toBe(0);
    const later = await plant.ask('PUT', `${KEYS}${third}`, { token, body: { scadenza: inDays(9) } });
    expect(later).toMatchObject({ status: 422, description: expect.stringContaining('connettori') });
    await plant.database.query('update licenza set num_api_enabled = null');
  });

  it('may call a number of times per minute, counted per key, and gets the time to wait', async () => {
    const [one, other] = [await keyOf(await newKey()), await keyOf(await newKey())];
    await setLimit('3');
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await call(one)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await call(one);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.description).toContain('Troppe chiamate');
    expect((await call(other)).status).toBe(200);
    await setLimit('0');
    expect((await call(one)).status).toBe(200);
    await setLimit('600');

    let now = 0;
    const calls = limitCalls({ now: () => now });
    expect([calls.take(1, 1), calls.take(1, 1), calls.take(2, 1)]).toEqual([0, 60, 0]);
    now = 60_000;
    expect(calls.take(1, 1)).toBe(0);
  });

  it('of a plant from before works on', async () => {
    const old = `ofk_${'b'.repeat(43)}`;
    await plant.database.transaction(async (transaction) => {
      await transaction.query('drop table chiave_api');
      await transaction.query(
        `create table chiave_api (id integer generated by default as identity primary key,
           id_utente integer not null references utente (id) on delete cascade, hash text not null,
           prefisso text not null, creata timestamptz not null default now(), revocata timestamptz)`,
      );
      await transaction.query('insert into chiave_api (id_utente, hash, prefisso) values ($1, $2, $3)', [
        plant.id[CONNECTOR],
        keyHash(old),
        old.slice(0, 10),
      ]);
      await transaction.query('delete from officina_versione');
    });
    // The plant of this test counts as a running server until its connection for announcements is lost, and again
    // when it has a new one.
    const migrated = async (): Promise<string> => {
      await plant.database.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where application_name = $1 and datname = current_database()`,
        [LISTENER],
      );
      const migration = migrate(plant.database, readSchemas().entities, { log });
      return migration.then(() => 'done', messageOf);
    };
    await expect.poll(migrated).toBe('done');
    expect((await call(old)).result).toBe(0);
    expect((await plant.ask('GET', KEYS, { token })).data).toMatchObject([{ nome: null, stato: 'attiva' }]);
    await plant.database.query("insert into chiave_api (nome, id_utente) values ('Nuova', $1)", [
      plant.id[CONNECTOR],
    ]);
  });
});
