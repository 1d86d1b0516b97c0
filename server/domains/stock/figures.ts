/** What a part says of its stock: summed when rows are shown, filtered or sorted by, and for no others. */
import type { Row } from '../../../schemas/entity.ts';
import type { EntityRules, ListCondition } from '../../capabilities/rules.ts';
import { isOn, type Query } from '../../http/asked.ts';
import type { Context } from '../../http/call.ts';
import { availableOf, RESERVED, stockOf } from './available.ts';

const [STOCK, AVAILABLE] = [stockOf('t.id'), availableOf('t.id')];
/** Most parts have no minimum, and most others nothing reserved: for them nothing more is summed. */
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

/** One query for all rows of a page. */
async function present(rows: Row[], { database }: Context): Promise<void> {
  if (rows.length === 0) return;
  const ids = [...new Set(rows.map((row) => row.id))];
  const figures = await database.query<Row>(FIGURES_OF, [ids]);
  const byId = new Map(figures.rows.map((row) => [row.id, row]));
  for (const row of rows) Object.assign(row, byId.get(row.id));
}

/** Asked for what is low, or for what is not; as a comparison that a plan can begin with. */
export function lowStock(query: Query): ListCondition[] {
  const asked = query.sottoScorta;
  if (!asked) return [];
  return [{ sql: isOn(asked) ? LOW : `${LOW} is not true`, values: [], replaces: ['sottoScorta'] }];
}

export const partFigures: EntityRules = { computed: FIGURES, present };
