/** Parts reserved for an intervention: one row per part, fulfilled as soon as some of it is withdrawn. */
import type { Row } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { Context } from '../../../http/call.ts';
import { conflict, refused } from '../../../http/problem.ts';
import { belowRules } from '../reach/attached-rows.ts';
import type { AvailableOf } from './stock-access.ts';

/** The free stock without the reservation, and the newest withdrawal of the part. */
const computed = (availableOf: AvailableOf): string => `
  select p.id,
    (select max(w.id_prelievo) from odl_prelievo w where w.id_odl = p.id_odl and w.id_ricambio = p.id_ricambio) as id_prelievo,
    ${availableOf('p.id_ricambio', 'p.id')} as disponibile
  from prenotazione p where p.id = any($1::int[])`;

const presentWith = (statement: string) =>
  async function present(rows: Row[], { database }: Context): Promise<void> {
    if (rows.length === 0) return;
    const found = await database.query<Row>(statement, [rows.map((row) => row.id)]);
    const byId = new Map(found.rows.map((row) => [row.id, row]));
    for (const row of rows) Object.assign(row, byId.get(row.id));
  };

/** Unlinks withdrawals from a reservation without withdrawn quantity: what was returned came from another place. */
const UNLINK = `
  update odl_prelievo w set id_prenotazione = null from prenotazione p
  where p.id = $1 and w.id_prenotazione = p.id and coalesce(p.quantita_prelevata, 0) = 0`;

function refuseWithdrawn({ quantita_prelevata: withdrawn }: Row): void {
  if (Number(withdrawn ?? 0) > 0) throw refused('reservation-withdrawn');
}

export function reservationRules(schemas: Schemas, availableOf: AvailableOf): RulesByResource {
  const below = belowRules(schemas);
  return {
    prenotazione: {
      ...below,
      present: presentWith(computed(availableOf)),
      async holdFirst(id, write, against, sent) {
        await below.holdFirst?.(id, write, against, sent);
        if (against === 'delete') await write.transaction.query(UNLINK, [id]);
      },
      check: async ({ quantita }) =>
        typeof quantita === 'number' && quantita <= 0
          ? [{ field: 'quantita', rule: 'quantity-positive' }]
          : [],
      async beforeCreate(row, write, prepared) {
        await below.beforeCreate?.(row, write, prepared);
        const { rows } = await write.transaction.query(
          'select 1 from prenotazione where id_odl = $1 and id_ricambio = $2',
          [row.id_odl, row.id_ricambio],
        );
        if (rows.length > 0)
          throw conflict('already-reserved', { refusals: [{ field: 'id_ricambio', rule: 'not-unique' }] });
      },
      // Runs before the check for references, which are withdrawals.
      guard: refuseWithdrawn,
    },
  };
}
