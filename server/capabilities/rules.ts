/** The extension points for domains: functions around the generic reads and writes of an entity. */
import type { SettingOf } from '../../schemas/access.ts';
import type { Entity, Language, Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Rows } from '../../schemas/types.ts';
import type { Refusal } from '../../schemas/validate.ts';
import type { Transaction } from '../database/engine.ts';
import type { FewValues } from '../database/list-query.ts';
import type { Context, User } from '../http/call.ts';

export interface WriteContext {
  transaction: Transaction;
  user: User | undefined;
  language: Language;
  setting: SettingOf;
  /** The query of the call, with the user's confirmations. */
  query: Record<string, string>;
  entity: Entity;
  schemas: Schemas;
  /** The time from which the write counts: the time of the act, if it arrives late. */
  now: Date;
  late?: Context['late'];
  /** The name of a batch of writes, whose notifications are combined. */
  batch?: string;
  definitionsOf: Context['definitionsOf'];
}

/** The facts about the author of a write, from a call or from another write. */
export type Writer = Pick<
  Context,
  'user' | 'language' | 'setting' | 'query' | 'definitionsOf' | 'batch' | 'late'
>;

/** What a refusal of a change may depend on and read. */
export type GuardContext = Pick<WriteContext, 'transaction' | 'user' | 'setting'>;

/**
 * `R` is the type of the rows. `P` is the data that `prepare` reads once before a write. Every later step of the
 * same write receives it as `prepared`.
 */
export interface EntityRules<R extends Row = Row, P = unknown> {
  /** Whether PATCH changes a record too, as PUT does. */
  patched?: boolean;
  /** Runs first: converts alternative forms of the input into the schema's form. */
  accept?(sent: Row): Row;
  /** Returns values for a new row before validation. Like `fixed`, they need no permission. */
  given?(sent: Partial<R>, context: WriteContext): Promise<Row>;
  /** Refuses a change of a row that the user may see but not change. `row` is the stored row. */
  guard?(row: R, context: GuardContext, against: 'update' | 'delete'): Promise<void> | void;
  /** Runs before an existing row is locked, and takes locks that must come first. `sent` is empty for a delete. */
  holdFirst?(id: number, context: WriteContext, against: 'update' | 'delete', sent: Row): Promise<void>;
  /** Returns the earliest time to which a late write can refer: the time at which the row got its current state. */
  earliest?(row: R, context: WriteContext): Promise<Date | undefined>;
  /**
   * Reads the data for later steps, just before `check`. For a row with invalid fields, `row` has only the valid
   * ones.
   */
  prepare?(row: Partial<R>, before: R | undefined, context: WriteContext): Promise<P>;
  /**
   * Prepares rows that are created together with a few statements, with a result for each. By default calls
   * `prepare` for each.
   */
  prepareMany?(rows: R[], context: WriteContext): Promise<P[]>;
  /** Prepares the deletion of a row. */
  prepareDelete?(row: R, context: WriteContext): Promise<P>;
  /** Returns refusals of fields, in addition to those of the schema. */
  check?(row: Partial<R>, before: R | undefined, context: WriteContext, prepared: P): Promise<Refusal[]>;
  /**
   * Runs before an insert. `row` is validated and has its defaults. The function may change it, or throw a Problem.
   */
  beforeCreate?(row: R, context: WriteContext, prepared: P): Promise<void>;
  /** Runs after rows were created together. By default calls `afterWrite` for each. */
  afterCreateMany?(rows: R[], context: WriteContext, prepared: P[]): Promise<void>;
  /** Runs before an update. `row` is the record after the update. */
  beforeUpdate?(row: R, before: R, context: WriteContext, prepared: P): Promise<void>;
  /** Runs before a deletion. `prepared` is the result of `prepareDelete`, if defined. */
  beforeDelete?(row: R, context: WriteContext, prepared: P | undefined): Promise<void>;
  /** Runs after the write, in its transaction. `before` is undefined for a new row, `row` for a deleted one. */
  afterWrite?(
    row: R | undefined,
    before: R | undefined,
    context: WriteContext,
    prepared: P | undefined,
  ): Promise<void>;
  /** Fills the computed fields of rows before a reply. `only` contains the requested fields, if they are limited. */
  present?(rows: R[], context: Context, only?: ReadonlySet<string>): Promise<void>;
  /** Fills fields of a single record that take too long to compute for each row of a list. */
  presentOne?(row: R, context: Context): Promise<void>;
  /** SQL of computed fields, for filtering and sorting. The row's alias is t. */
  computed?(context: Pick<Context, 'user'>): Record<string, string>;
  /** Returns the condition for visible rows, in addition to the schema's scope: in lists, reads and writes. */
  visible?(context: Pick<Context, 'user' | 'setting'>): ListCondition | undefined;
  /** Returns a condition for query parameters that do not map to a column. */
  where?(query: Record<string, string>, context: Context): ListCondition | undefined;
  /** Returns the fields of the rows of a list, if the call needs only some; undefined means all. */
  carries?(query: Record<string, string>): ReadonlySet<string> | undefined;
}

/** Rules with a required `prepare`. The other steps depend on its result. */
export interface PreparedRules<R extends Row, P> extends EntityRules<R, P> {
  prepare(row: Partial<R>, before: R | undefined, context: WriteContext): Promise<P>;
}

export interface ListCondition {
  /** The condition, with `?` as placeholders. The row's alias is t. */
  sql: string;
  values: unknown[];
  /** Query parameters that this condition handles instead of the column of that name. */
  replaces?: string[];
  /** A column with few distinct values in these rows, to speed up a list sorted by another column. */
  few?: FewValues;
  /** A column with the id of another row. The condition says only that the user sees that row. */
  parent?: string;
}

type NamedRules = { [Resource in keyof Rows]?: EntityRules<Rows[Resource]> };

/** Rules by resource. Entities of our own files have typed rows, other entities any rows. */
export interface RulesByResource extends NamedRules {
  [resource: string]: EntityRules | undefined;
}

/** Combines conditions with "and". Returns undefined if there are none. */
export function allOf(conditions: (ListCondition | undefined)[]): ListCondition | undefined {
  const parts = conditions.filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  const narrowing = parts.filter(({ sql }) => sql !== 'true');
  return {
    sql: narrowing.map(({ sql }) => `(${sql})`).join(' and ') || 'true',
    values: parts.flatMap((part) => part.values),
    replaces: parts.flatMap((part) => part.replaces ?? []),
    few: parts.find((part) => part.few)?.few,
    parent: parts.length === 1 ? parts[0]?.parent : undefined,
  };
}
