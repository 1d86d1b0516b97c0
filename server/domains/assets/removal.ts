/** Refuses to delete an asset while it, or an asset below it, has open interventions. */

import { OVER_SQL } from '../../../schemas/interventions.ts';
import { withinSql } from '../../capabilities/hierarchy-closure.ts';
import type { EntityRules, WriteContext } from '../../capabilities/rules.ts';
import { conflict } from '../../http/problem.ts';

const NAMES_IN_MESSAGE = 3;

async function openInterventions(id: unknown, { transaction, entity }: WriteContext): Promise<string[]> {
  const { rows } = await transaction.query<{ nome: string }>(
    `select coalesce(o.codice, o.descrizione) as nome from odl o join stato s on s.id = o.id_stato
     where o.id_oggetto in ${withinSql(entity, '$1')} and s.id_tipo_stato_odl not in ${OVER_SQL}
     order by o.id limit ${NAMES_IN_MESSAGE + 1}`,
    [id],
  );
  return rows.map(({ nome }) => nome);
}

export const removalRules: EntityRules = {
  async beforeDelete(row, context) {
    const open = await openInterventions(row.id, context);
    if (open.length === 0) return;
    const names = [...open.slice(0, NAMES_IN_MESSAGE), ...(open.length > NAMES_IN_MESSAGE ? ['…'] : [])].join(
      ', ',
    );
    throw conflict('open-interventions', { params: { names } });
  },
};
