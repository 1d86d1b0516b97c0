/**
 * The server of the stock benchmark: a plant of 50 parts in a few locations, and at /bare the plain transaction of a
 * movement, run with the same parallelism without HTTP, sessions and checks. A child process; prints its ports and
 * ids as one line of JSON.
 */
import Fastify from 'fastify';
import { readSchemas } from '../schemas/read-schemas.ts';
import { buildApp } from '../server/app.ts';
import { checkStock } from '../server/domains/stock/check.ts';
import { move } from '../server/domains/stock/ledger.ts';
import { demoDatabase } from './demo-database.ts';
import { printReady } from './server-process.ts';

const PARTS = 50;
const [folder, url] = process.argv.slice(2);
const schemas = readSchemas();
const database = await demoDatabase(schemas, folder, url);
await database.query(
  `insert into ricambio (codice, descrizione, id_classe, id_organizzazione, id_reparto, unita_di_misura)
   select 'BENCH-' || n, 'Ricambio ' || n, (select min(id) from ricambio_classe), 1, 1, 'pz' from generate_series(1, $1::int) n
   on conflict do nothing`,
  [PARTS],
);
const idsOf = async (sql: string): Promise<number[]> =>
  (await database.query<{ id: number }>(sql)).rows.map(({ id }) => id);
const parts = await idsOf("select id from ricambio where codice like 'BENCH-%' order by id");
const [warehouse] = await idsOf("select id from magazzino where codice = 'MAG-FOL'");
const locations = await idsOf(
  "select u.id from ubicazione u join magazzino m on m.id = u.id_magazzino where m.codice = 'MAG-FOL' order by u.id limit 3",
);

/** The initial stock, low enough that some unloads are refused. */
await database.transaction(async (transaction) => {
  for (const part of parts)
    for (const id_ubicazione of locations)
      await move(transaction, {
        kind: 'load',
        part,
        quantity: 5,
        place: { id_magazzino: warehouse!, id_ubicazione, id_lotto: null },
        user: undefined,
      });
});

const CHECK_VIOLATION = '23514';
let index = 0;

/** Runs a movement as plain SQL: locks the balance, changes it, adds a row to the ledger. */
async function bareMove(): Promise<void> {
  const number = index++;
  const part = parts[number % PARTS]!;
  const location = locations[Math.floor(number / PARTS) % locations.length]!;
  const end = Math.random() < 0.5 ? 'a' : 'da';
  await database
    .transaction(async (transaction) => {
      const { rows } = await transaction.query<{ id: number }>(
        'select id from giacenza where id_ricambio = $1 and id_magazzino = $2 and id_ubicazione = $3 and id_lotto is null for update',
        [part, warehouse, location],
      );
      await transaction.query('update giacenza set quantita = quantita + $2 where id = $1', [
        rows[0]!.id,
        end === 'a' ? 1.25 : -1.25,
      ]);
      await transaction.query(
        `insert into movimentazione (id_ricambio, id_magazzino_${end}, id_ubicazione_${end}, quantita, id_usr_ins, usr_ins)
         values ($1, $2, $3, $4, $5, $6)`,
        [part, warehouse, location, 1.25, 1, 'Bench'],
      );
    })
    .catch((error) => {
      if (error.code !== CHECK_VIOLATION) throw error;
    });
}

const bare = Fastify();
/** Returns transactions per second. */
bare.get('/bare', async (call) => {
  const { clients, ms } = call.query as { clients: string; ms: string };
  const started = performance.now();
  let count = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - started < Number(ms)) {
      await bareMove();
      count++;
    }
  };
  await Promise.all(Array.from({ length: Number(clients) }, client));
  return { perSecond: count / ((performance.now() - started) / 1000) };
});
bare.get('/check', async () => {
  const { rows } = await database.query<{ least: number }>('select min(quantita) as least from giacenza');
  return { ...(await checkStock(database)), least: rows[0]!.least };
});

const app = await buildApp({ database, schemas, version: 'bench', site: 'none', folder });
await app.server.listen({ port: 0, host: '127.0.0.1' });
await bare.listen({ port: 0, host: '127.0.0.1' });
const port = (server: typeof bare) => (server.server.address() as { port: number }).port;
printReady({ ours: port(app.server as typeof bare), bare: port(bare), parts, warehouse, locations });
