/**
 * The current period of a schedule: opens it, announces that it is complete, or undoes it. All of these lock the
 * maintenances before their schedule, like generation.
 */

import type { Entity, Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { recordChange } from '../../capabilities/history.ts';
import { updateStatement } from '../../capabilities/row-statements.ts';
import type { Database, Queryable, Transaction } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import type { User } from '../../http/call.ts';
import { refused } from '../../http/problem.ts';
import { wake } from '../../jobs/wake.ts';
import { queueEvent } from '../outbox/index.ts';
import { obstacleTo } from './due.ts';
import { GENERATION } from './maintenance-rules.ts';
import { END, START } from './period-schemas.ts';
import { isUnfinished, type Period, type Plan, plansOf } from './plans.ts';

const COUNT = `
  select (select count(*)::int from odl where id_schedulazione = $1 and data_ori_manutenzione between $2 and $3) as made,
    (select count(*)::int from manutenzione where id_schedulazione = $1 and canc = 0 and errore is not null) as faults`;

/** Counts the interventions of the period, whichever server created them. */
export async function outcomeOf(queryable: Queryable, id: number, { start, end }: Period) {
  const { rows } = await queryable.query<{ made: number; faults: number }>(COUNT, [id, start, end]);
  return onlyRow(rows);
}

export async function holdSchedule(
  transaction: Transaction,
  id: number,
): Promise<RowOf<'manutenzione/schedulazione'> | undefined> {
  await transaction.query(
    'select id from manutenzione where id_schedulazione = $1 and canc = 0 order by id for no key update',
    [id],
  );
  const { rows } = await transaction.query<RowOf<'manutenzione/schedulazione'>>(
    'select * from manutenzione_schedulazione where id = $1 and canc = 0 for no key update',
    [id],
  );
  return rows[0];
}

/** Refuses a new period while the last one is incomplete. Maintenances that cannot be generated do not count. */
export function requireFinished(plans: Plan[]): void {
  if (!plans.some((plan) => isUnfinished(plan) && !plan.errore && !obstacleTo(plan))) return;
  wake(GENERATION);
  throw refused('schedule-period-unfinished');
}

const ADD_ARREARS = `
  insert into generazione_arretrata (id_manutenzione, inizio, fine) select m, $2::date, $3::date
  from unnest($1::int[]) m on conflict (id_manutenzione, inizio) do update set fine = excluded.fine`;
const SET_CURRENT = `
  insert into generazione_periodo (id_schedulazione, inizio, fine, prima_inizio, prima_fine) values ($1, $2, $3, $4, $5)
  on conflict (id_schedulazione) do update set inizio = excluded.inizio, fine = excluded.fine,
    prima_inizio = excluded.prima_inizio, prima_fine = excluded.prima_fine`;

interface Change {
  before: Row;
  period: { start: string | null; end: string | null };
  user: User | undefined;
}

async function change(transaction: Transaction, entity: Entity, { before, period, user }: Change) {
  const changed = { ...before, [START]: period.start, [END]: period.end };
  const { text, values } = updateStatement(entity, changed, before, user)!;
  const after = (await transaction.query<Row>(text, values)).rows[0];
  await recordChange(transaction, entity, after, before, user);
}

/**
 * Makes the period the current one of the schedule. For plans that have not finished the last period, it is stored
 * as arrears.
 */
export async function openPeriod(
  transaction: Transaction,
  entity: Entity,
  { before, period, user, plans }: Change & { period: Period; plans: Plan[] },
): Promise<void> {
  const behindIds = plans.filter(isUnfinished).map(({ id }) => id);
  if (behindIds.length > 0) await transaction.query(ADD_ARREARS, [behindIds, before[START], before[END]]);
  await change(transaction, entity, { before, period, user });
  await transaction.query(SET_CURRENT, [before.id, period.start, period.end, before[START], before[END]]);
}

interface PreviousPeriod {
  prima_inizio: string | null;
  prima_fine: string | null;
}

/**
 * Restores the previous period after a job is stopped. Created interventions stay. Returns false if all were
 * created.
 */
export async function takeBack(
  transaction: Transaction,
  entity: Entity,
  { id, start, end }: Period & { id: number },
  user: User | undefined,
): Promise<boolean> {
  const before = await holdSchedule(transaction, id);
  if (before?.[START] !== start || before[END] !== end) return false;
  if (!(await plansOf(transaction, { schedule: id })).some(isUnfinished)) return false;
  const { rows } = await transaction.query<PreviousPeriod>(
    'delete from generazione_periodo where id_schedulazione = $1 returning prima_inizio, prima_fine',
    [id],
  );
  if (!rows[0]) return false;
  const { prima_inizio, prima_fine } = rows[0];
  await change(transaction, entity, { before, period: { start: prima_inizio, end: prima_fine }, user });
  return true;
}

/** SQL of the finished periods: only maintenances with a fault still lack interventions. */
const DONE = `
  delete from generazione_periodo p using manutenzione_schedulazione s
  where s.id = p.id_schedulazione and ($1::int is null or s.id = $1) and not exists (
    select 1 from manutenzione m where m.id_schedulazione = s.id and m.canc = 0 and m.errore is null
      and (m.data_generata is null or m.data_generata < p.fine))
  returning s.id, s.codice, s.descrizione, s.canc, p.inizio as start, p.fine as end`;

interface FinishedPeriod extends Period {
  id: number;
  codice: string;
  descrizione: string;
  canc: number;
}

/** Queues one event for each period that is complete. */
export const announceFinished = (database: Database, schedule?: number): Promise<void> =>
  database.transaction(async (transaction) => {
    const { rows } = await transaction.query<FinishedPeriod>(DONE, [schedule ?? null]);
    for (const { canc, start, end, ...named } of rows) {
      if (canc === 1) continue;
      const { made, faults } = await outcomeOf(transaction, named.id, { start, end });
      await queueEvent(transaction, 'schedule.generated', {
        ...named,
        [START]: start,
        [END]: end,
        numero_interventi_generati: made,
        anomalie: faults,
      });
    }
  });
