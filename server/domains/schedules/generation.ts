/**
 * Creates the missing interventions of maintenances, with the rules for all interventions. The rows of the
 * maintenances are locked first, so that two generations create nothing twice. A unique index allows only one
 * intervention per maintenance and date. A failure is stored with its maintenance and does not stop the others.
 */

import type { Row, Text } from '../../../schemas/entity.ts';
import { DUPLICATED } from '../../../schemas/interventions.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { refusalTexts } from '../../../schemas/validate.ts';
import { type Records, recordsOf } from '../../capabilities/records.ts';
import type { RulesByResource, Writer } from '../../capabilities/rules.ts';
import type { Database, Transaction } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import { inSavepoint } from '../../database/savepoint.ts';
import { codeOf } from '../../database/startup-error.ts';
import { cut } from '../../http/cut-text.ts';
import { Problem } from '../../http/problem.ts';
import { inBoth } from '../../jobs/in-both.ts';
import { instantOf } from '../../plant/plant-time.ts';
import { type Due, dueOf, obstacleTo } from './due.ts';
import { type OpeningOf, openings } from './opening.ts';
import { type GenerationTarget, holdPending, type Plan, pendingPlans } from './plans.ts';

export interface Portion {
  /** The id of the last maintenance that is finished; undefined if none is. */
  last: number | undefined;
  made: number;
  /** The reasons of failures, by the id of the maintenance. */
  faults: Map<number, Text>;
}

/** Returns whether a value in the row caused the error: SQLSTATE classes 22 and 23. */
const isRowError = (error: unknown): boolean => /^(22|23)/.test(codeOf(error) ?? '');

/** Returns why a row was refused, in both languages. Rethrows all other errors. */
function reasonOf(error: unknown, problemOf: Records['asProblem']): Text {
  const problem = problemOf(error);
  if (problem instanceof Problem && problem.status < 500) {
    if (problem.refusals.length === 0) return inBoth(problem.key, problem.params);
    const sentences = (language: 'it' | 'en') =>
      [...new Set(Object.values(refusalTexts(problem.refusals, language)))].join('. ');
    return { it: sentences('it'), en: sentences('en') };
  }
  if (isRowError(error)) return inBoth('maintenance-refused');
  throw error;
}

const FAULT_LENGTH = 500;
const TRANSLATION_LENGTH = 200;

const DONE = `
  update manutenzione m set data_generata = coalesce(r.fino, m.data_generata), errore = null, traduzioni = null
  from unnest($1::int[], $2::date[]) r(id, fino) where m.id = r.id
    and (m.errore is not null or r.fino is distinct from m.data_generata and r.fino is not null)`;
const NO_ARREARS = 'delete from generazione_arretrata where id_manutenzione = any($1::int[])';
const FAULTY =
  'update manutenzione set errore = $2, traduzioni = $3 where id = $1 and errore is distinct from $2';

export class Generation {
  readonly #records: Records;

  constructor(schemas: Schemas, rules: RulesByResource) {
    this.#records = recordsOf(schemas.byResource.entity('odl'), schemas, rules);
  }

  /** Generates up to `limit` interventions for the next maintenances. */
  async portion(
    transaction: Transaction,
    by: Writer,
    target: GenerationTarget,
    { after = 0, limit }: { after?: number; limit: number },
  ): Promise<Portion> {
    const ids = await holdPending(transaction, target, { after, limit });
    if (ids.length === 0) return { last: undefined, made: 0, faults: new Map() };
    const plans = await pendingPlans(transaction, ids);
    const faults = new Map<number, Text>();
    const { dueRows, finished, last } = this.#share(plans, by, limit, faults);
    // There is no user: the rights of the user who closed the previous intervention do not count.
    const writer: Writer = { ...by, user: undefined, query: {} };
    const made = await this.#create(transaction, writer, dueRows, faults);
    await this.#settle(transaction, finished, faults);
    // After a refusal the other dates of that maintenance are not tried, and the reason is stored.
    const stuck = last !== undefined && faults.has(last + 1);
    return { last: stuck ? last + 1 : (last ?? ids.at(-1)), made, faults };
  }

  /** Collects due dates up to `limit`. The next portion continues a maintenance with more dates. */
  #share(plans: Plan[], { setting }: Writer, limit: number, faults: Map<number, Text>) {
    const dueRows: Due[] = [];
    const finished: Plan[] = [];
    for (const plan of plans) {
      const obstacle = obstacleTo(plan);
      const days = obstacle ? [] : dueOf(plan, setting, limit + 1);
      if (obstacle ?? !days) faults.set(plan.id, obstacle ?? inBoth('maintenance-beyond-calendar'));
      const remaining = limit - dueRows.length;
      dueRows.push(...(days ?? []).slice(0, remaining));
      if ((days?.length ?? 0) > remaining) return { dueRows, finished, last: plan.id - 1 };
      finished.push(plan);
    }
    return { dueRows, finished, last: undefined };
  }

  #rowOf({ plan, day, time }: Due, opening: OpeningOf, { setting }: Writer): Row | undefined {
    const state = opening(plan);
    return (
      state && {
        descrizione: plan.descrizione,
        id_oggetto: plan.id_oggetto,
        id_stato: state.id,
        id_tipo_guasto: plan.id_tipo_guasto,
        id_tipo_odl: plan.id_tipo_odl,
        id_classe_intervento: plan.id_classe_intervento,
        id_tecnico: state.takesTechnician ? plan.id_tecnico : null,
        id_usr_notifica: plan.id_usr_notifica,
        priorita: plan.priorita,
        data_ordine: instantOf(`${day}T${time}`, setting),
        ore_previste: plan.ore_previste,
        persone_previste: plan.persone_previste,
        id_checklist: plan.id_checklist,
        note: plan.note,
        id_schedulazione: plan.id_schedulazione,
        id_manutenzione: plan.id,
        data_ori_manutenzione: day,
      }
    );
  }

  /** Creates all rows with a few statements. If one row is refused, creates them one by one. */
  async #create(
    transaction: Transaction,
    writer: Writer,
    dueRows: Due[],
    faults: Map<number, Text>,
  ): Promise<number> {
    if (dueRows.length === 0) return 0;
    const opening = await openings(transaction);
    const rows = dueRows.flatMap((one) => {
      const row = this.#rowOf(one, opening, writer);
      if (!row) faults.set(one.plan.id, inBoth('maintenance-no-opening'));
      return row ? [row] : [];
    });
    const create = (some: Row[]): Promise<unknown> =>
      inSavepoint(transaction, (inner) => this.#records.createManyWithin(inner, some, writer));
    try {
      await create(rows);
      return rows.length;
    } catch (error) {
      const reason = reasonOf(error, this.#records.asProblem);
      if (rows.length === 1) {
        faults.set(Number(onlyRow(rows).id_manutenzione), reason);
        return 0;
      }
    }
    let made = 0;
    for (const row of rows)
      await create([row]).then(
        () => {
          made += 1;
        },
        (error) => void faults.set(Number(row.id_manutenzione), reasonOf(error, this.#records.asProblem)),
      );
    return made;
  }

  /**
   * Clears the fault of each finished maintenance and marks its period as done. Stores the faults of the others.
   */
  async #settle(transaction: Transaction, finished: Plan[], faults: Map<number, Text>): Promise<void> {
    const done = finished.filter(({ id }) => !faults.has(id));
    const until = done.map((plan) => (plan.id_tipo_odl === DUPLICATED ? plan.data_generazione_end : null));
    if (done.length > 0) await transaction.query(DONE, [done.map(({ id }) => id), until]);
    const caughtUp = done.filter(({ arretrati }) => arretrati.length > 0);
    if (caughtUp.length > 0) await transaction.query(NO_ARREARS, [caughtUp.map(({ id }) => id)]);
    for (const [id, { it, en }] of faults) {
      const texts = { it: cut(it, TRANSLATION_LENGTH), en: cut(en, TRANSLATION_LENGTH) };
      await transaction.query(FAULTY, [id, cut(it, FAULT_LENGTH), JSON.stringify(texts)]);
    }
  }
}

/** The name of the batch: notifications of interventions generated within seconds are sent as one list. */
export const GENERATED = 'generazione';

const TARGET_MS = 30;
const MIN_PORTION = 10;
const MAX_PORTION = 500;

/**
 * Tables that grow during generation. Without new statistics PostgreSQL plans for the old size and reads them in
 * full.
 */
const GROWING_TABLES = ['odl', 'odl_storico', 'odl_checklist'];
const FIRST_ANALYZE = 200;
const ANALYZE_FACTOR = 4;

export interface Progress {
  goOn(): void;
  progress(made: number): void;
}

/** Generates everything missing in short transactions, so that other requests run between them. */
export async function generateAll(
  generation: Generation,
  database: Database,
  writer: Writer,
  target: GenerationTarget,
  { goOn, progress }: Progress,
): Promise<{ made: number; faults: number }> {
  let [after, made, faults, limit, measureAt] = [0, 0, 0, MIN_PORTION, FIRST_ANALYZE];
  const batchWriter: Writer = { ...writer, batch: GENERATED };
  for (;;) {
    goOn();
    const startedAt = performance.now();
    const done = await database.transaction((transaction) =>
      generation.portion(transaction, batchWriter, target, { after, limit }),
    );
    if (done.last === undefined) return { made, faults };
    after = done.last;
    made += done.made;
    faults += done.faults.size;
    progress(made);
    if (made >= measureAt) {
      measureAt = made * ANALYZE_FACTOR;
      for (const table of GROWING_TABLES) await database.query(`analyze ${table}`);
    }
    const millisecondsEach = (performance.now() - startedAt) / Math.max(1, done.made + done.faults.size);
    limit = Math.round(
      Math.min(MAX_PORTION, Math.max(MIN_PORTION, TARGET_MS / Math.max(millisecondsEach, 0.01), limit / 4)),
    );
  }
}
