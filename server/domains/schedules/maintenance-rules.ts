/** The rules of maintenances: allowed assets, generation after saving, and deletion. */

import { dateText } from '../../../schemas/date-texts.ts';
import type { Row } from '../../../schemas/entity.ts';
import { OPENING, PERIODIC } from '../../../schemas/interventions.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { FIRST_DAY, LAST_DAY } from '../../../schemas/recurring-days.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { isBlank, type Refusal } from '../../../schemas/validate.ts';
import { type Records, recordsOf } from '../../capabilities/records.ts';
import type { EntityRules, ListCondition, RulesByResource, WriteContext } from '../../capabilities/rules.ts';
import { scopeConditions } from '../../database/list-query.ts';
import { MarkedValues } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { conflict } from '../../http/problem.ts';
import { wake } from '../../jobs/wake.ts';
import { instantOf, localTime } from '../../plant/plant-time.ts';
import { timeOf } from './due.ts';
import { GENERATED, type Generation } from './generation.ts';
import { IS_OVER } from './plans.ts';

/** The routine that generates what is missing. */
export const GENERATION = 'generazione';

/** The maximum number of interventions that saving a maintenance creates. The routine creates the rest. */
const AT_ONCE = 300;

/** The id of the row that means all organisations, or all departments. */
const FOR_ALL = 1;

interface Places {
  schedule: [number, number];
  asset: [number, number];
  dismesso: number;
}

const PLACES = `
  select jsonb_build_array(s.id_organizzazione, s.id_reparto) as schedule,
    jsonb_build_array(a.id_organizzazione, a.id_reparto) as asset, a.dismesso
  from manutenzione_schedulazione s, oggetto a where s.id = $1 and a.id = $2`;

async function assetRefusals(row: Row, { transaction }: WriteContext): Promise<Refusal[]> {
  const [schedule, asset] = [row.id_schedulazione, row.id_oggetto];
  if (!Number.isInteger(schedule) || !Number.isInteger(asset)) return [];
  const { rows } = await transaction.query<Places>(PLACES, [schedule, asset]);
  const [places] = rows;
  if (!places) return [];
  if (places.dismesso === 1) return [{ field: 'id_oggetto', rule: 'asset-decommissioned' }];
  const matches = places.schedule.every(
    (place, index) => place === FOR_ALL || places.asset[index] === FOR_ALL || place === places.asset[index],
  );
  return matches ? [] : [{ field: 'id_oggetto', rule: 'asset-not-of-schedule' }];
}

const ELSEWHERE = (column: string) => `
  select a.codice, a.descrizione from manutenzione m join oggetto a on a.id = m.id_oggetto
  where m.id_schedulazione = $1 and m.canc = 0 and a.canc = 0 and a.${column} not in ($2, ${FOR_ALL})
  order by m.id limit 1`;

/** Refuses a new organisation or department of a schedule that is not that of every asset it maintains. */
export async function assetsElsewhere(
  row: Row,
  before: Row,
  { transaction }: WriteContext,
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const field of ['id_organizzazione', 'id_reparto']) {
    const place = row[field];
    if (!Number.isInteger(place) || place === FOR_ALL || place === before[field]) continue;
    const { rows } = await transaction.query<RowOf<'oggetto'>>(ELSEWHERE(field), [before.id, place]);
    for (const { codice, descrizione } of rows)
      refusals.push({ field, rule: 'schedule-asset-elsewhere', params: { asset: codice ?? descrizione } });
  }
  return refusals;
}

export const dayRefusals = (field: string, day: unknown): Refusal[] =>
  typeof day === 'string' && !isBlank(day) && (day < FIRST_DAY || day > LAST_DAY)
    ? [{ field, rule: 'date-calendar', params: { min: dateText(FIRST_DAY), max: dateText(LAST_DAY) } }]
    : [];

/** Returns the condition that the schedule, alias s, is within the user's scope. */
export function withinSchedule(schemas: Schemas, { user }: Pick<Context, 'user'>): ListCondition | undefined {
  const values = new MarkedValues();
  const entity = schemas.byResource.entity('manutenzione/schedulazione');
  const reach = scopeConditions(entity, user?.scopes, values, 's');
  if (reach.length === 0) return undefined;
  const where = ['s.id = t.id_schedulazione', ...reach].join(' and ');
  return { sql: `exists (select 1 from manutenzione_schedulazione s where ${where})`, values: values.list };
}

const OPEN_OF = `select o.id from odl o join stato st on st.id = o.id_stato where not st.${IS_OVER}`;

export async function requireNothingOpen(
  column: 'id_manutenzione' | 'id_schedulazione',
  id: unknown,
  { transaction }: WriteContext,
): Promise<void> {
  const { rows } = await transaction.query(`${OPEN_OF} and o.${column} = $1 limit 1`, [id]);
  if (rows.length > 0) throw conflict('maintenance-still-open');
}

/**
 * SQL of the first intervention, if no user has started or rescheduled it. It moves with the start of the
 * maintenance.
 */
const UNTOUCHED = `
  select o.id, o.data_ordine from odl o join stato st on st.id = o.id_stato
  where o.id_manutenzione = $1 and o.data_ori_manutenzione = $2 and st.id_tipo_stato_odl = ${OPENING}
    and not exists (select 1 from odl p where p.id_manutenzione = $1 and p.id <> o.id)`;

async function moveFirst(records: Records, row: Row, before: Row, context: WriteContext): Promise<void> {
  const { transaction, setting } = context;
  const { rows } = await transaction.query<{ id: number; data_ordine: string | null }>(UNTOUCHED, [
    row.id,
    before.data_inizio,
  ]);
  const [first] = rows;
  const planned = first?.data_ordine && localTime(first.data_ordine, setting);
  if (!planned || planned.slice(0, 10) !== before.data_inizio) return;
  const to = instantOf(`${row.data_inizio}T${timeOf([first.data_ordine], setting)}`, setting);
  await transaction.query('update odl set data_ori_manutenzione = $2 where id = $1', [
    first.id,
    row.data_inizio,
  ]);
  await records.updateWithin(
    transaction,
    first.id,
    { data_ordine: to },
    { ...context, user: undefined, query: {} },
  );
}

const STATUS = `
  select m.id, m.errore, m.traduzioni, (
    select min(o.data_ordine) from odl o join stato st on st.id = o.id_stato
    where o.id_manutenzione = m.id and not st.${IS_OVER}) as prossima
  from manutenzione m where m.id = any($1::int[])`;

interface Status extends Pick<RowOf<'manutenzione'>, 'id' | 'errore' | 'traduzioni'> {
  prossima: string | null;
}

async function present(rows: Row[], { database, language, setting }: Context): Promise<void> {
  const statuses = await database.query<Status>(STATUS, [rows.map((row) => row.id)]);
  const found = new Map<unknown, Status>(statuses.rows.map((row) => [row.id, row]));
  for (const row of rows) {
    const { errore = null, traduzioni, prossima }: Partial<Status> = found.get(row.id) ?? {};
    row.errore = errore && ((language === 'it' ? errore : traduzioni?.[language]) || errore);
    row.prossima_data = prossima ? localTime(prossima, setting).slice(0, 10) : null;
  }
}

export function maintenanceRules(
  schemas: Schemas,
  rules: () => RulesByResource,
  generation: () => Generation,
): EntityRules<RowOf<'manutenzione'>> {
  const interventions = (): Records => recordsOf(schemas.byResource.entity('odl'), schemas, rules());
  return {
    visible: (context) => withinSchedule(schemas, context),
    present,
    async check(row, before, context) {
      const assetChanged = row.id_oggetto !== before?.id_oggetto;
      const startChanged = row.data_inizio !== before?.data_inizio;
      return [
        ...(assetChanged ? await assetRefusals(row, context) : []),
        ...(startChanged ? dayRefusals('data_inizio', row.data_inizio) : []),
      ];
    },
    // Closing an intervention locks it before its maintenance. A change of the maintenance locks in the same
    // order.
    async holdFirst(id, { transaction }) {
      await transaction.query(
        `select id from odl where id_manutenzione = $1 and id_stato in (select st.id from stato st where not st.${IS_OVER})
         order by id for no key update`,
        [id],
      );
    },
    // The schedule is locked, so that it is not deleted, and no period is generated, until this row is committed.
    async beforeCreate(row, { transaction }) {
      await transaction.query('select id from manutenzione_schedulazione where id = $1 for share', [
        row.id_schedulazione,
      ]);
    },
    beforeDelete: (row, context) => requireNothingOpen('id_manutenzione', row.id, context),
    async afterWrite(row, before, context) {
      if (!row) return;
      const { transaction } = context;
      if (before && row.data_inizio !== before.data_inizio && before.id_tipo_odl === PERIODIC)
        await moveFirst(interventions(), row, before, context);
      if (!before)
        await generation().portion(
          transaction,
          { ...context, batch: context.batch ?? GENERATED },
          { maintenance: row.id },
          { limit: AT_ONCE },
        );
      transaction.afterCommit(() => wake(GENERATION));
    },
  };
}
