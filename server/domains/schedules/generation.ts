/**
 * Makes the interventions that are missing of maintenances, by the rules that people's own go through. A maintenance
 * is held while one looks what is missing of it, so that two at it make nothing twice; the database has the last word,
 * as no two interventions of a maintenance are for one day. What cannot be made is noted, and stops nothing else.
 */

import type { Row, Text } from '../../../schemas/entity.ts';
import { DUPLICATED } from '../../../schemas/interventions.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { refusalTexts } from '../../../schemas/validate.ts';
import { type Records, recordsOf } from '../../capabilities/records.ts';
import type { RulesByResource, Writer } from '../../capabilities/rules.ts';
import type { Database, Transaction } from '../../database/engine.ts';
import { codeOf } from '../../database/errors.ts';
import { onlyRow } from '../../database/rows.ts';
import { inSavepoint } from '../../database/savepoint.ts';
import { cut } from '../../http/cut.ts';
import { instantOf } from '../../http/plant-time.ts';
import { Problem } from '../../http/problem.ts';
import { inBoth } from '../../jobs/in-both.ts';
import { type Due, dueOf, obstacleTo } from './due.ts';
import { type OpeningOf, openings } from './opening.ts';
import { holdPending, type Plan, pendingPlans, type Wanted } from './plans.ts';

export interface Portion {
  /** The maintenances up to this one are done; undefined when there were none. */
  last: number | undefined;
  made: number;
  /** By the id of the maintenance. */
  faults: Map<number, Text>;
}

/** What a column does not take is the row's fault. */
const isOfTheRow = (error: unknown): boolean => /^(22|23)/.test(codeOf(error) ?? '');

/** Why it was refused, in both languages; anything that is no refusal goes on. */
function reasonOf(error: unknown, told: Records['told']): Text {
  const problem = told(error);
  if (problem instanceof Problem && problem.status < 500) {
    if (problem.refusals.length === 0) return inBoth(problem.key, problem.params);
    const sentences = (language: 'it' | 'en') =>
      [...new Set(Object.values(refusalTexts(problem.refusals, language)))].join('. ');
    return { it: sentences('it'), en: sentences('en') };
  }
  if (isOfTheRow(error)) return inBoth('maintenance-refused');
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

  /** Some maintenances, and at most so many interventions. */
  async portion(
    transaction: Transaction,
    by: Writer,
    wanted: Wanted,
    { after = 0, most }: { after?: number; most: number },
  ): Promise<Portion> {
    const ids = await holdPending(transaction, wanted, { after, most });
    if (ids.length === 0) return { last: undefined, made: 0, faults: new Map() };
    const plans = await pendingPlans(transaction, ids);
    const faults = new Map<number, Text>();
    const { due, whole, last } = this.#share(plans, by, most, faults);
    // Nobody stands behind what the plan brings about: the rights of who closed the one before do not count.
    const writer: Writer = { ...by, user: undefined, query: {} };
    const made = await this.#create(transaction, writer, due, faults);
    await this.#settle(transaction, whole, faults);
    // Of what is refused the rest is not tried either: it says why already.
    const stuck = last !== undefined && faults.has(last + 1);
    return { last: stuck ? last + 1 : (last ?? ids.at(-1)), made, faults };
  }

  /** What is due, as far as there is room; a maintenance that is due for more is taken up again. */
  #share(plans: Plan[], { setting }: Writer, most: number, faults: Map<number, Text>) {
    const due: Due[] = [];
    const whole: Plan[] = [];
    for (const plan of plans) {
      const obstacle = obstacleTo(plan);
      const days = obstacle ? [] : dueOf(plan, setting, most + 1);
      if (obstacle ?? !days) faults.set(plan.id, obstacle ?? inBoth('maintenance-beyond-calendar'));
      const room = most - due.length;
      due.push(...(days ?? []).slice(0, room));
      if ((days?.length ?? 0) > room) return { due, whole, last: plan.id - 1 };
      whole.push(plan);
    }
    return { due, whole, last: undefined };
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

  /** All of them in a few statements; where one is refused, each by itself. */
  async #create(
    transaction: Transaction,
    writer: Writer,
    due: Due[],
    faults: Map<number, Text>,
  ): Promise<number> {
    if (due.length === 0) return 0;
    const opening = await openings(transaction);
    const rows = due.flatMap((one) => {
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
      const reason = reasonOf(error, this.#records.told);
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
        (error) => void faults.set(Number(row.id_manutenzione), reasonOf(error, this.#records.told)),
      );
    return made;
  }

  /** What is done is no fault any more, and is not looked at again for this period; what is not, says why. */
  async #settle(transaction: Transaction, whole: Plan[], faults: Map<number, Text>): Promise<void> {
    const done = whole.filter(({ id }) => !faults.has(id));
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

/** What is generated within some seconds is told together, whoever or whatever brought it about. */
export const GENERATED = 'generazione';

const WISHED_MS = 30;
const FEWEST = 10;
const MOST = 500;

/** The database plans by the size it knows of: what was a handful of rows would be read whole for each one more. */
const GROWING = ['odl', 'odl_storico', 'odl_checklist'];
const FIRST_MEASURED = 200;
const MEASURED_AGAIN = 4;

export interface Under {
  goOn(): void;
  progress(made: number): void;
}

/** Everything that is missing, in portions of some hundredths of a second, each a transaction: others get their turn between. */
export async function generateAll(
  generation: Generation,
  database: Database,
  writer: Writer,
  wanted: Wanted,
  { goOn, progress }: Under,
): Promise<{ made: number; faults: number }> {
  let [after, made, faults, most, measureAt] = [0, 0, 0, FEWEST, FIRST_MEASURED];
  const together: Writer = { ...writer, batch: GENERATED };
  for (;;) {
    goOn();
    const begun = performance.now();
    const done = await database.transaction((transaction) =>
      generation.portion(transaction, together, wanted, { after, most }),
    );
    if (done.last === undefined) return { made, faults };
    after = done.last;
    made += done.made;
    faults += done.faults.size;
    progress(made);
    if (made >= measureAt) {
      measureAt = made * MEASURED_AGAIN;
      for (const table of GROWING) await database.query(`analyze ${table}`);
    }
    const each = (performance.now() - begun) / Math.max(1, done.made + done.faults.size);
    most = Math.round(Math.min(MOST, Math.max(FEWEST, WISHED_MS / Math.max(each, 0.01), most / 4)));
  }
}
