/**
 * The stock of the demo plant, moved with the ledger: deliveries, transfers, scrap, withdrawals of closed
 * interventions, reservations of open ones, and recommended parts of asset classes.
 */

import { DAY_MS } from '../../schemas/durations.ts';
import { CLOSING, OVER_SQL } from '../../schemas/interventions.ts';
import type { Transaction } from '../database/engine.ts';
import { onlyRow } from '../database/rows.ts';
import { type Movement, move } from '../domains/stock/ledger.ts';
import type { Place } from '../domains/stock/places.ts';
import stock from './data/demo-stock.json' with { type: 'json' };
import type { Seeder } from './seeder.ts';

async function idOf(
  transaction: Transaction,
  table: 'ubicazione' | 'ricambio_lotto',
  warehouse: number,
  description: string | undefined,
): Promise<number | null> {
  if (description === undefined) return null;
  const { rows } = await transaction.query<{ id: number }>(
    `select id from ${table} where id_magazzino = $1 and descrizione = $2 and canc = 0`,
    [warehouse, description],
  );
  if (!rows[0]) throw new Error(`seed: the warehouse ${warehouse} has no ${description}`);
  return rows[0].id;
}

export async function placeOf(transaction: Transaction, seeder: Seeder, path: string): Promise<Place> {
  const [code = '', location, lot] = path.split(' / ');
  const id_magazzino = await seeder.id('magazzino', code);
  return {
    id_magazzino,
    id_ubicazione: await idOf(transaction, 'ubicazione', id_magazzino, location),
    id_lotto: await idOf(transaction, 'ricambio_lotto', id_magazzino, lot),
  };
}

type Dated = Movement & { at: Date };

/** Returns the kind and places of a movement. Two places make a transfer, one a load or an unload. */
async function directionOf(
  transaction: Transaction,
  seeder: Seeder,
  from: string | undefined,
  to: string | undefined,
): Promise<Pick<Movement, 'kind' | 'place' | 'to'>> {
  const place = await placeOf(transaction, seeder, from ?? to ?? '');
  if (from && to) return { kind: 'transfer', place, to: await placeOf(transaction, seeder, to) };
  return { kind: from ? 'unload' : 'load', place };
}

async function byHand(transaction: Transaction, seeder: Seeder): Promise<Dated[]> {
  const movements: Dated[] = [];
  for (const { days, who, from, to, parts } of stock.movements) {
    const common = {
      ...(await directionOf(transaction, seeder, from, to)),
      user: { id: await seeder.id('utente', who), name: await nameOf(transaction, who) },
      at: new Date(Date.now() - days * DAY_MS),
    };
    for (const [code, quantity] of Object.entries(parts))
      movements.push({ ...common, part: await seeder.id('ricambio', code), quantity });
  }
  return movements;
}

async function nameOf(transaction: Transaction, mail: string): Promise<string> {
  const { rows } = await transaction.query<{ nome: string }>(
    "select nome || ' ' || cognome as nome from utente where mail = $1",
    [mail],
  );
  return onlyRow(rows).nome;
}

interface SeededIntervention {
  id: number;
  quando: string;
}

/** Returns as many interventions as the data has entries for, in order of creation. */
async function interventions(
  transaction: Transaction,
  closed: boolean,
  limit: number,
): Promise<SeededIntervention[]> {
  const { rows } = await transaction.query<SeededIntervention>(
    `select o.id, coalesce(o.data_fine, o.data_inizio, o.data_ordine, now()) as quando
     from odl o join stato s on s.id = o.id_stato
     where s.id_tipo_stato_odl ${closed ? `= ${CLOSING}` : `not in ${OVER_SQL}`} order by o.id limit $1`,
    [limit],
  );
  return rows;
}

async function byInterventions(transaction: Transaction, seeder: Seeder): Promise<Dated[]> {
  const movements: Dated[] = [];
  const closed = await interventions(transaction, true, stock.used.length);
  for (const [index, { from, parts }] of stock.used.entries()) {
    const { id, quando } = closed[index] ?? {};
    if (id === undefined || quando === undefined) continue;
    const place = await placeOf(transaction, seeder, from);
    for (const [code, quantity] of Object.entries(parts))
      movements.push({
        kind: 'withdrawal',
        part: await seeder.id('ricambio', code),
        quantity,
        place,
        intervention: id,
        user: undefined,
        at: new Date(quando),
      });
  }
  return movements;
}

/** One withdrawal per intervention, part and place. */
async function withdraw(transaction: Transaction): Promise<void> {
  await transaction.query(
    `insert into odl_prelievo (id_odl, id_ricambio, id_magazzino, id_ubicazione, id_lotto, quantita)
     select id_odl, id_ricambio, id_magazzino_da, id_ubicazione_da, id_lotto_da, sum(quantita)
     from movimentazione where id_odl is not null group by 1, 2, 3, 4, 5 order by min(id)`,
  );
}

async function reserve(transaction: Transaction, seeder: Seeder): Promise<void> {
  const open = await interventions(transaction, false, stock.reserved.length);
  for (const [index, { id }] of open.entries())
    for (const [code, quantita] of Object.entries(stock.reserved[index] ?? {}))
      await transaction.query(
        `insert into prenotazione (id_odl, id_ricambio, quantita, quantita_prelevata) values ($1, $2, $3, 0)
         on conflict do nothing`,
        [id, await seeder.id('ricambio', code), quantita],
      );
}

async function recommend(transaction: Transaction, seeder: Seeder): Promise<void> {
  for (const [asset, codes] of Object.entries(stock.recommended))
    for (const code of codes)
      await transaction.query(
        `insert into oggetto_ricambi_consigliati (id_oggetto, id_ricambio)
         select o.id, $1 from oggetto o where o.id_classe = $2 and o.canc = 0 on conflict do nothing`,
        [await seeder.id('ricambio', code), await seeder.id('classe', asset)],
      );
}

/**
 * Writes the stock. Runs after parts, warehouses, assets and interventions, and only once, because the ledger must
 * not repeat movements.
 */
export async function seedStock(transaction: Transaction, seeder: Seeder): Promise<void> {
  const { rows } = await transaction.query('select 1 from movimentazione limit 1');
  if (rows.length > 0) return;
  const movements = [...(await byHand(transaction, seeder)), ...(await byInterventions(transaction, seeder))];
  for (const movement of movements.sort((one, other) => one.at.getTime() - other.at.getTime()))
    if (!(await move(transaction, movement)) && !movement.intervention)
      throw new Error(`seed: there is not enough of the part ${movement.part} to move`);
  await withdraw(transaction);
  await reserve(transaction, seeder);
  await recommend(transaction, seeder);
}
