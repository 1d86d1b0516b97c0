/**
 * Undoes an import, starting with the last row: deletes new records and restores changed ones. Records that someone
 * has changed since, or to which other records refer, are left as they are and reported.
 */
import { idOf } from '../../../schemas/catalogue.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Queryable, Transaction } from '../../database/engine.ts';
import { ident } from '../../database/sql.ts';
import { conflict } from '../../http/problem.ts';
import type { Work } from '../../jobs/job.ts';
import { instantText } from '../../plant/plant-time.ts';
import { classOf } from '../custom-fields.ts';
import { lastChange } from '../history.ts';
import { attemptAll } from './attempts.ts';
import type { ImportContext } from './import-context.ts';
import { notesOf } from './notes.ts';
import { Portions } from './portions.ts';
import { type Outcome, type StagedRow, saveOutcomes, someRows } from './staging.ts';
import { type Below, presentBelow, writeBelow } from './sub-collections.ts';

const UNDONE = ['inserita', 'aggiornata'];

/** Returns the rows to undo, last written first. */
async function rowsToUndo(database: Queryable, job: number): Promise<number[]> {
  const { rows } = await database.query<{ riga: number }>(
    'select riga from importazione_riga where id_lavoro = $1 and esito = any($2::text[]) order by ordine desc, riga desc',
    [job, UNDONE],
  );
  return rows.map(({ riga }) => riga);
}

/** Returns the fields that refer to an entity, except those of its sub-collections. */
function pointers(entity: Entity, schemas: Schemas): { from: Entity; column: string }[] {
  const own = new Set(entity.children.map(({ entity: name, parent }) => `${name} ${parent}`));
  return schemas.entities.flatMap((from) =>
    from.fields
      .filter((field) => !field.virtual && field.reference?.resource === entity.resource)
      .filter((field) => !own.has(`${from.name} ${field.name}`))
      .map((field) => ({ from, column: field.name })),
  );
}

/** Returns the first entity with rows that refer to this one. */
async function neededBy(
  transaction: Transaction,
  { entity, schemas }: ImportContext,
  id: number,
): Promise<Entity | undefined> {
  const all = pointers(entity, schemas);
  if (all.length === 0) return undefined;
  const parts = all.map(
    ({ from, column }, index) =>
      `select ${index} as which where exists (select 1 from ${ident(from.table)} where ${ident(column)} = $1${from.delete === 'soft' ? ' and canc = 0' : ''})`,
  );
  const { rows } = await transaction.query<{ which: number }>(`${parts.join(' union all ')} limit 1`, [id]);
  return rows[0] && all[rows[0].which]?.from;
}

const sameIds = (one: number[], other: Iterable<number>): boolean =>
  [...one].sort().join() === [...other].sort().join();

class Undo {
  #careful = false;

  constructor(
    private readonly importContext: ImportContext,
    private readonly work: Pick<Work, 'progress' | 'goOn'>,
  ) {}

  async all(): Promise<void> {
    const { importContext, work } = this;
    const { database } = importContext.context;
    const rows = await rowsToUndo(database, importContext.job);
    const portions = new Portions(rows);
    let done = 0;
    work.progress(0, rows.length);
    for (let portion = portions.next(); portion.length > 0; portion = portions.next()) {
      work.goOn();
      await database.transaction((transaction) => this.#portion(transaction, portion));
      done += portion.length;
      work.progress(done);
      portions.measured();
    }
  }

  async #portion(transaction: Transaction, rows: number[]): Promise<void> {
    const { importContext } = this;
    const staged = await someRows(transaction, importContext.job, rows);
    const items = rows.flatMap((row) => staged.get(row) ?? []);
    const present = await this.#present(transaction, items);
    const below = await presentBelow(importContext, transaction, [...present.values()]);
    let outcomes: Outcome[] = [];
    const refused = await attemptAll(
      transaction,
      {
        items,
        translate: importContext.records.asProblem,
        begin: () => {
          outcomes = [];
        },
        write: async (inner, row) => {
          await this.#undo(inner, row, present.get(row.id_record ?? 0), below);
          outcomes.push({ ...row, esito: 'annullata', messaggi: [] });
        },
        refuse: (row, problem) => {
          const classId = classOf(importContext.entity, present.get(row.id_record ?? 0) ?? {});
          outcomes.push({ ...row, messaggi: notesOf(importContext, problem, classId) });
        },
      },
      this.#careful,
    );
    this.#careful = refused > 0;
    await saveOutcomes(transaction, importContext.job, outcomes);
  }

  /** Returns the current records, locked until the portion ends. Deleted records are missing. */
  async #present(transaction: Transaction, items: StagedRow[]): Promise<Map<number, Row>> {
    const { entity } = this.importContext;
    const live = entity.delete === 'soft' ? 'and canc = 0' : '';
    const { rows } = await transaction.query<Row>(
      `select * from ${ident(entity.table)} where ${ident(entity.id)} = any($1::int[]) ${live} for update`,
      [items.map(({ id_record }) => id_record)],
    );
    return new Map(rows.map((row) => [idOf(entity, row), row]));
  }

  async #undo(inner: Transaction, staged: StagedRow, row: Row | undefined, below: Below): Promise<void> {
    const { importContext } = this;
    const { records, context } = importContext;
    const id = staged.id_record;
    if (!row || id === null) throw conflict('undo-gone');
    await this.#requireUnchanged(inner, staged, row, below);
    if (staged.esito === 'inserita') {
      const by = await neededBy(inner, importContext, id);
      if (by) throw conflict('undo-needed', { params: { by: by.titles } });
      await records.removeWithin(inner, id, context);
      return;
    }
    const { campi = {}, figli = {} } = staged.prima ?? {};
    if (Object.keys(campi).length > 0)
      await records.updateWithin(inner, id, { ...campi, versione: row.versione }, context);
    const target = new Map(Object.entries(figli).map(([path, { prima }]) => [path, prima]));
    await writeBelow(importContext, inner, id, target, below);
  }

  async #requireUnchanged(inner: Transaction, staged: StagedRow, row: Row, below: Below): Promise<void> {
    const hasSameLinks = Object.entries(staged.prima?.figli ?? {}).every(([path, { dopo }]) =>
      sameIds(
        dopo,
        below
          .get(path)
          ?.get(staged.id_record ?? 0)
          ?.keys() ?? [],
      ),
    );
    if (row.versione === staged.versione && hasSameLinks) return;
    const { entity, context } = this.importContext;
    const last = await lastChange(inner, entity, staged.id_record);
    const when = instantText(last?.data ?? String(row.data_ultima_mod), context.setting);
    throw conflict('undo-changed', { params: { who: last?.utente ?? '?', when } });
  }
}

export const undoImport = (
  importContext: ImportContext,
  work: Pick<Work, 'progress' | 'goOn'>,
): Promise<void> => new Undo(importContext, work).all();
