/**
 * Parts withdrawn onto an intervention, and given back. A row says what it has of a part from one place; what moves goes
 * through the ledger of stock, and the rows of a part always come to what its movements say.
 */

import type { Row } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { ActOf } from '../../../../schemas/types.ts';
import { numberOf } from '../../../../schemas/values.ts';
import type { ActContext } from '../../../capabilities/acts.ts';
import { type Records, recordsOf } from '../../../capabilities/records.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { Transaction } from '../../../database/engine.ts';
import type { Context } from '../../../http/call.ts';
import { notFound, Problem, refusedField } from '../../../http/problem.ts';
import { namesOf } from '../../../plant/accounts.ts';
import { seenWith } from '../reach/attached-rows.ts';
import { interventionOf } from '../reach/rights.ts';
import type { Asked, Moved, NamedPlace, PartMoves, Place, Share } from './stock-access.ts';

export interface Withdrawal extends Row, Place {
  id_prelievo: number;
  id_odl: number;
  id_ricambio: number;
  id_prenotazione: number | null;
  quantita: number;
}

const STOCK = `
  select w.id_prelievo, coalesce((
    select g.quantita from giacenza g where g.id_ricambio = w.id_ricambio and g.id_magazzino = w.id_magazzino
      and g.id_ubicazione is not distinct from w.id_ubicazione and g.id_lotto is not distinct from w.id_lotto), 0) as giacenza
  from odl_prelievo w where w.id_prelievo = any($1::int[])`;

async function present(rows: Row[], { database }: Context): Promise<void> {
  if (rows.length === 0) return;
  const stock = await database.query<Row>(STOCK, [rows.map((row) => row.id_prelievo)]);
  const byId = new Map(stock.rows.map((row) => [row.id_prelievo, row.giacenza]));
  const authors = rows.map((row) => row.id_usr_ins).filter((id) => typeof id === 'number');
  const names = await namesOf(database, [...new Set(authors)]);
  for (const row of rows) {
    row.id = row.id_prelievo;
    row.id_intervento = row.id_odl;
    row.giacenza = byId.get(row.id_prelievo) ?? 0;
    row.usr_ins = names.get(numberOf(row.id_usr_ins) ?? 0) ?? null;
  }
}

export const withdrawalRules = (schemas: Schemas): RulesByResource => ({
  'odl/prelievo': { visible: (context) => seenWith(schemas, context, 'id_odl'), present },
});

const OF_PART = 'select * from odl_prelievo where id_odl = $1 and id_ricambio = $2 order by id_prelievo';

export class Withdrawals {
  private readonly records: Records;

  constructor(
    private readonly schemas: Schemas,
    rules: RulesByResource,
    private readonly moves: PartMoves,
  ) {
    this.records = recordsOf(schemas.byResource.entity('odl/prelievo'), schemas, rules);
  }

  read(id: number, context: Context): Promise<Row> {
    return this.records.read(id, context);
  }

  /** The row it changed last; undefined when none is left. */
  withdraw(body: ActOf<'withdraw'>, context: ActContext): Promise<number | undefined> {
    return this.moving(context, async (transaction) => {
      const asked = this.asked('withdrawal', body);
      const reservation = await this.reservation(transaction, context.id, asked, body);
      return this.move(transaction, context.id, asked, reservation, context);
    });
  }

  giveBack(body: ActOf<'give-back'>, context: ActContext): Promise<number | undefined> {
    return this.moving(context, async (transaction) => {
      const asked = this.asked('return', body);
      if (body.id_prelievo) {
        const row = await this.findRow(transaction, context.id, body.id_prelievo);
        if (row?.id_ricambio !== asked.part) throw refusedField({ field: 'id_prelievo', rule: 'not-found' });
        this.requireLeft(row, asked);
      }
      const reservation = await this.reservation(transaction, context.id, asked, body);
      return this.move(transaction, context.id, asked, reservation, context);
    });
  }

  /** More of it, or less than nothing of it back; it goes where it came from. */
  change(
    { id_prelievo, quantita }: ActOf<'change-withdrawal'>,
    context: ActContext,
  ): Promise<number | undefined> {
    return this.moving(context, async (transaction, said) => {
      const row = await this.rowOf(transaction, context.id, id_prelievo);
      said.id_ricambio = row.id_ricambio;
      const asked = this.again(row, this.moves.taking(quantita));
      if (asked.kind === 'return') this.requireLeft(row, asked);
      return this.move(transaction, context.id, asked, row.id_prenotazione, context);
    });
  }

  /** All of it goes back where it came from. */
  async remove({ id_prelievo }: ActOf<'remove-withdrawal'>, context: ActContext): Promise<void> {
    await this.moving(context, async (transaction) => {
      const row = await this.rowOf(transaction, context.id, id_prelievo);
      const all = this.again(row, { kind: 'return', quantity: row.quantita });
      await this.move(transaction, context.id, all, row.id_prenotazione, context);
    });
  }

  private asked(
    kind: Asked['kind'],
    body: NamedPlace & Pick<ActOf<'withdraw'>, 'id_ricambio' | 'quantita'>,
  ): Asked {
    return { kind, quantity: body.quantita, part: body.id_ricambio, place: this.moves.placeIn(body) };
  }

  private again(row: Withdrawal, amount: Pick<Asked, 'kind' | 'quantity'>): Asked {
    return { ...amount, part: row.id_ricambio, place: this.moves.placeIn(row) };
  }

  private requireLeft({ quantita }: Withdrawal, { quantity }: Asked): void {
    if (quantity > quantita) throw refusedField({ field: 'quantita', rule: 'unload-too-much' });
  }

  /** An act on an intervention that this person may change, which nobody else changes meanwhile. */
  private moving<T>(
    context: ActContext,
    move: (transaction: Transaction, said: Row) => Promise<T>,
  ): Promise<T> {
    return context.within(async (transaction, said) => {
      await interventionOf(transaction, this.schemas, context.id, context, { change: true, hold: true });
      return move(transaction, said);
    });
  }

  private async findRow(
    transaction: Transaction,
    intervention: number,
    id: number,
  ): Promise<Withdrawal | undefined> {
    const { rows } = await transaction.query<Withdrawal>(
      'select * from odl_prelievo where id_prelievo = $1 and id_odl = $2',
      [id, intervention],
    );
    return rows[0];
  }

  private async rowOf(transaction: Transaction, intervention: number, id: number): Promise<Withdrawal> {
    const row = await this.findRow(transaction, intervention, id);
    if (!row) throw notFound();
    return row;
  }

  /** Of that part, whether it was named or not: there is one a part. */
  private async reservation(
    transaction: Transaction,
    intervention: number,
    { part }: Asked,
    { id_prenotazione: named }: { id_prenotazione?: number | null },
  ): Promise<number | null> {
    const { rows } = await transaction.query<{ id: number; id_ricambio: number }>(
      'select id, id_ricambio from prenotazione where id_odl = $1 and (id = $2 or id_ricambio = $3)',
      [intervention, named ?? null, part],
    );
    if (named === undefined || named === null) return rows[0]?.id ?? null;
    const meant = rows.find(({ id }) => id === named);
    if (!meant) throw refusedField({ field: 'id_prenotazione', rule: 'not-found' });
    if (meant.id_ricambio !== part) throw refusedField({ field: 'id_ricambio', rule: 'other-than-reserved' });
    return meant.id;
  }

  /** The stock, then the rows of the part; the one it changed last that is left. */
  private async move(
    transaction: Transaction,
    intervention: number,
    asked: Asked,
    id_prenotazione: number | null,
    context: Context,
  ): Promise<number | undefined> {
    const { place, taken } = await this.moved(transaction, intervention, asked, context);
    const { rows } = await transaction.query<Withdrawal>(OF_PART, [intervention, asked.part]);
    const fixed = { id_odl: intervention, id_ricambio: asked.part, id_prenotazione, ...place };
    let last: number | undefined;
    for (const share of this.moves.sharesOf(rows, place, taken))
      last = (await this.keep(transaction, share, fixed, context)) ?? last;
    return last;
  }

  private async moved(
    transaction: Transaction,
    intervention: number,
    asked: Asked,
    context: Context,
  ): Promise<Moved> {
    try {
      return await this.moves.move(transaction, { ...asked, intervention }, context);
    } catch (error) {
      const short = error instanceof Problem && error.refusals[0]?.rule === 'withdraw-too-much';
      if (short && !(await this.moves.isInStock(transaction, asked.part)))
        throw refusedField({ field: 'quantita', rule: 'part-without-stock' });
      throw error;
    }
  }

  /** The row as it is then, or a new one; one of which nothing is left goes. */
  private async keep(
    transaction: Transaction,
    { row, quantity: quantita }: Share<Withdrawal>,
    fixed: Row,
    context: Context,
  ): Promise<number | undefined> {
    if (!row) {
      const made = await this.records.createWithin(transaction, {}, context, { ...fixed, quantita });
      return numberOf(made.id_prelievo);
    }
    if (quantita === 0) {
      await this.records.removeWithin(transaction, row.id_prelievo, context);
      return undefined;
    }
    await this.records.updateWithin(transaction, row.id_prelievo, { quantita }, context);
    return row.id_prelievo;
  }
}
