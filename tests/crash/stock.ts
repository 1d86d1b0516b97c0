/**
 * Users who withdraw parts onto interventions, return, reserve and cancel them, in the plant of the crash test; and
 * the conditions that must hold after each kill.
 */
import { readSchemas } from '../../schemas/read-schemas.ts';
import { type App, buildApp } from '../../server/app.ts';
import type { Database } from '../../server/database/engine.ts';
import { migrate } from '../../server/database/migration.ts';
import { DEMO_PASSWORD } from '../../server/domains/sessions/demo-accounts.ts';
import { hashPassword } from '../../server/domains/sessions/password.ts';
import { checkStock, reportOf } from '../../server/domains/stock/check.ts';
import { API } from '../../server/http/register.ts';
import { seedDemo } from '../../server/seed/demo.ts';
import { seedInitial } from '../../server/seed/initial.ts';

const PEOPLE = 3;
const MUCH = 1_000_000;
const ORDERS = 5;
const log = { info: () => undefined, warn: () => undefined };

const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!;

type Row = Record<string, unknown>;
type Send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<Row[] & Row>;

/** Creates the demo plant, unless another process has. */
async function plantIn(database: Database): Promise<App> {
  const schemas = readSchemas();
  await migrate(database, schemas.entities, { log });
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await database.transaction(async (transaction) => {
    const { rows } = await transaction.query('select 1 from ruolo limit 1');
    if (rows.length > 0) return;
    await seedInitial(transaction, schemas);
    await seedDemo(transaction, schemas, { passwordHash });
  });
  return buildApp({ database, schemas, version: 'crash', site: 'none' });
}

/** After a refusal or an interruption, the user continues with another action. */
async function sender(app: App): Promise<Send> {
  let token: string | undefined;
  const send: Send = async (method, path, body) => {
    const reply = await app.server.inject({
      method,
      url: `${API}${path}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      payload: body,
    });
    return reply.json().data ?? {};
  };
  const account = { username: 'superadmin@officina.example', pwd: DEMO_PASSWORD };
  token = (await send('POST', '/utente/login', account)).access_token as string;
  return send;
}

export async function peopleIn(database: Database): Promise<Promise<never>[]> {
  const send = await sender(await plantIn(database));
  const idsOf = async (sql: string): Promise<number[]> =>
    (await database.query<{ id: number }>(sql)).rows.map(({ id }) => id);
  const orders = await idsOf(
    `select o.id from odl o join stato s on s.id = o.id_stato where s.id_tipo_stato_odl not in (2, 4) order by o.id limit ${ORDERS}`,
  );
  const parts = await idsOf('select id from ricambio order by id limit 3');
  const warehouses = await idsOf('select id from magazzino order by id limit 2');
  for (const part of parts)
    for (const id_magazzino of warehouses)
      await send('POST', `/ricambio/${part}/giacenza/`, { id_magazzino, quantita: MUCH });
  const oneOf = async (path: string): Promise<Row | undefined> => any(await send('GET', path));
  const take = (path: string, moved: Row) => send('POST', `${path}/ricambio/`, { ...moved, quantita: -2 });
  const act = async (): Promise<void> => {
    const [path, part] = [`/odl/${any(orders)}`, any(parts)];
    const moved = { id_ricambio: part, id_magazzino: any(warehouses), id_ubicazione: null, id_lotto: null };
    const what = Math.random();
    if (what < 0.4) await take(path, moved);
    else if (what < 0.6) await send('POST', `${path}/ricambio/`, { ...moved, quantita: 1.25 });
    else if (what < 0.7)
      await send('DELETE', `${path}/prelievo/${(await oneOf(`${path}/ricambio/`))?.id_prelievo}`);
    else if (what < 0.8) await send('POST', `${path}/prenotazione/`, { id_ricambio: part, quantita: 3 });
    else if (what < 0.9)
      await send('DELETE', `${path}/prenotazione/${(await oneOf(`${path}/prenotazione/`))?.id}`);
    else
      await send('PUT', `/ricambio/${part}/trasferimento/`, {
        id_magazzino_da: warehouses[0],
        ubicazione_lotto_da: '-',
        id_magazzino_a: warehouses[1],
        quantita: 1,
      });
  };
  // Withdraws something before the first kill.
  for (const order of orders)
    await take(`/odl/${order}`, { id_ricambio: parts[0], id_magazzino: warehouses[0], id_ubicazione: null });
  return Array.from({ length: PEOPLE }, async () => {
    for (;;) await act();
  });
}

export interface Books {
  movements: number;
  /** The message of the command, if something differs. */
  wrong: string | undefined;
}

/** Returns empty books for a database that was killed before it had a plant. */
export async function booksOf(database: Database): Promise<Books> {
  const { rows } = await database.query<{ there: boolean }>(
    "select to_regclass('movimentazione') is not null as there",
  );
  if (!rows[0]!.there) return { movements: 0, wrong: undefined };
  const found = await checkStock(database);
  return { movements: found.movements, wrong: found.differences.length > 0 ? reportOf(found) : undefined };
}
