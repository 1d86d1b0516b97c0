/** GET /odl/statistica/: the figures of the dashboard, over the interventions that the user may see. */

import { DAY_MS } from '../../../../schemas/durations.ts';
import type { Row } from '../../../../schemas/entity.ts';
import { BY_MONTH, BY_STATE, CLOSING, LATE, OVER_SQL } from '../../../../schemas/interventions.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { DAY_LENGTH } from '../../../../schemas/timestamps.ts';
import { countedBy } from '../../../database/counts.ts';
import { onlyRow } from '../../../database/rows.ts';
import { inLanguage, Values } from '../../../database/sql.ts';
import { PLANNED_EACH_TIME } from '../../../database/statement-names.ts';
import { type Call, type Context, callAt } from '../../../http/call.ts';
import { malformed } from '../../../http/problem.ts';
import { todayIn } from '../../../plant/plant-time.ts';
import { withinReach } from '../reach/rights.ts';
import { lateBounds, monthFrom, startOf } from './plant-days.ts';

/** The columns that an intervention keeps of its asset, and that limit who sees it. */
const REACH = ['id_organizzazione', 'id_reparto'];

/** The condition for users who see all interventions. */
const EVERYTHING = 'true';

type Figure = (visible: string, values: Values, context: Context, schemas: Schemas) => string;

const byState: Figure = (visible, _values, { language }, schemas) => {
  const counts = countedBy(schemas.byResource.entity('odl'), ['id_stato', ...REACH]);
  return `
  select s.id as id_stato, s.codice, ${inLanguage('s', 'descrizione', language)} as descrizione,
    s.colore, s.ordine, s.id_tipo_stato_odl, coalesce(n.totale, 0) as totale
  from stato s left join (
    select t.id_stato, sum(t.righe)::int as totale from ${counts} t where ${visible} group by 1) n on n.id_stato = s.id
  order by coalesce(s.ordine, 9999), s.id`;
};

const CLOSED = `t.id_stato = any(array(select s.id from stato s where s.id_tipo_stato_odl = ${CLOSING}))`;

/** Counts each open state by itself: for all of them together PostgreSQL expects most interventions, and reads every one. */
const late: Figure = (visible, values, { setting }) => {
  const { before, today } = lateBounds(setting);
  return `
  select coalesce(sum(n.totale), 0)::int as totale, coalesce(sum(n.in_ritardo), 0)::int as in_ritardo
  from stato s cross join lateral (
    select count(*) as totale,
      count(*) filter (where t.data_ordine < ${values.add(before)}::timestamptz
        and t.data_ordine <> ${values.add(today)}::timestamptz) as in_ritardo
    from odl t where ${visible} and t.id_stato = s.id) n
  where s.id_tipo_stato_odl not in ${OVER_SQL}`;
};

interface Counted {
  column: 'data_ins' | 'data_fine';
  condition: string;
  /** The columns of its counts besides its own. */
  by: string[];
}

const OPENED: Counted = { column: 'data_ins', condition: 'true', by: REACH };
const ENDED: Counted = { column: 'data_fine', condition: CLOSED, by: ['id_stato', ...REACH] };

const nearestDay = (instant: string): string =>
  new Date(Math.round(Date.parse(instant) / DAY_MS) * DAY_MS).toISOString();

/**
 * Returns SQL of the interventions in each month. Days of UTC are counted already; the plant's months begin some hours
 * before or after one, so the interventions of these hours are counted to the month in which they are.
 */
function ofMonths(
  { column, condition, by }: Counted,
  visible: string,
  months: Months,
  schemas: Schemas,
): string {
  const counts = countedBy(schemas.byResource.entity('odl'), [column, ...by]);
  const between = (from: string, to: string): string =>
    `(select count(*)::int from odl t where ${visible} and ${condition} and t.${column} >= ${from} and t.${column} < ${to})`;
  return `
    (select m.mese, coalesce(d.righe, 0) + m.shift - lead(m.shift) over (order by m.mese) as quanti
    from (
      select mese, ${between('b.starts', 'b.day')} - ${between('b.day', 'b.starts')} as shift
      from unnest(${months.starts}, ${months.days}) with ordinality b(starts, day, mese)) m
    left join (
      select width_bucket(t.${column}, ${months.dates}) as mese, sum(t.righe)::int as righe
      from ${counts} t where ${visible} and ${condition} and t.${column} >= (${months.dates})[1] group by 1) d on d.mese = m.mese)`;
}

/** SQL arrays: the beginnings of the months, and the beginnings of the days of UTC nearest to them, also as dates. */
interface Months {
  starts: string;
  days: string;
  dates: string;
}

/** Returns the months of the current year with the interventions entered and closed in each. */
const byMonth: Figure = (visible, values, { setting }, schemas) => {
  const year = todayIn(setting).slice(0, 4);
  const starts = Array.from({ length: 13 }, (_, index) =>
    startOf(monthFrom(`${year}-01-01`, index), setting),
  );
  const days = starts.map(nearestDay);
  const array = (type: string, list: string[]): string => `(${values.add(list)}::${type}[])`;
  const months = {
    starts: array('timestamptz', starts),
    days: array('timestamptz', days),
    dates: array(
      'date',
      days.map((day) => day.slice(0, DAY_LENGTH)),
    ),
  };
  return `
    select ${year} as anno, a.mese::int as mese, a.quanti as aperti, c.quanti as chiusi
    from ${ofMonths(OPENED, visible, months, schemas)} a join ${ofMonths(ENDED, visible, months, schemas)} c on c.mese = a.mese
    where a.mese < 13 order by a.mese`;
};

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
