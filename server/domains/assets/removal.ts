/** An asset does not go while somebody works on it, or on anything below it. */

import { OVER_SQL } from '../../../schemas/interventions.ts';
import { withinSql } from '../../capabilities/hierarchy-closure.ts';
import type { EntityRules, WriteContext } from '../../capabilities/rules.ts';
import { conflict } from '../../http/problem.ts';

const TOLD = 3;

async function openInterventions(id: unknown, { transaction, entity }: WriteContext): Promise<string[]> {
  const { rows } = await transaction.query<{ nome: string }>(
    `select coalesce(o.codice, o.descrizione) as nome from odl o join stato s on s.id = o.id_stato
     where o.id_oggetto in ${withinSql(entity, '$1')} and s.id_tipo_stato_odl not in ${OVER_SQL}
     order by o.id limit ${TOLD + 1}`,
    [id],
  );
  return rows.map(({ nome }) => nome);
}

export const removalRules: EntityRules = {
  async beforeDelete(row, context) {
    const open = await openInterventions(row.id, context);
    if (open.length === 0) return;
    const names = [...open.slice(0, TOLD), ...(open.length > TOLD ? ['…'] : [])].join(', ');
    throw conflict('open-interventions', { params: { names } });
  },
};
