/** The computed figures of a part's stock. They are added up only for rows that a page lists, filters or sorts by. */
import type { Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { EntityRules, ListCondition } from '../../capabilities/rules.ts';
import { scopeSql } from '../../database/list-query.ts';
import type { Context } from '../../http/call.ts';
import { isOn, type Query } from '../../requests/list-parameters.ts';
import { availableOf, RESERVED, stockOf } from './available.ts';

const [STOCK, AVAILABLE] = [stockOf('t.id'), availableOf('t.id')];
/**
 * SQL whether the stock is low. The cheap conditions come first: most parts have no minimum, and most of the others
 * no reservation.
 */
const LOW = `(t.scorta_minima > 0 and (t.scorta_minima > ${STOCK}
  or t.id in ${RESERVED} and t.scorta_minima > ${AVAILABLE}))`;

/** Returns SQL of the figures. Movements and interventions are those that the user finds in their lists. */
function figuresOf(schemas: Schemas, { user }: Pick<Context, 'user'>): Record<string, string> {
  const scoped = (resource: string, alias: string) =>
    scopeSql(schemas.byResource.entity(resource), user?.scopes, alias);
  const [warehouses, works] = [scoped('magazzino', 'm'), scoped('oggetto', 'o')];
  const end = (column: string) => `v.${column} in (select m.id from magazzino m where ${warehouses})`;
  const ends = warehouses ? ` and (${end('id_magazzino_da')} or ${end('id_magazzino_a')})` : '';
  const seen = works ? ` and exists (select 1 from odl o where o.id = v.id_odl and ${works})` : '';
  return {
    giacenza: STOCK,
    disponibile: AVAILABLE,
    sotto_scorta: `coalesce(${LOW}, false)::int`,
    movimentazioni: `(select count(*)::int from movimentazione v where v.id_ricambio = t.id${ends})`,
    num_interventi: `(
      select count(distinct v.id_odl)::int from movimentazione v
      where v.id_ricambio = t.id and v.id_odl is not null${seen})`,
  };
}

/** Adds the figures to all rows of a page with one query. */
async function present(rows: Row[], figures: Record<string, string>, { database }: Context): Promise<void> {
  if (rows.length === 0) return;
  const ids = [...new Set(rows.map((row) => row.id))];
  const selected = Object.entries(figures).map(([name, sql]) => `${sql} as ${name}`);
  const found = await database.query<Row>(
    `select t.id, ${selected.join(', ')} from ricambio t where t.id = any($1::int[])`,
    [ids],
  );
  const byId = new Map(found.rows.map((row) => [row.id, row]));
  for (const row of rows) Object.assign(row, byId.get(row.id));
}

/**
 * Returns the condition for parts below their minimum, or not below it, in a form from which the planner can start.
 */
export function lowStock(query: Query): ListCondition[] {
  const value = query.sottoScorta;
  if (!value) return [];
  return [{ sql: isOn(value) ? LOW : `${LOW} is not true`, values: [], replaces: ['sottoScorta'] }];
}

export const partFigures = (schemas: Schemas): EntityRules => ({
  computed: (context) => figuresOf(schemas, context),
  present: (rows, context) => present(rows, figuresOf(schemas, context), context),
});
