/**
 * Writes the rows of a sheet in portions, parents first, each with its own verdict and by the same rules as a form.
 * A dry run does the same, and rolls back each portion.
 */
import { idOf } from '../../../schemas/catalogue.ts';
import type { Entity, Field, Row } from '../../../schemas/entity.ts';
import { validate } from '../../../schemas/validate.ts';
import type { Transaction } from '../../database/engine.ts';
import { ident } from '../../database/sql.ts';
import type { Work } from '../../jobs/job.ts';
import { classOf } from '../custom-fields.ts';
import { closureOf } from '../hierarchy-closure.ts';
import { attemptAll } from './attempts.ts';
import type { ImportContext } from './import-context.ts';
import { notesOf } from './notes.ts';
import { codesFor, type Plan, planOf } from './plan.ts';
import { Portions } from './portions.ts';
import { noteOf, readRow } from './read-row.ts';
import {
  forgetOutcomes,
  type Note,
  type Outcome,
  outcomesOf,
  type StagedRow,
  saveOutcomes,
  someRows,
} from './staging.ts';
import { presentBelow, writeBelow } from './sub-collections.ts';
import { type Attempted, verdictsOn } from './verdicts.ts';

export interface Run {
  importContext: ImportContext;
  work: Pick<Work, 'progress' | 'goOn'>;
  /** Whether all writes are rolled back. */
  dryRun: boolean;
  /** Whether the run continues after an interruption. Otherwise it starts with the first row. */
  continues: boolean;
}

const FIRST_MEASURED = 200;
const MEASURED_AGAIN = 4;

/**
 * Returns a function that checks whether a new record may have a code. Others, such as a dash for no address, do not
 * identify a record.
 */
function codeCheck(entity: Entity, key: Field): (code: string) => boolean {
  const stored = Object.fromEntries(entity.fields.map((field) => [field.name, field.default ?? null]));
  const keyOnly = { ...entity, fields: [key] };
  return (code) => validate(keyOnly, { [key.name]: code }, { partial: true, stored }).length === 0;
}

/** Rolls back the transaction of a dry run. */
class DryRunEnd extends Error {}

class ImportRun {
  /** The ids of the records of this file's rows, created or existing. */
  readonly #ids = new Map<number, number>();
  readonly #failed = new Set<number>();
  #careful = false;
  #done = 0;
  #measureAt = FIRST_MEASURED;

  constructor(
    private readonly run: Run,
    private readonly plan: Plan,
  ) {}

  async all(): Promise<void> {
    const { work } = this.run;
    const left = await this.#begin();
    work.progress(this.#done, this.plan.total);
    const portions = new Portions(left);
    for (let rows = portions.next(); rows.length > 0; rows = portions.next()) {
      work.goOn();
      const outcomes = await this.#portion(rows, this.run.dryRun ? this.#aboveOf(rows) : []);
      for (const outcome of outcomes) this.#note(outcome);
      this.#done += rows.length;
      work.progress(this.#done);
      portions.measured();
      await this.#measureTables();
    }
  }

  /**
   * Renews the statistics of growing tables. PostgreSQL chooses plans for the size of a table that it has measured:
   * plans for a few rows would read the whole table for each further row.
   */
  async #measureTables(): Promise<void> {
    if (this.run.dryRun || this.#done < this.#measureAt) return;
    this.#measureAt = this.#done * MEASURED_AGAIN;
    const { entity, context } = this.run.importContext;
    const tables = [ident(entity.table), ...(entity.hierarchy ? [closureOf(entity)] : [])];
    for (const table of tables) await context.database.query(`analyze ${table}`);
  }

  /** Returns the rows that are not done yet. */
  async #begin(): Promise<number[]> {
    const { importContext, continues } = this.run;
    const { database } = importContext.context;
    if (!continues) await forgetOutcomes(database, importContext.job);
    const done = continues ? await outcomesOf(database, importContext.job) : [];
    for (const outcome of done) this.#note(outcome);
    await database.query('analyze importazione_riga');
    await saveOutcomes(database, importContext.job, this.plan.outcomes);
    for (const { riga } of this.plan.outcomes) this.#failed.add(riga);
    const doneRows = new Set(done.map(({ riga }) => riga));
    const left = this.plan.rows.filter((row) => !doneRows.has(row));
    this.#done = this.plan.total - left.length;
    return left;
  }

  /** Stores the record of a row. A refused row may have an old record. A dry run rolls back new records. */
  #note({ riga, esito, id_record }: Pick<Outcome, 'riga' | 'esito' | 'id_record'>): void {
    if (esito === 'errore') this.#failed.add(riga);
    if (id_record !== null && !(this.run.dryRun && esito === 'inserita')) this.#ids.set(riga, id_record);
  }

  /**
   * Returns the parents of these rows in other portions. A dry run has rolled them back, so they are written again.
   */
  #aboveOf(rows: number[]): number[] {
    const included = new Set(rows);
    const higher: number[] = [];
    for (const row of rows) {
      const chain: number[] = [];
      let at = this.plan.above.get(row);
      while (at !== undefined && !included.has(at) && !this.#failed.has(at)) {
        included.add(at);
        chain.push(at);
        at = this.plan.above.get(at);
      }
      higher.push(...chain.reverse());
    }
    return higher;
  }

  async #portion(rows: number[], above: number[]): Promise<Outcome[]> {
    const { importContext, dryRun } = this.run;
    const { database } = importContext.context;
    const staged = await someRows(database, importContext.job, [...above, ...rows]);
    const ordered = [...above, ...rows].flatMap((row) => staged.get(row) ?? []);
    let outcomes: Outcome[] = [];
    const write = async (transaction: Transaction): Promise<void> => {
      const requested = new Set(rows);
      outcomes = (await this.#write(transaction, ordered)).filter(({ riga }) => requested.has(riga));
    };
    if (dryRun) {
      await database
        .transaction(async (transaction) => {
          await write(transaction);
          throw new DryRunEnd();
        })
        .catch((error) => {
          if (!(error instanceof DryRunEnd)) throw error;
        });
      await saveOutcomes(database, importContext.job, outcomes);
    } else
      await database.transaction(async (transaction) => {
        await write(transaction);
        await saveOutcomes(transaction, importContext.job, outcomes);
      });
    return outcomes;
  }

  async #write(transaction: Transaction, staged: StagedRow[]): Promise<Outcome[]> {
    const { importContext } = this.run;
    const present = await this.#present(transaction, staged);
    const below = await presentBelow(importContext, transaction, [...present.values()].flat());
    const codes = await codesFor(importContext, transaction, staged, this.plan);
    let attempted: Attempted[] = [];
    let ids = new Map<number, number>();
    const remarks = new Map<number, Note[]>();
    const classes = new Map<number, number | undefined>();
    const unwritten = (row: number): Attempted => ({
      row,
      id: undefined,
      before: present.get(this.#codeOf(row))?.[0],
      below: {},
      notes: [],
    });
    const refused = await attemptAll(
      transaction,
      {
        items: staged,
        translate: importContext.records.asProblem,
        begin: () => {
          attempted = [];
          ids = new Map();
        },
        write: async (inner, { riga: row, celle: cells }) => {
          const attempt = unwritten(row);
          const called = present.get(this.#codeOf(row))?.length ?? 0;
          if (called > 1) {
            const refusal = { rule: 'sheet-many-so-called' as const, params: { code: this.#codeOf(row) } };
            attempted.push({ ...attempt, before: undefined, notes: [noteOf(null, refusal)] });
            return;
          }
          if (attempt.before) ids.set(row, idOf(importContext.entity, attempt.before));
          const read = readRow(importContext, row, cells, attempt.before, {
            codes,
            above: () => this.#above(row, ids),
          });
          remarks.set(row, read.remarks);
          classes.set(row, classOf(importContext.entity, { ...attempt.before, ...read.sent }));
          attempt.notes = [...read.wrong, ...read.remarks];
          if (read.wrong.length === 0) {
            attempt.id = await this.#record(inner, read.sent, attempt.before);
            attempt.below = await writeBelow(importContext, inner, attempt.id, read.below, below);
            ids.set(row, attempt.id);
          }
          attempted.push(attempt);
        },
        refuse: ({ riga: row }, problem) => {
          const own = notesOf(importContext, problem, classes.get(row));
          attempted.push({ ...unwritten(row), notes: [...own, ...(remarks.get(row) ?? [])] });
        },
      },
      this.#careful,
    );
    this.#careful = refused > 0;
    return verdictsOn(importContext, transaction, attempted, this.#done + 1);
  }

  #codeOf(row: number): string {
    return this.plan.codes.get(row)?.toLowerCase() ?? '';
  }

  /** Returns the existing records by their lower-case code. If a code is not unique, it may have several records. */
  async #present(transaction: Transaction, staged: StagedRow[]): Promise<Map<string, Row[]>> {
    const { entity, key } = this.run.importContext;
    if (!key) return new Map();
    const identifies = codeCheck(entity, key);
    const codes = staged
      .map(({ riga }) => this.plan.codes.get(riga) ?? '')
      .filter((code) => code && identifies(code))
      .map((code) => code.toLowerCase());
    if (codes.length === 0) return new Map();
    const live = entity.delete === 'soft' ? 'and canc = 0' : '';
    const { rows } = await transaction.query<Row>(
      `select * from ${ident(entity.table)} where lower(${ident(key.name)}) = any($1::text[]) ${live}`,
      [codes],
    );
    const called = new Map<string, Row[]>();
    for (const row of rows) {
      const code = String(row[key.name]).toLowerCase();
      called.set(code, [...(called.get(code) ?? []), row]);
    }
    return called;
  }

  /** Returns the parent record of a row in this file. The parent may exist even if its own row was refused. */
  #above(row: number, ids: Map<number, number>) {
    const above = this.plan.above.get(row);
    if (above === undefined) return undefined;
    const id = ids.get(above) ?? this.#ids.get(above);
    if (id !== undefined) return { value: id };
    const code = this.plan.codes.get(above) ?? '';
    return { rule: 'sheet-parent-failed' as const, params: { code, row: String(above) } };
  }

  async #record(inner: Transaction, sent: Row, before: Row | undefined): Promise<number> {
    const { entity, records, key, context } = this.run.importContext;
    if (!before) return idOf(entity, await records.createWithin(inner, sent, context, {}, 'many'));
    const id = idOf(entity, before);
    const { [key?.name ?? '']: _code, ...rest } = sent;
    await records.updateWithin(inner, id, rest, context);
    return id;
  }
}

export async function runImport(run: Run): Promise<void> {
  run.work.progress(0);
  await new ImportRun(run, await planOf(run.importContext)).all();
}
