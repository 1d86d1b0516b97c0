/**
 * The open work of a user: their own, and work that a technician may take over. Closed interventions are not read.
 */
import { OVER_SQL } from '../../../../schemas/interventions.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { ListCondition } from '../../../capabilities/rules.ts';
import type { Context } from '../../../http/call.ts';
import { withinReach } from './rights.ts';

/** The maximum number of interventions of each kind: there may be many without a technician. */
const MINE_MAX = 500;
const FREE_MAX = 200;

const OPEN = `t.id_stato = any(array(select s.id from stato s where s.id_tipo_stato_odl not in ${OVER_SQL}))`;

/** Returns the rows as a source: SQL in brackets, with `?` for its values. */
export function openWorkOf(schemas: Schemas, context: Pick<Context, 'user'>): ListCondition {
  const { user } = context;
  const reach = withinReach(schemas, context);
  const seen = reach ? ` and ${reach.sql}` : '';
  const own = user?.family === 'RESP' ? 'id_usr_ins' : 'id_tecnico';
  const mine = `select t.*, t.xmin from odl t where t.${own} = ? and ${OPEN}${seen} order by t.data_ordine desc, t.id desc limit ${MINE_MAX}`;
  const reached = reach?.values ?? [];
  if (user?.family !== 'RIFTEC') return { sql: `(${mine})`, values: [user?.id, ...reached] };
  // Sorted by the columns of an index, so that only the newest are read.
  const free = `select t.*, t.xmin from odl t where t.id_tecnico is null and ${OPEN}${seen} order by t.id_tecnico desc, t.data_ordine desc, t.id desc limit ${FREE_MAX}`;
  return { sql: `((${mine}) union all (${free}))`, values: [user.id, ...reached, ...reached] };
}
