/**
 * GET /manutenzione/previsione returns the interventions of the next twelve months for a schedule or an asset,
 * created or expected. GET /manutenzione/scadenze returns the next date of each maintenance of an asset, for all
 * users who see it.
 */

import type { SettingOf } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';
import { PERIODIC } from '../../../schemas/interventions.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { dayAfter, daysBetween, MONTHS, nextDay } from '../../../schemas/recurring-days.ts';
import { numberOf } from '../../../schemas/values.ts';
import { listReply } from '../../capabilities/crud.ts';
import { recordsOf } from '../../capabilities/records.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import { type Call, type Context, callAt, callOn, rowsIn } from '../../http/call.ts';
import { malformed } from '../../http/problem.ts';
import { OPTIONAL_ID, OPTIONAL_TEXT, rowsOf } from '../../http/reply-schemas.ts';
import { localTime, todayIn } from '../../plant/plant-time.ts';
import { idParameter } from '../../requests/list-parameters.ts';
import { beyondPeriods, nextOf, obstacleTo } from './due.ts';
import { IS_OVER, type Plan, plansOf } from './plans.ts';

const A_YEAR = { frequenza: 12, unita_misura: MONTHS };
/** The maximum number of dates of a daily maintenance in a year. */
const MAX_DATES = 366;

interface Open {
  id: number;
  codice: string;
  data_ordine: string | null;
  id_manutenzione: number;
}

const OPEN = `
  select o.id, o.codice, o.data_ordine, o.id_manutenzione from odl o join stato st on st.id = o.id_stato
  where o.id_manutenzione = any($1::int[]) and not st.${IS_OVER} order by o.data_ordine, o.id`;

async function openInterventions(queryable: Queryable, plans: Plan[]): Promise<Map<number, Open[]>> {
  const { rows } = await queryable.query<Open>(OPEN, [plans.map(({ id }) => id)]);
  const found = new Map<number, Open[]>();
  for (const row of rows) found.set(row.id_manutenzione, [...(found.get(row.id_manutenzione) ?? []), row]);
  return found;
}

/** Returns the first date without an intervention, as if the open interventions were done on their dates. */
function firstForecastDate(plan: Plan, open: string[], setting: SettingOf): string | undefined {
  if (plan.id_tipo_odl === PERIODIC) {
    const last = open.at(-1);
    if (last) return nextDay(plan.data_inizio, plan, last);
    return plan.ultimo ? nextOf(plan, plan.ultimo, setting).day : plan.data_inizio;
  }
  return beyondPeriods(plan);
}

function entriesOf(
  plan: Plan,
  open: Open[],
  { from, to }: { from: string; to: string },
  setting: SettingOf,
): Row[] {
  const shared = {
    id_manutenzione: plan.id,
    id_schedulazione: plan.id_schedulazione,
    schedulazione: `${plan.schedulazione} - ${plan.descrizione}`,
    id_oggetto: plan.id_oggetto,
    codice_oggetto: plan.codice_oggetto,
    oggetto: plan.oggetto,
  };
  const planned = open.flatMap((one) =>
    one.data_ordine ? [{ ...one, day: localTime(one.data_ordine, setting).slice(0, 10) }] : [],
  );
  const existing = planned.map(({ id, codice, day }) => ({
    ...shared,
    data: day,
    stato: 'aperto',
    id_odl: id,
    codice,
  }));
  const next = firstForecastDate(
    plan,
    planned.map(({ day }) => day),
    setting,
  );
  const continuesSeries = next !== undefined && plan.id_tipo_odl === PERIODIC;
  const first = continuesSeries ? seriesStart(plan, next) : (next ?? to);
  const days =
    next === undefined || obstacleTo(plan)
      ? []
      : daysBetween(first, plan, { from: next > from ? next : from, to, most: MAX_DATES });
  const state = plan.id_tipo_odl === PERIODIC ? 'previsto' : 'da_generare';
  return [
    ...existing.filter(({ data }) => data <= to),
    ...days.map((data) => ({ ...shared, data, stato: state, id_odl: null, codice: null })),
  ];
}

/**
 * Returns the start of the series of dates that contains this date: the plan's own start, so that a 31st remains a
 * 31st, or else this date.
 */
const seriesStart = (plan: Plan, day: string): string =>
  daysBetween(plan.data_inizio, plan, { from: day, to: day, most: 1 })[0] === day ? plan.data_inizio : day;

async function forecast(schemas: Schemas, rules: RulesByResource, context: Context): Promise<Row[]> {
  const { database, query, setting } = context;
  const [schedule, asset] = [idParameter(query, 'idSchedulazione'), idParameter(query, 'idOggetto')];
  if ((schedule === undefined) === (asset === undefined))
    throw malformed('bad-filter', { name: 'idSchedulazione' });
  const find = (resource: string, id: number) =>
    recordsOf(schemas.byResource.entity(resource), schemas, rules).find(id, context);
  // An asset can have schedules outside the user's scope.
  if (schedule !== undefined) await find('manutenzione/schedulazione', schedule);
  if (asset !== undefined) await find('oggetto', asset);
  const visible = asset === undefined ? undefined : await visibleSchedules(schemas, rules, context, asset);
  const plans = (await plansOf(database, { schedule, asset })).filter(
    ({ id_schedulazione: id }) => !visible || visible.has(id),
  );
  const open = await openInterventions(database, plans);
  const from = todayIn(setting);
  const to = dayAfter(from, A_YEAR, 1) ?? from;
  const rows = plans.flatMap((plan) => entriesOf(plan, open.get(plan.id) ?? [], { from, to }, setting));
  rows.sort((one, other) => (String(one.data) < String(other.data) ? -1 : one.data === other.data ? 0 : 1));
  return rows;
}

async function visibleSchedules(
  schemas: Schemas,
  rules: RulesByResource,
  context: Context,
  asset: number,
): Promise<Set<number>> {
  const entity = schemas.byResource.entity('manutenzione');
  const reply = await listReply(entity, schemas, rules, { ...context, query: { idOggetto: String(asset) } });
  return new Set(rowsIn(reply).flatMap((row) => numberOf(row.id_schedulazione) ?? []));
}

export function forecastCall(schemas: Schemas, rules: RulesByResource): Call {
  const entity = schemas.byResource.entity('manutenzione');
  return {
    ...callOn(entity, 'read', 'GET', '/manutenzione/previsione'),
    summary: {
      it: 'Interventi dei prossimi dodici mesi, aperti e previsti',
      en: 'Interventions of the next twelve months, open and to come',
    },
    query: {
      idSchedulazione: { type: 'integer', description: 'The id of a schedule' },
      idOggetto: { type: 'integer', description: 'The id of an asset' },
    },
    reply: rowsOf({
      data: { type: 'string', format: 'date' },
      stato: {
        enum: ['aperto', 'previsto', 'da_generare'],
        description:
          'aperto: exists; previsto: will be created automatically; da_generare: will be created with the next generated period',
      },
      id_odl: OPTIONAL_ID,
      codice: OPTIONAL_TEXT,
      id_manutenzione: OPTIONAL_ID,
      id_schedulazione: OPTIONAL_ID,
      schedulazione: OPTIONAL_TEXT,
      id_oggetto: OPTIONAL_ID,
      codice_oggetto: OPTIONAL_TEXT,
      oggetto: OPTIONAL_TEXT,
    }),
    example: {
      data: [
        {
          data: '2026-04-01',
          stato: 'previsto',
          id_odl: null,
          codice: null,
          id_manutenzione: 1,
          id_schedulazione: 1,
          schedulazione: 'LUB-M - Lubrificazione',
          id_oggetto: 7,
          codice_oggetto: 'FOL-L1-CF',
          oggetto: 'Confezionatrice',
        },
      ],
    },
    handle: async (context) => ({ data: await forecast(schemas, rules, context) }),
  };
}

/** Returns the first date of each maintenance. The rows are in order of date. */
function firstOfEach(rows: Row[]): Row[] {
  const found = new Map<unknown, Row>();
  for (const row of rows) if (!found.has(row.id_manutenzione)) found.set(row.id_manutenzione, row);
  return [...found.values()];
}

export function dueDatesCall(schemas: Schemas, rules: RulesByResource): Call {
  return {
    ...callAt('GET', '/manutenzione/scadenze', 'session', schemas.byResource.entity('manutenzione').name),
    summary: {
      it: 'Prossima data di ogni manutenzione di un oggetto',
      en: 'The next date of each maintenance of an asset',
    },
    query: { idOggetto: { type: 'integer', description: 'The id of an asset' } },
    reply: rowsOf({
      id_manutenzione: { type: 'integer' },
      schedulazione: { type: 'string' },
      data: { type: 'string', format: 'date' },
    }),
    example: {
      data: [{ id_manutenzione: 1, schedulazione: 'LUB-M - Lubrificazione', data: '2026-04-01' }],
    },
    async handle(context) {
      const idOggetto = context.query.idOggetto;
      if (!idOggetto) throw malformed('bad-filter', { name: 'idOggetto' });
      const rows = firstOfEach(await forecast(schemas, rules, { ...context, query: { idOggetto } }));
      return {
        data: rows.map(({ id_manutenzione, schedulazione, data }) => ({
          id_manutenzione,
          schedulazione,
          data,
        })),
      };
    },
  };
}
