/** Reads and writes of one entity's rows: every rule of a schema is enforced here, and a domain's own around it. */
import { ALL_CLASSES } from '../../schemas/custom-fields.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { validate } from '../../schemas/validate.ts';
import type { Transaction } from '../database/engine.ts';
import { readStatement } from '../database/list-query.ts';
import type { Context } from '../http/call.ts';
import { invalid, notFound } from '../http/problem.ts';
import { classOf, customisedFor, otherFields, presentCustomFields } from './custom-fields.ts';
import { recordChange } from './history.ts';
import { leaveUnused, rowsGoneWith } from './in-use.ts';
import { agree, heldBack, problemOf, Stale, staleProblem } from './record-problems.ts';
import { checkTargets, requireReach, requireUnprotected } from './record-reach.ts';
import {
  deleteStatement,
  insertManyStatement,
  insertOnlyStatement,
  insertStatement,
  runOne,
  updateStatement,
} from './row-statements.ts';
import {
  afterMany,
  type EntityRules,
  type RulesByResource,
  type WriteContext,
  type Writer,
} from './rules.ts';
import { asTransaction } from './savepoint.ts';
import {
  clean,
  inPlantTime,
  meant,
  readOnlyIn,
  settled,
  unsaid,
  withDefaults,
  without,
  written,
} from './sent-rows.ts';
import { hiddenNames, shownTo } from './shown.ts';

const NO_RULES: EntityRules = {};

export interface Records<R extends Row = Row> {
  read(id: number, context: Context): Promise<R>;
  /** The row with its joined names and no more, for who only goes on from it. */
  find(id: number, context: Context): Promise<R>;
  create(row: Row, context: Context, fixed?: Row): Promise<R>;
  update(id: number, row: Row, context: Context): Promise<R>;
  remove(id: number, context: Context): Promise<void>;
  /** The same within a transaction that does more; what they throw goes through `told` outside of it. */
  createWithin(transaction: Transaction, row: Row, writer: Writer, fixed?: Row, among?: Many): Promise<R>;
  /** Many that the product itself makes, in a few statements however many they are; what they point to is known. */
  createManyWithin(transaction: Transaction, rows: Row[], writer: Writer): Promise<R[]>;
  updateWithin(transaction: Transaction, id: number, row: Row, writer: Writer): Promise<void>;
  removeWithin(transaction: Transaction, id: number, writer: Writer): Promise<void>;
  /** What the database refused, in the product's words; anything else as it is. */
  told(error: unknown): unknown;
}

/** One of many rows written together: what it points to has been looked up, and it is not read back with its names. */
export type Many = 'many';

export function recordsOf<R extends Row>(
  entity: Entity<R>,
  schemas: Schemas,
  allRules: RulesByResource,
): Records<R>;
export function recordsOf(entity: Entity, schemas: Schemas, allRules: RulesByResource): Records {
  const rules = allRules[entity.resource] ?? NO_RULES;
  /** A create without rules around it is one statement, which needs no transaction. */
  const alone = rules === NO_RULES;

  const writeContext = (transaction: Transaction, { user, language, setting, query, ...writer }: Writer) => {
    const { definitionsOf, batch } = writer;
    const now = new Date();
    return { transaction, user, language, setting, query, definitionsOf, entity, schemas, now, batch };
  };

  async function complete(row: Row, context: Context): Promise<void> {
    await Promise.all([rules.present?.([row], context), rules.presentOne?.(row, context)]);
    await presentCustomFields(shownTo(context, entity), [row], schemas, context);
  }

  async function find(recordId: number, context: Context): Promise<Row> {
    const { text, values } = readStatement(shownTo(context, entity), schemas, recordId, {
      language: context.language,
      scopes: context.user?.scopes,
      extra: rules.visible?.(context),
    });
    const [row] = (await context.database.query<Row>(text, values)).rows;
    if (!row) throw notFound();
    return row;
  }

  async function present(recordId: number, context: Context): Promise<Row> {
    const row = await find(recordId, context);
    await complete(row, context);
    return row;
  }

  /** The row, held until the transaction ends; unknown when it is deleted or out of the user's reach. */
  async function hold(
    transaction: Transaction,
    recordId: number,
    context: Writer,
    against: 'update' | 'delete',
  ): Promise<Row> {
    // What points to a row that is only changed need not wait for it.
    const lock = against === 'update' ? 'for no key update' : 'for update';
    const { text, values } = readStatement(entity, schemas, recordId, {
      language: context.language,
      scopes: context.user?.scopes,
      extra: rules.visible?.(context),
    });
    const { rows } = await transaction.query<Row>(`${text} ${lock} of t`, values);
    if (!rows[0]) throw notFound();
    return rows[0];
  }

  function guard(row: Row, against: 'update' | 'delete', context: Writer): void {
    rules.guard?.(row, context, against);
    requireUnprotected(entity, row, against, context);
  }

  /**
   * A domain's checks, and what was held back, speak of fields that are sound in themselves; of what is missing a
   * domain may have a sentence of its own, which comes last and counts.
   */
  async function check(
    shape: Entity,
    sent: Row,
    row: Row,
    before: Row | undefined,
    write: WriteContext,
    context: Writer,
    fixed: Row = {},
  ) {
    // In another class other fields are required: then the whole record is looked at.
    const partial = before !== undefined && classOf(entity, before) === classOf(entity, row);
    const wrong = validate(shape, partial ? sent : { ...written(shape, row), ...sent }, {
      partial,
      stored: before,
    });
    const faulty = new Set(wrong.filter(({ rule }) => rule !== 'required').map(({ field }) => field));
    const sound = (given: Row): Row => (faulty.size > 0 ? without(given, faulty) : given);
    const refusals = [
      ...wrong,
      // What the product itself sets is nobody's to be allowed.
      ...heldBack(shape, without(sound(sent), new Set(Object.keys(fixed))), before, context),
      ...((await rules.check?.(sound(row), before, write)) ?? []).filter(({ field }) => !faulty.has(field)),
    ];
    if (refusals.length > 0) throw invalid(refusals);
  }

  /** The entity as it is in the class of this row. */
  const shapeOf = (row: Row, context: Writer): Entity =>
    customisedFor(context, entity, classOf(entity, row) ?? ALL_CLASSES);

  const cleaned = (sent: Row, { setting }: Writer, before?: Row): Row =>
    inPlantTime(meant(clean(rules.accept?.(sent) ?? sent, entity), entity, before), entity, setting);

  const told = (error: unknown): unknown => problemOf(error, entity, schemas) ?? error;

  /** Names are joined, and columns read back, for who shows the row: of a wide entity that is most of the work. */
  async function insert(
    transaction: Transaction,
    shape: Entity,
    row: Row,
    { user, language }: Writer,
    among: Many | undefined,
  ): Promise<Row | undefined> {
    if (!among) return runOne(transaction, insertStatement(shape, schemas, row, user, language));
    const stored = await runOne(transaction, insertOnlyStatement(shape, row, user));
    return { ...row, ...stored };
  }

  async function createWithin(
    transaction: Transaction,
    sent: Row,
    context: Writer,
    given: Row = {},
    among?: Many,
  ): Promise<Row> {
    const writing = writeContext(transaction, context);
    const asked = cleaned(sent, context);
    const fixed = { ...(await rules.given?.(asked, writing)), ...given };
    const all = { ...asked, ...fixed };
    const shape = shapeOf(all, context);
    const said = without(all, unsaid(all, entity, shape));
    const row = withDefaults(shape, without(said, readOnlyIn(shape)), context.setting);
    await check(shape, said, row, undefined, writing, context, fixed);
    if (!among) await checkTargets(allRules, row, undefined, writing);
    requireReach(entity, row, context);
    await rules.beforeCreate?.(row, writing);
    const created = await insert(transaction, shape, row, context, among);
    await rules.afterWrite?.(created, undefined, writing);
    return created!;
  }

  /** Fields that a class requires are for people to fill: what the product makes is held against the entity alone. */
  async function createManyWithin(transaction: Transaction, given: Row[], writer: Writer): Promise<Row[]> {
    if (given.length === 0) return [];
    const write = writeContext(transaction, writer);
    const rows = given.map((row) => withDefaults(shapeOf(row, writer), row, writer.setting));
    await rules.beforeCreateMany?.(rows, write);
    for (const row of rows) {
      await check(entity, row, row, undefined, write, writer, row);
      requireReach(entity, row, writer);
      await rules.beforeCreate?.(row, write);
    }
    const { text, values } = insertManyStatement(entity, rows, writer.user);
    const { rows: ids } = await transaction.query<{ n: number; id: number }>(text, values);
    for (const { n, id } of ids) Object.assign(rows[n - 1]!, { [entity.id]: id, versione: 1 });
    await afterMany(rules, rows, write);
    return rows;
  }

  async function updateWithin(
    transaction: Transaction,
    recordId: number,
    sent: Row,
    context: Writer,
  ): Promise<void> {
    const write = writeContext(transaction, context);
    await rules.holdFirst?.(recordId, write, 'update');
    const before = await hold(transaction, recordId, context, 'update');
    guard(before, 'update', context);
    agree(sent, before);
    const all = cleaned(sent, context, before);
    const shape = shapeOf({ ...before, ...all }, context);
    const given = without(without(all, readOnlyIn(shape)), unsaid(all, entity, shape));
    const emptied = before && otherFields(entity, before, all, context);
    const row = settled(shape, { ...before, ...emptied, ...given });
    await check(shape, given, row, before, write, context);
    await checkTargets(allRules, row, before, write);
    requireReach(entity, row, context);
    await rules.beforeUpdate?.(row, before, write);
    const statement = updateStatement(shape, row, before, context.user);
    if (!statement) return;
    const after = await runOne(transaction, statement);
    await rules.afterWrite?.(after, before, write);
    await recordChange(transaction, entity, after, before, context.user);
  }

  async function removeWithin(transaction: Transaction, recordId: number, context: Writer): Promise<void> {
    const write = writeContext(transaction, context);
    await rules.holdFirst?.(recordId, write, 'delete');
    const before = await hold(transaction, recordId, context, 'delete');
    guard(before, 'delete', context);
    await leaveUnused(entity, before, write);
    for (const [other, gone] of await rowsGoneWith(entity, recordId, write))
      await recordsOf(other, schemas, allRules).removeWithin(transaction, gone, { ...context, query: {} });
    await rules.beforeDelete?.(before, write);
    await runOne(transaction, deleteStatement(entity, recordId, context.user));
    await rules.afterWrite?.(undefined, before, write);
    await recordChange(transaction, entity, undefined, before, context.user);
  }

  return {
    read: present,
    find,
    createWithin,
    createManyWithin,
    updateWithin,
    removeWithin,
    told,

    async create(sent, context, fixed) {
      try {
        const row = await (alone
          ? createWithin(asTransaction(context.database), sent, context, fixed)
          : context.database.transaction((transaction) => createWithin(transaction, sent, context, fixed)));
        await complete(row, context);
        return without(row, hiddenNames(entity, shownTo(context, entity)));
      } catch (error) {
        throw told(error);
      }
    },

    async update(recordId, sent, context) {
      await context.database
        .transaction((transaction) => updateWithin(transaction, recordId, sent, context))
        .catch(async (error) => {
          if (!(error instanceof Stale)) throw told(error);
          throw await staleProblem(entity, await present(recordId, context), context);
        });
      return present(recordId, context);
    },

    async remove(recordId, context) {
      const remove = (transaction: Transaction) => removeWithin(transaction, recordId, context);
      await context.database.transaction(remove).catch((error) => Promise.reject(told(error)));
    },
  };
}
