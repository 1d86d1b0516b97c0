/** Parts reserved for an intervention: one row per part, fulfilled as soon as some of it is withdrawn. */
import type { Row } from '../../../../schemas/entity.ts';
import { OVER_SQL } from '../../../../schemas/interventions.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { Context } from '../../../http/call.ts';
import { conflict, refused } from '../../../http/problem.ts';
import { belowRules } from '../reach/attached-rows.ts';

/** The free stock of the part without the reservation p. */
export const FREE = `
  coalesce((select sum(g.quantita) from giacenza g where g.id_ricambio = p.id_ricambio), 0)
  - coalesce((
      select sum(r.quantita - coalesce(r.quantita_prelevata, 0))
      from prenotazione r join odl o on o.id = r.id_odl join stato s on s.id = o.id_stato
      where r.id_ricambio = p.id_ricambio and r.id <> p.id and s.id_tipo_stato_odl not in ${OVER_SQL}
        and r.quantita > coalesce(r.quantita_prelevata, 0)), 0)`;

/** The free stock, and the newest withdrawal of the part. */
const COMPUTED = `
  select p.id,
    (select max(w.id_prelievo) from odl_prelievo w where w.id_odl = p.id_odl and w.id_ricambio = p.id_ricambio) as id_prelievo,
    ${FREE} as disponibile
  from prenotazione p where p.id = any($1::int[])`;

async function present(rows: Row[], { database }: Context): Promise<void> {
  if (rows.length === 0) return;
  const found = await database.query<Row>(COMPUTED, [rows.map((row) => row.id)]);
  const byId = new Map(found.rows.map((row) => [row.id, row]));
  for (const row of rows) Object.assign(row, byId.get(row.id));
}

/** Unlinks withdrawals from a reservation without withdrawn quantity: what was returned came from another place. */
const UNLINK = `
  update odl_prelievo w set id_prenotazione = null from prenotazione p
  where p.id = $1 and w.id_prenotazione = p.id and coalesce(p.quantita_prelevata, 0) = 0`;

function refuseWithdrawn({ quantita_prelevata: withdrawn }: Row): void {
  if (Number(withdrawn ?? 0) > 0) throw refused('reservation-withdrawn');
}

export function reservationRules(schemas: Schemas): RulesByResource {
  const below = belowRules(schemas);
  return {
    prenotazione: {
      ...below,
      present,
      async holdFirst(id, write, against) {
        await below.holdFirst?.(id, write, against);
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
