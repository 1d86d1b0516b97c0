/**
 * POST /manutenzione/schedulazione/{id}/periodo/ generates the interventions of a period. GET …/anteprima previews
 * them.
 */

import type { EntityOf } from '../../../schemas/catalogue.ts';
import { dateText } from '../../../schemas/date-texts.ts';
import type { Row } from '../../../schemas/entity.ts';
import { DUPLICATED } from '../../../schemas/interventions.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { roughly } from '../../../schemas/recurring-days.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { isDate, type Refusal } from '../../../schemas/validate.ts';
import { nameOf } from '../../capabilities/overrides.ts';
import { type Records, recordsOf } from '../../capabilities/records.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Queryable, Transaction } from '../../database/engine.ts';
import { type Call, type Context, callAt, type Reply } from '../../http/call.ts';
import { invalid, notFound, refused, say } from '../../http/problem.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { Job, JobKind } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { readId } from '../../requests/ids.ts';
import { daysOfPeriod, missingWith, obstacleTo } from './due.ts';
import { type Generation, generateAll, type Progress } from './generation.ts';
import { dayRefusals } from './maintenance-rules.ts';
import { BODY, END, PREVIEW, PREVIEW_EXAMPLE, REPLY, START } from './period-schemas.ts';
import { type Period, type Plan, plansOf } from './plans.ts';
import {
  announceFinished,
  holdSchedule,
  openPeriod,
  outcomeOf,
  requireFinished,
  takeBack,
} from './standing-period.ts';

export const PERIOD_JOB = 'generazione';

const MAX_INTERVENTIONS = 100_000;
/** The maximum number of interventions created within the request. More than that become a background job. */
const AT_ONCE = 300;
const RETENTION_DAYS = 30;

function dayOf(values: Row, field: string, refusals: Refusal[]): string {
  const day = values[field];
  if (day === undefined || day === null || day === '') refusals.push({ field, rule: 'required' });
  else if (typeof day !== 'string' || !isDate(day)) refusals.push({ field, rule: 'date' });
  else refusals.push(...dayRefusals(field, day));
  return String(day);
}

function periodOf(values: Row, names: { start: string; end: string }): Period {
  const refusals: Refusal[] = [];
  const [start, end] = [dayOf(values, names.start, refusals), dayOf(values, names.end, refusals)];
  if (refusals.length === 0 && start > end) refusals.push({ field: names.end, rule: 'end-before-start' });
  if (refusals.length > 0) throw invalid(refusals);
  return { start, end };
}

const MEMBERS = ['id', 'descrizione', START, END, 'versione'];

function sentPeriod(body: Row, id: number): Period {
  const refusals: Refusal[] = Object.keys(body)
    .filter((name) => !MEMBERS.includes(name))
    .map((field) => ({ field, rule: 'unknown' }));
  if (body.id !== undefined && body.id !== null && Number(body.id) !== id)
    refusals.push({ field: 'id', rule: 'schedule-other' });
  if (refusals.length > 0) throw invalid(refusals);
  return periodOf(body, { start: START, end: END });
}

/** Reads the parameters of a job, which `#generate` wrote. */
const parametersOf = ({ parametri }: Pick<Job, 'parametri'>): Period & { id: number } =>
  parametri as Row & Period & { id: number };

/** Checks that the schedule has periods, and that this period comes after the last one. */
function requireNext(schedule: RowOf<'manutenzione/schedulazione'>, { start }: Period, field: string): void {
  if (schedule.id_tipo_odl !== DUPLICATED) throw refused('schedule-not-duplicated');
  const last = schedule[END];
  if (last && start <= last)
    throw invalid([{ field, rule: 'period-after-last', params: { end: dateText(last) } }]);
}

/** Returns the dates of the period, existing and missing, and the dates that earlier periods lack. */
function previewDays(plan: Plan, period: Period): string[] {
  const existing = new Set(plan.giorni);
  const days = daysOfPeriod(plan, period, MAX_INTERVENTIONS + 1).filter((day) => existing.has(day));
  return [...days, ...missingWith(plan, period, MAX_INTERVENTIONS + 1)].sort();
}

/** Returns the plans of the period. Refuses a period with too many interventions. */
async function plansOfPeriod(
  queryable: Queryable,
  schedule: RowOf<'manutenzione/schedulazione'>,
  period: Period,
  field: string,
): Promise<Plan[]> {
  const plans = await plansOf(queryable, { schedule: schedule.id, from: period.start });
  requireFinished(plans);
  const first = ({ data_inizio: day }: Plan): string => (day > period.start ? day : period.start);
  const roughCount = plans.reduce((sum, plan) => sum + roughly(first(plan), plan, period.end), 0);
  const count =
    roughCount <= MAX_INTERVENTIONS
      ? roughCount
      : plans.reduce((sum, plan) => sum + missingWith(plan, period, MAX_INTERVENTIONS + 1).length, 0);
  if (count > MAX_INTERVENTIONS)
    throw invalid([{ field, rule: 'period-too-many', params: { max: MAX_INTERVENTIONS } }]);
  return plans;
}

export class Periods {
  readonly #entity: EntityOf<'manutenzione/schedulazione'>;
  readonly #records: Records<RowOf<'manutenzione/schedulazione'>>;

  constructor(
    schemas: Schemas,
    rules: RulesByResource,
    private readonly generation: Generation,
  ) {
    this.#entity = schemas.byResource.entity('manutenzione/schedulazione');
    this.#records = recordsOf(this.#entity, schemas, rules);
  }

  async #open(transaction: Transaction, id: number, period: Period, { user }: Context): Promise<number> {
    const before = await holdSchedule(transaction, id);
    if (!before) throw notFound();
    requireNext(before, period, START);
    const plans = await plansOfPeriod(transaction, before, period, END);
    await openPeriod(transaction, this.#entity, { before, period, user, plans });
    return plans.reduce((sum, plan) => sum + missingWith(plan, period, MAX_INTERVENTIONS + 1).length, 0);
  }

  async #generate(context: Context, jobs: Jobs): Promise<Reply> {
    const { database, language, body } = context;
    const id = readId(context.params.id);
    await this.#records.find(id, context);
    const period = sentPeriod(body, id);
    const count = await database.transaction((transaction) => this.#open(transaction, id, period, context));
    let job: number | null = null;
    if (count > AT_ONCE)
      job = await jobs.add(
        { kind: PERIOD_JOB, resource: this.#entity.resource, parameters: { id, ...period }, total: count },
        context,
      );
    else await this.#make(context, id, NO_PROGRESS);
    const { made, faults } = await outcomeOf(database, id, period);
    const done = faults > 0 ? 'schedule-period-faults' : 'schedule-period-done';
    return {
      data: { numero_interventi_generati: made, id_lavoro: job, anomalie: faults },
      description: say(job === null ? done : 'schedule-period-under-way', language, { faults }),
    };
  }

  async #make(context: Context, id: number, progress: Progress): Promise<void> {
    const { database } = context;
    await generateAll(this.generation, database, context, { schedule: id }, progress);
    await announceFinished(database, id);
  }

  async #preview(context: Context): Promise<Reply> {
    const { database, query, language } = context;
    const schedule = await this.#records.find(readId(context.params.id), context);
    const period = periodOf(query, { start: 'dal', end: 'al' });
    requireNext(schedule, period, 'dal');
    const plans = await plansOfPeriod(database, schedule, period, 'al');
    const maintenances = plans.map((plan) => {
      const existing = new Set(plan.giorni);
      return {
        id: plan.id,
        id_oggetto: plan.id_oggetto,
        codice_oggetto: plan.codice_oggetto,
        oggetto: plan.oggetto,
        errore: obstacleTo(plan)?.[language] ?? null,
        date: previewDays(plan, period).map((data) => ({ data, esiste: existing.has(data) ? 1 : 0 })),
      };
    });
    const days = new Map<string, { data: string; numero: number; esistenti: number }>();
    for (const { date, errore } of maintenances)
      for (const { data, esiste } of errore ? [] : date) {
        const day = days.get(data) ?? { data, numero: 0, esistenti: 0 };
        days.set(data, { data, numero: day.numero + 1, esistenti: day.esistenti + esiste });
      }
    const giorni = [...days.values()].sort((one, other) => (one.data < other.data ? -1 : 1));
    const numero = giorni.reduce((sum, day) => sum + day.numero - day.esistenti, 0);
    return { data: { numero, giorni, manutenzioni: maintenances } };
  }

  calls(jobs: Jobs): Call[] {
    const { access, name } = this.#entity;
    return [
      {
        name: nameOf(this.#entity, 'generate'),
        ...callAt('POST', '/manutenzione/schedulazione/:id/periodo', access.write, name),
        summary: { it: 'Genera gli interventi di un periodo', en: 'Generate the interventions of a period' },
        body: BODY,
        reply: REPLY,
        example: {
          body: { id: 1, [START]: '2026-04-01', [END]: '2026-12-31' },
          data: { numero_interventi_generati: 9, id_lavoro: null, anomalie: 0 },
        },
        handle: (context) => this.#generate(context, jobs),
      },
      {
        ...callAt('GET', '/manutenzione/schedulazione/:id/anteprima', access.read, name),
        summary: {
          it: 'Anteprima delle date di un periodo, senza generare',
          en: 'Preview of the dates of a period, without generating',
        },
        query: {
          dal: { type: 'string', format: 'date', description: 'Start of the period' },
          al: { type: 'string', format: 'date', description: 'End of the period' },
        },
        reply: PREVIEW,
        example: PREVIEW_EXAMPLE,
        handle: (context) => this.#preview(context),
      },
    ];
  }

  job(): [string, JobKind] {
    const kind: JobKind = {
      access: () => this.#entity.access.write,
      retentionDays: RETENTION_DAYS,
      // Existing interventions are not created again.
      repeats: true,
      run: async ({ job, context, goOn, progress }) => {
        const { id, ...period } = parametersOf(job);
        await this.#make(context, id, { goOn, progress });
        const { made, faults } = await outcomeOf(context.database, id, period);
        const key = faults > 0 ? 'schedule-generated-faults' : 'schedule-generated';
        return {
          message: inBoth(key, { count: made, faults }),
          result: { id, numero_interventi_generati: made, anomalie: faults },
        };
      },
      cancelled: async ({ parametri }, context) => {
        const { id, ...period } = parametersOf({ parametri });
        const { database, user } = context;
        const isTakenBack = await database.transaction((transaction) =>
          takeBack(transaction, this.#entity, { id, ...period }, user),
        );
        if (!isTakenBack) await announceFinished(database, id);
        const { made, faults } = await outcomeOf(database, id, period);
        const key = isTakenBack ? 'schedule-period-stopped' : 'schedule-generated';
        return {
          message: inBoth(key, { count: made }),
          result: { id, numero_interventi_generati: made, anomalie: faults },
        };
      },
      // The schedule keeps the period, so the routine generates the rest.
      interrupted: async () => ({ message: inBoth('schedule-period-under-way') }),
      download: () => Promise.reject(notFound()),
    };
    return [PERIOD_JOB, kind];
  }
}

/** Progress without reports: the interventions are few enough to create within the request. */
const NO_PROGRESS = { goOn: () => undefined, progress: () => undefined };
