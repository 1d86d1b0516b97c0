/**
 * Parts withdrawn for an intervention and returned. A row is the quantity of a part from one place. All moves go
 * through the stock ledger, and the rows of a part always equal the sum of its movements.
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
import { visibleWith } from '../reach/attached-rows.ts';
import { interventionOf } from '../reach/rights.ts';
import type { Moved, NamedPlace, PartMovement, PartMoves, Place, Share } from './stock-access.ts';

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
  'odl/prelievo': { visible: (context) => visibleWith(schemas, context, 'id_odl'), present },
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

  /** Withdraws parts. Returns the row that it changed last, or undefined if no row is left. */
  withdraw(body: ActOf<'withdraw'>, context: ActContext): Promise<number | undefined> {
    return this.runLocked(context, async (transaction) => {
      const movement = this.movementOf('withdrawal', body);
      const reservation = await this.reservation(transaction, context.id, movement, body);
      return this.move(transaction, context.id, movement, reservation, context);
    });
  }

  giveBack(body: ActOf<'give-back'>, context: ActContext): Promise<number | undefined> {
    return this.runLocked(context, async (transaction) => {
      const movement = this.movementOf('return', body);
      if (body.id_prelievo) {
        const row = await this.findRow(transaction, context.id, body.id_prelievo);
        if (row?.id_ricambio !== movement.part)
          throw refusedField({ field: 'id_prelievo', rule: 'not-found' });
        this.requireLeft(row, movement);
      }
      const reservation = await this.reservation(transaction, context.id, movement, body);
      return this.move(transaction, context.id, movement, reservation, context);
    });
  }

  /**
   * Changes the quantity at the place of the row: a positive change withdraws more, a negative one returns parts.
   */
  change(
    { id_prelievo, quantita }: ActOf<'change-withdrawal'>,
    context: ActContext,
  ): Promise<number | undefined> {
    return this.runLocked(context, async (transaction, historyRow) => {
      const row = await this.rowOf(transaction, context.id, id_prelievo);
      historyRow.id_ricambio = row.id_ricambio;
      const movement = this.movementOfRow(row, this.moves.amountOf(quantita));
      if (movement.kind === 'return') this.requireLeft(row, movement);
      return this.move(transaction, context.id, movement, row.id_prenotazione, context);
    });
  }

  /** Returns the whole quantity to its place. */
  async remove({ id_prelievo }: ActOf<'remove-withdrawal'>, context: ActContext): Promise<void> {
    await this.runLocked(context, async (transaction, historyRow) => {
      const row = await this.rowOf(transaction, context.id, id_prelievo);
      const { id_ricambio, id_magazzino, quantita } = row;
      Object.assign(historyRow, { id_ricambio, id_magazzino, quantita });
      const everything = this.movementOfRow(row, { kind: 'return', quantity: row.quantita });
      await this.move(transaction, context.id, everything, row.id_prenotazione, context);
    });
  }

  private movementOf(
    kind: PartMovement['kind'],
    body: NamedPlace & Pick<ActOf<'withdraw'>, 'id_ricambio' | 'quantita'>,
  ): PartMovement {
    return { kind, quantity: body.quantita, part: body.id_ricambio, place: this.moves.placeIn(body) };
  }

  private movementOfRow(row: Withdrawal, amount: Pick<PartMovement, 'kind' | 'quantity'>): PartMovement {
    return { ...amount, part: row.id_ricambio, place: this.moves.placeIn(row) };
  }

  private requireLeft({ quantita }: Withdrawal, { quantity }: PartMovement): void {
    if (quantity > quantita) throw refusedField({ field: 'quantita', rule: 'unload-too-much' });
  }

  /** Runs an act on a locked intervention that the user may change. */
  private runLocked<T>(
    context: ActContext,
    move: (transaction: Transaction, historyRow: Row) => Promise<T>,
  ): Promise<T> {
    return context.within(async (transaction, historyRow) => {
      await interventionOf(transaction, this.schemas, context.id, context, { change: true, lock: true });
      return move(transaction, historyRow);
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

  /** Returns the reservation of the part. There is one per part, so the body need not name it. */
  private async reservation(
    transaction: Transaction,
    intervention: number,
    { part }: PartMovement,
    { id_prenotazione: named }: { id_prenotazione?: number | null },
  ): Promise<number | null> {
    const { rows } = await transaction.query<{ id: number; id_ricambio: number }>(
      'select id, id_ricambio from prenotazione where id_odl = $1 and (id = $2 or id_ricambio = $3)',
      [intervention, named ?? null, part],
    );
    if (named === undefined || named === null) return rows[0]?.id ?? null;
    const reservation = rows.find(({ id }) => id === named);
    if (!reservation) throw refusedField({ field: 'id_prenotazione', rule: 'not-found' });
    if (reservation.id_ricambio !== part)
      throw refusedField({ field: 'id_ricambio', rule: 'other-than-reserved' });
    return reservation.id;
  }

  /** Moves the stock, then updates the rows of the part. Returns the row changed last that still exists. */
  private async move(
    transaction: Transaction,
    intervention: number,
    movement: PartMovement,
    id_prenotazione: number | null,
    context: Context,
  ): Promise<number | undefined> {
    const { place, change } = await this.moveStock(transaction, intervention, movement, context);
    const { rows } = await transaction.query<Withdrawal>(OF_PART, [intervention, movement.part]);
    const fixed = { id_odl: intervention, id_ricambio: movement.part, id_prenotazione, ...place };
    let last: number | undefined;
    for (const share of this.moves.sharesOf(rows, place, change))
      last = (await this.storeShare(transaction, share, fixed, context)) ?? last;
    return last;
  }

  private async moveStock(
    transaction: Transaction,
    intervention: number,
    movement: PartMovement,
    context: Context,
  ): Promise<Moved> {
    try {
      return await this.moves.move(transaction, { ...movement, intervention }, context);
    } catch (error) {
      const isShort = error instanceof Problem && error.refusals[0]?.rule === 'withdraw-too-much';
      if (isShort && !(await this.moves.isInStock(transaction, movement.part)))
        throw refusedField({ field: 'quantita', rule: 'part-without-stock' });
      throw error;
    }
  }

  /** Updates a row or creates one. Deletes a row whose quantity is 0. */
  private async storeShare(
    transaction: Transaction,
    { row, quantity: quantita }: Share<Withdrawal>,
    fixed: Row,
    context: Context,
  ): Promise<number | undefined> {
    if (!row) {
      const created = await this.records.createWithin(transaction, {}, context, { ...fixed, quantita });
      return numberOf(created.id_prelievo);
    }
    if (quantita === 0) {
      await this.records.removeWithin(transaction, row.id_prelievo, context);
      return undefined;
    }
    await this.records.updateWithin(transaction, row.id_prelievo, { quantita }, context);
    return row.id_prelievo;
  }
}
