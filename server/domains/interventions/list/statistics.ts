/** GET /odl/statistica/: the figures of the dashboard, over the interventions that the user may see. */

import type { Row } from '../../../../schemas/entity.ts';
import { BY_MONTH, BY_STATE, CLOSING, LATE, OVER_SQL } from '../../../../schemas/interventions.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { countedBy } from '../../../database/counts.ts';
import { onlyRow } from '../../../database/rows.ts';
import { inLanguage, Values } from '../../../database/sql.ts';
import { PLANNED_EACH_TIME } from '../../../database/statement-names.ts';
import { type Call, type Context, callAt } from '../../../http/call.ts';
import { malformed } from '../../../http/problem.ts';
import { todayIn } from '../../../plant/plant-time.ts';
import { withinReach } from '../reach/rights.ts';
import { lateBounds, monthFrom, startOf } from './plant-days.ts';

/** The condition for users who see all interventions. */
const EVERYTHING = 'true';

type Figure = (visible: string, values: Values, context: Context, schemas: Schemas) => string;

const byState: Figure = (visible, _values, { language }, schemas) => {
  const counts = countedBy(schemas.byResource.entity('odl'), ['id_stato', 'id_organizzazione', 'id_reparto']);
  return `
  select s.id as id_stato, s.codice, ${inLanguage('s', 'descrizione', language)} as descrizione,
    s.colore, s.ordine, s.id_tipo_stato_odl, coalesce(n.totale, 0) as totale
  from stato s left join (
    select t.id_stato, sum(t.righe)::int as totale from ${counts} t where ${visible} group by 1) n on n.id_stato = s.id
  order by coalesce(s.ordine, 9999), s.id`;
};

const OPEN = `t.id_stato = any(array(select s.id from stato s where s.id_tipo_stato_odl not in ${OVER_SQL}))`;
const CLOSED = `t.id_stato = any(array(select s.id from stato s where s.id_tipo_stato_odl = ${CLOSING}))`;

const late: Figure = (visible, values, { setting }) => {
  const { before, today } = lateBounds(setting);
  return `
  select count(*)::int as totale,
    (count(*) filter (where t.data_ordine < ${values.add(before)}::timestamptz
      and t.data_ordine <> ${values.add(today)}::timestamptz))::int as in_ritardo
  from odl t where ${visible} and ${OPEN}`;
};

type Month = { column: 'data_ins' | 'data_fine'; condition: string };
const OPENED: Month = { column: 'data_ins', condition: 'true' };
const ENDED: Month = { column: 'data_fine', condition: CLOSED };

/** For users who see all interventions: counts each month with an index. */
const monthAlone = (months: string, { column, condition }: Month): string => `(
    select count(*)::int from odl t
    where ${condition} and t.${column} >= ${months}[m.mese] and t.${column} < ${months}[m.mese + 1])`;

/** For users who see some interventions: reads these once for all months. */
const monthsAtOnce = (months: string, visible: string, { column, condition }: Month): string => `
    left join (select width_bucket(t.${column}, ${months}) as mese, count(*)::int as quanti from odl t
      where ${visible} and ${condition} and t.${column} >= ${months}[1] and t.${column} < ${months}[13] group by 1) ${column}
    on ${column}.mese = m.mese`;

/** Returns the months of the current year with the interventions entered and closed in each. */
function byMonth(visible: string, values: Values, { setting }: Context): string {
  const year = todayIn(setting).slice(0, 4);
  const starts = Array.from({ length: 13 }, (_, index) =>
    startOf(monthFrom(`${year}-01-01`, index), setting),
  );
  const months = `(${values.add(starts)}::timestamptz[])`;
  if (visible === EVERYTHING)
    return `
    select ${year} as anno, m.mese, ${monthAlone(months, OPENED)} as aperti, ${monthAlone(months, ENDED)} as chiusi
    from generate_series(1, 12) m(mese) order by m.mese`;
  return `
    select ${year} as anno, m.mese, coalesce(data_ins.quanti, 0) as aperti, coalesce(data_fine.quanti, 0) as chiusi
    from generate_series(1, 12) m(mese) ${monthsAtOnce(months, visible, OPENED)} ${monthsAtOnce(months, visible, ENDED)}
    order by m.mese`;
}

const FIGURES: Record<string, Figure> = { [BY_STATE]: byState, [LATE]: late, [BY_MONTH]: byMonth };

async function statistics(schemas: Schemas, context: Context): Promise<Row | Row[]> {
  const { tipo = '' } = context.query;
  const figure = FIGURES[tipo];
  if (!figure) throw malformed('bad-filter', { name: 'tipo' });
  const values = new Values();
  const reach = withinReach(schemas, context);
  const visible = reach ? values.fill(reach.sql, reach.values) : EVERYTHING;
  // PostgreSQL plans the statement for each user: few visible assets need another plan than many.
  const text = `${figure(visible, values, context, schemas)} ${PLANNED_EACH_TIME}`;
  const { rows } = await context.database.query<Row>(text, values.list);
  return tipo === String(LATE) ? onlyRow(rows) : rows;
}

export const statisticsCalls = (schemas: Schemas): Call[] => [
  {
    ...callAt('GET', '/odl/statistica', 'session', 'intervention'),
    summary: { it: 'Cifre degli interventi', en: 'Figures of interventions' },
    query: {
      tipo: {
        enum: Object.keys(FIGURES),
        description: `${BY_STATE} by state, ${LATE} late interventions, ${BY_MONTH} by month of the current year`,
      },
    },
    reply: {},
    example: { data: { totale: 24, in_ritardo: 3 } },
    broad: true,
    handle: async (context) => ({ data: await statistics(schemas, context) }),
  },
];
