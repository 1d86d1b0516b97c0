/** The computed figures of a part's stock. They are added up only for rows that a page lists, filters or sorts by. */
import type { Row } from '../../../schemas/entity.ts';
import type { EntityRules, ListCondition } from '../../capabilities/rules.ts';
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

const FIGURES: Record<string, string> = {
  giacenza: STOCK,
  disponibile: AVAILABLE,
  sotto_scorta: `coalesce(${LOW}, false)::int`,
  movimentazioni: '(select count(*)::int from movimentazione v where v.id_ricambio = t.id)',
  num_interventi: `(
    select count(distinct v.id_odl)::int from movimentazione v where v.id_ricambio = t.id and v.id_odl is not null)`,
};

const FIGURES_OF = `
  select t.id, ${Object.entries(FIGURES)
    .map(([name, sql]) => `${sql} as ${name}`)
    .join(', ')}
  from ricambio t where t.id = any($1::int[])`;

/** Adds the figures to all rows of a page with one query. */
async function present(rows: Row[], { database }: Context): Promise<void> {
  if (rows.length === 0) return;
  const ids = [...new Set(rows.map((row) => row.id))];
  const figures = await database.query<Row>(FIGURES_OF, [ids]);
  const byId = new Map(figures.rows.map((row) => [row.id, row]));
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

export const partFigures: EntityRules = { computed: FIGURES, present };
