/**
 * Generates the next intervention in the transaction that ends the current one. A fault does not prevent the end.
 */

import type { Text } from '../../../schemas/entity.ts';
import { PERIODIC } from '../../../schemas/interventions.ts';
import type { RowOf } from '../../../schemas/types.ts';
import type { EntityRules } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { Generation } from './generation.ts';
import { IS_OVER } from './plans.ts';

/** Adds an error to an intervention. */
export type NoteError = (
  queryable: Queryable,
  intervention: number,
  kind: 'altro',
  text: Text,
) => Promise<void>;

const ENDED = `
  select s.codice from manutenzione m join manutenzione_schedulazione s on s.id = m.id_schedulazione
  where m.id = $1 and exists (select 1 from stato where id = $2 and ${IS_OVER})`;

export const interventionRules = (
  generation: () => Generation,
  noteError: NoteError,
): EntityRules<RowOf<'odl'>> => ({
  async afterWrite(row, before, context) {
    if (!row || !before || row.id_tipo_odl !== PERIODIC || row.id_stato === before.id_stato) return;
    const maintenance = row.id_manutenzione;
    if (!maintenance) return;
    const { transaction } = context;
    const { rows } = await transaction.query<{ codice: string }>(ENDED, [maintenance, row.id_stato]);
    if (!rows[0]) return;
    const { faults } = await generation().portion(transaction, context, { maintenance }, { limit: 1 });
    const reason = faults.get(maintenance);
    if (reason)
      await noteError(
        transaction,
        row.id,
        'altro',
        inBoth('maintenance-fault', { schedule: rows[0].codice, reason }),
      );
  },
});
