/** Reads and writes of one entity's rows: every rule of a schema is enforced here, and a domain's own around it. */
import { allows } from '../../schemas/access.ts';
import { type Entity, inForce, isLocked, isProtected, type Row, writable } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { type Refusal, validate } from '../../schemas/validate.ts';
import type { Queryable, Transaction } from '../database/engine.ts';
import { readStatement, type Statement } from '../database/list-query.ts';
import { violationOf } from '../database/violations.ts';
import type { Context } from '../http/call.ts';
import { momentText } from '../http/plant-time.ts';
import { conflict, forbidden, invalid, notFound, type Problem, refused } from '../http/problem.ts';
import { recordChange } from './history.ts';
import {
  deletedTargets,
  deleteStatement,
  fieldsToStore,
  insertStatement,
  sameValue,
  updateStatement,
} from './row-statements.ts';
import type { EntityRules, RulesByResource, WriteContext } from './rules.ts';
import { shownTo } from './shown.ts';

const NO_RULES: EntityRules = {};

export interface Records {
  read(id: number, context: Context): Promise<Row>;
  create(row: Row, context: Context, fixed?: Row): Promise<Row>;
  update(id: number, row: Row, context: Context): Promise<Row>;
  remove(id: number, context: Context): Promise<void>;
}

const asTransaction = (database: Queryable): Transaction => ({
  query: (text, values) => database.query(text, values),
  afterCommit: (act) => act(),
});

const PROTECTED = { update: 'protected', delete: 'protected-delete' } as const;

export function recordsOf(entity: Entity, schemas: Schemas, allRules: RulesByResource): Records {
  const rules = allRules[entity.resource] ?? NO_RULES;
  /** A create without rules around it is one statement, which needs no transaction. */
  const alone = rules === NO_RULES;

  const writeContext = (transaction: Transaction, context: Context): WriteContext => ({
    transaction,
    user: context.user,
    language: context.language,
    setting: context.setting,
    entity,
    schemas,
    now: new Date(),
  });

  async function present(recordId: number, context: Context): Promise<Row> {
    const { text, values } = readStatement(shownTo(context, entity), schemas, recordId, {
      language: context.language,
      scopes: context.user?.scopes,
    });
    const { rows } = await context.database.query<Row>(text, values);
    if (!rows[0]) throw notFound();
    await rules.present?.(rows, context);
    return rows[0];
  }

  /** The row, held until the transaction ends; unknown when it is deleted or out of the user's reach. */
  async function hold(transaction: Transaction, recordId: number, { language, user }: Context): Promise<Row> {
    const { text, values } = readStatement(entity, schemas, recordId, { language, scopes: user?.scopes });
    const { rows } = await transaction.query<Row>(`${text} for update of t`, values);
    if (!rows[0]) throw notFound();
    return rows[0];
  }

  const inReach = (row: Row, { user }: Context): boolean =>
    Object.entries(entity.scope).every(([column, dimension]) => {
      const ids = user?.scopes[dimension];
      return !user || ids === 'all' || row[column] === 1 || ids?.includes(row[column] as number) === true;
    });

  function guard(row: Row, against: 'update' | 'delete', context: Context): void {
    if (context.user && isProtected(entity, row, against, context.user.family))
      throw forbidden(PROTECTED[against]);
  }

  /** Fields that this person may not set, or that are set for good, and were sent with another value. */
  function heldBack(sent: Row, before: Row | undefined, context: Context): Refusal[] {
    return writable(entity).flatMap((field): Refusal[] => {
      if (!(field.name in sent) || sameValue(sent[field.name], before ? before[field.name] : field.default))
        return [];
      if (before && isLocked(field, before, context.user?.family))
        return [{ field: field.name, rule: field.locked?.for ? 'not-allowed' : 'locked' }];
      const allowed = !field.write || allows(field.write, context.user, context.setting);
      return allowed ? [] : [{ field: field.name, rule: 'not-allowed' }];
    });
  }

  /**
   * A domain's checks, and what was held back, speak of fields that are sound in themselves; of what is missing a
   * domain may have a sentence of its own, which comes last and counts.
   */
  async function check(sent: Row, row: Row, before: Row | undefined, write: WriteContext, context: Context) {
    const wrong = validate(entity, before ? sent : row, { partial: before !== undefined, stored: before });
    const faulty = new Set(wrong.filter(({ rule }) => rule !== 'required').map(({ field }) => field));
    const sound = (given: Row): Row => (faulty.size > 0 ? without(given, faulty) : given);
    const refusals = [
      ...wrong,
      ...heldBack(sound(sent), before, context),
      ...((await rules.check?.(sound(row), before, write)) ?? []).filter(({ field }) => !faulty.has(field)),
    ];
    if (refusals.length > 0) throw invalid(refusals);
    await checkTargets(row, before, write.transaction);
    if (!inReach(row, context)) throw forbidden('out-of-reach');
  }

  async function checkTargets(row: Row, before: Row | undefined, transaction: Transaction): Promise<void> {
    const statement = deletedTargets(entity, schemas, row, before);
    if (!statement) return;
    const { rows } = await transaction.query<{ campo: string }>(statement.text, statement.values);
    if (rows.length > 0) throw invalid(rows.map(({ campo }) => ({ field: campo, rule: 'not-found' })));
  }

  const run = async (queryable: Queryable, { text, values }: Statement): Promise<Row | undefined> =>
    (await queryable.query<Row>(text, values)).rows[0];

  const accepted = (sent: Row): Row => rules.accept?.(sent) ?? sent;

  const told = (error: unknown): unknown => problemOf(error, entity, schemas) ?? error;

  return {
    read: present,

    async create(sent, context, fixed = {}) {
      const given = { ...clean(accepted(sent), entity), ...fixed };
      const write = async (transaction: Transaction): Promise<Row> => {
        const writing = writeContext(transaction, context);
        const row = withDefaults(entity, given);
        await check(given, row, undefined, writing, context);
        await rules.beforeCreate?.(row, writing);
        const created = await run(
          transaction,
          insertStatement(entity, schemas, row, context.user, context.language),
        );
        await rules.afterWrite?.(created, undefined, writing);
        return created!;
      };
      try {
        const row = await (alone
          ? write(asTransaction(context.database))
          : context.database.transaction(write));
        await rules.present?.([row], context);
        return row;
      } catch (error) {
        throw told(error);
      }
    },

    async update(recordId, sent, context) {
      await context.database
        .transaction(async (transaction) => {
          const write = writeContext(transaction, context);
          const before = await hold(transaction, recordId, context);
          guard(before, 'update', context);
          agree(sent, before);
          const given = clean(accepted(sent), entity);
          const row = settled(entity, { ...before, ...given });
          await check(given, row, before, write, context);
          await rules.beforeUpdate?.(row, before, write);
          const statement = updateStatement(entity, row, before, context.user);
          if (!statement) return;
          const after = await run(transaction, statement);
          await rules.afterWrite?.(after, before, write);
          await recordChange(transaction, entity, after, before, context.user);
        })
        .catch(async (error) => {
          if (!(error instanceof Stale)) throw told(error);
          throw await staleProblem(entity, await present(recordId, context), context);
        });
      return present(recordId, context);
    },

    async remove(recordId, context) {
      await context.database
        .transaction(async (transaction) => {
          const write = writeContext(transaction, context);
          const before = await hold(transaction, recordId, context);
          guard(before, 'delete', context);
          await rules.beforeDelete?.(before, write);
          await run(transaction, deleteStatement(entity, recordId, context.user));
          await rules.afterWrite?.(undefined, before, write);
          await recordChange(transaction, entity, undefined, before, context.user);
        })
        .catch((error) => Promise.reject(told(error)));
    },
  };
}

/** Thrown inside the transaction, told outside it: the reply needs the record as the screen shows it. */
class Stale extends Error {}

function agree(sent: Row, before: Row): void {
  const version = sent.versione;
  if (version === undefined || version === null) return;
  if (!Number.isInteger(version)) throw invalid([{ field: 'versione', rule: 'type-integer' }]);
  if (version !== before.versione) throw new Stale();
}

/** I21: a save that carries an old version meets the colleague's, field by field, on the screen. */
async function staleProblem(entity: Entity, record: Row, { database, setting }: Context): Promise<Problem> {
  const { rows } = await database.query<{ utente: string | null; data: string }>(
    'select utente, data from storico_modifiche where risorsa = $1 and id_record = $2 order by id desc limit 1',
    [entity.resource, record[entity.id]],
  );
  const [who, when] = [rows[0]?.utente ?? '?', rows[0]?.data ?? String(record.data_ultima_mod)];
  return conflict('stale', {
    params: { who, when: momentText(when, setting) },
    data: { versione: record.versione, record, who, when },
  });
}

const without = (row: Row, names: Set<string>): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)));

/** What a person may say: what the server fills and joins is ignored when it comes back; the unknown stays, to be refused. */
function clean(sent: Row, entity: Entity): Row {
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => {
      const field = entity.field(name);
      return !field || !(field.readOnly || field.virtual);
    }),
  );
}

/** A field that is not in force keeps no value of its own. */
const settled = (entity: Entity, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = entity.field(name);
      return [name, !field || inForce(field, row) ? value : (field.default ?? null)];
    }),
  );

function withDefaults(entity: Entity, sent: Row): Row {
  const defaults = fieldsToStore(entity).flatMap((field) =>
    field.default === undefined ? [] : [[field.name, field.default] as const],
  );
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return settled(entity, { ...Object.fromEntries(defaults), ...Object.fromEntries(given) });
}

/** What the database refused, in the product's words. */
function problemOf(error: unknown, entity: Entity, schemas: Schemas): Problem | undefined {
  const violation = violationOf(error, entity, schemas);
  if (!violation) return undefined;
  if (violation.kind === 'still-referenced')
    return conflict('still-referenced', { params: { by: violation.by?.titles ?? violation.table } });
  if (violation.kind === 'out-of-range') return refused('out-of-range');
  const refusals = violation.fields.map((field): Refusal => ({ field, rule: violation.kind }));
  return violation.kind === 'not-unique' ? conflict('not-unique', { refusals }) : invalid(refusals);
}
