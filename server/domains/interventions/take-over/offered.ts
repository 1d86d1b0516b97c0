/** Which interventions a technician may take over, for lists and pages. */

import type { Row } from '../../../../schemas/entity.ts';
import {
  ASSIGNED_CODE,
  entersAssigned,
  isOver,
  OPENING,
  OVER_SQL,
} from '../../../../schemas/interventions.ts';
import type { ListCondition } from '../../../capabilities/rules.ts';
import type { Queryable } from '../../../database/engine.ts';
import type { Context } from '../../../http/call.ts';
import { type Passage, reachable } from '../rules/transitions.ts';

/** The rows of the structure that lead to the assigned state. */
const PASSAGES = `
  select p.id_stato_padre as parent, p.id_stato as stato, p.id_ruolo as ruolo, p.id_tipo_intervento as tipo,
    (select id from odl_tipoguasto where codice = '*') as "everyType"
  from stato_struttura p join stato s on s.id = p.id_stato where s.codice = $1`;

interface Leading extends Passage, Row {
  parent: number;
  everyType: number | null;
}

async function allowedFrom(database: Queryable, role: number): Promise<(row: Row) => boolean> {
  const { rows } = await database.query<Leading>(PASSAGES, [ASSIGNED_CODE]);
  const everyType = rows[0]?.everyType ?? null;
  return ({ id_stato, id_tipo_guasto }) => {
    const passages = rows.filter(({ parent }) => parent === id_stato);
    const type = typeof id_tipo_guasto === 'number' ? id_tipo_guasto : null;
    return reachable(passages, { role, type, everyType }).size > 0;
  };
}

const isFree = (row: Row): boolean => row.id_tecnico === null && !isOver(Number(row.id_tipo_stato_odl));

/** Sets `prendibile` of each row. Reads the structure of states only if a row depends on it. */
export async function describeTakeOver(rows: Row[], { user, database }: Context): Promise<void> {
  for (const row of rows) row.prendibile = 0;
  if (user?.family !== 'RIFTEC') return;
  const free = rows.filter(isFree);
  const isAllowed = free.some(entersAssigned) ? await allowedFrom(database, user.roleId) : () => true;
  for (const row of free) row.prendibile = !entersAssigned(row) || isAllowed(row) ? 1 : 0;
}

/** Returns the condition for the interventions t that the user may take over; none without a technician's role. */
export function takeable(user: Context['user']): Pick<ListCondition, 'sql' | 'values'> {
  if (user?.family !== 'RIFTEC') return { sql: 'false', values: [] };
  return {
    sql: `t.id_tecnico is null and exists (
      select 1 from stato s where s.id = t.id_stato and s.id_tipo_stato_odl not in ${OVER_SQL} and (
        s.id_tipo_stato_odl <> ${OPENING} or s.codice = '${ASSIGNED_CODE}' or exists (
          select 1 from stato_struttura p join stato n on n.id = p.id_stato
          where n.codice = '${ASSIGNED_CODE}' and p.id_stato_padre = s.id and p.id_ruolo in (-1, ?)
            and (p.id_tipo_intervento in (-1, t.id_tipo_guasto)
              or p.id_tipo_intervento in (select g.id from odl_tipoguasto g where g.codice = '*')))))`,
    values: [user.roleId],
  };
}
