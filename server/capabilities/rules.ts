/** Where a domain puts in what no schema can say: functions called around the generic reads and writes of an entity. */
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
  /** Of the call's address: what a person has confirmed. */
  query: Record<string, string>;
  entity: Entity;
  schemas: Schemas;
  now: Date;
  /** Under this name much is made at once: what is told of it is told together. */
  batch?: string;
  definitionsOf: Context['definitionsOf'];
}

/** What a write needs to know of who writes; of a call, or of a write that another brings about. */
export type Writer = Pick<Context, 'user' | 'language' | 'setting' | 'query' | 'definitionsOf' | 'batch'>;

/**
 * `R` is what the rows look like: of an entity that the code names, as its file says. `P` is what the rules find out
 * about a row before it is written, once: every later step of the same write receives it as `prepared`.
 */
export interface EntityRules<R extends Row = Row, P = unknown> {
  /** First of all: what the calls allow to be written in more than one way, as the schema has it. */
  accept?(sent: Row): Row;
  /** What a new row is given before it is held against its class: nobody's to be allowed, like `fixed`. */
  given?(sent: Partial<R>, context: WriteContext): Promise<Row>;
  /** Refuses who sees this row and may not change it; `row` is as stored. */
  guard?(row: R, context: Pick<Context, 'user' | 'setting'>, against: 'update' | 'delete'): void;
  /** Before a row that is there is held, for a change or to be deleted: holds what others hold before it. */
  holdFirst?(id: number, context: WriteContext, against: 'update' | 'delete'): Promise<void>;
  /** Reads what the steps below need, just before `check`; of a row with faulty fields only the sound ones are here. */
  prepare?(row: Partial<R>, before: R | undefined, context: WriteContext): Promise<P>;
  /** The same for rows that are created together, in few statements, a result for each; `prepare` of each, when not said. */
  prepareMany?(rows: R[], context: WriteContext): Promise<P[]>;
  /** The same for a row that is to be deleted. */
  prepareDelete?(row: R, context: WriteContext): Promise<P>;
  /** Refusals in words of fields, beside those of the schema. */
  check?(row: Partial<R>, before: R | undefined, context: WriteContext, prepared: P): Promise<Refusal[]>;
  /** Before an insert: may change `row`, already validated and with its defaults, or throw a Problem. */
  beforeCreate?(row: R, context: WriteContext, prepared: P): Promise<void>;
  /** After rows were created together; `afterWrite` of each, when not said. */
  afterCreateMany?(rows: R[], context: WriteContext, prepared: P[]): Promise<void>;
  /** Before an update: `row` is the record as it will be. */
  beforeUpdate?(row: R, before: R, context: WriteContext, prepared: P): Promise<void>;
  /** `prepared` is what `prepareDelete` returned, where there is one. */
  beforeDelete?(row: R, context: WriteContext, prepared: P | undefined): Promise<void>;
  /** After the write, in its transaction; `before` is undefined for a new row, `row` for a deleted one. */
  afterWrite?(
    row: R | undefined,
    before: R | undefined,
    context: WriteContext,
    prepared: P | undefined,
  ): Promise<void>;
  /** Fills the computed fields of rows about to be sent; `only` are the fields they carry, where those are few. */
  present?(rows: R[], context: Context, only?: ReadonlySet<string>): Promise<void>;
  /** The same for a record that is read alone: what would cost too much for each row of a list. */
  presentOne?(row: R, context: Context): Promise<void>;
  /** SQL of computed fields, so that lists are filtered and sorted by them; the row's alias is t. */
  computed?: Record<string, string>;
  /** Which rows there are for this person, beyond the schema's scope: in lists, reads and writes alike. */
  visible?(context: Pick<Context, 'user' | 'setting'>): ListCondition | undefined;
  /** A condition from query parameters that no column answers as it is meant. */
  where?(query: Record<string, string>, context: Context): ListCondition | undefined;
  /** The fields that rows of a list carry, where the call wants a few of them; all, when not said. */
  carries?(query: Record<string, string>): ReadonlySet<string> | undefined;
}

/** Rules whose steps build on what they prepared: `prepare` is not left out. */
export interface PreparedRules<R extends Row, P> extends EntityRules<R, P> {
  prepare(row: Partial<R>, before: R | undefined, context: WriteContext): Promise<P>;
}

export interface ListCondition {
  /** Placeholders are `?`, the row's alias is t. */
  sql: string;
  values: unknown[];
  /** Query parameters that this condition answers in place of the column of that name. */
  replaces?: string[];
  /** A column that has few values among these rows, and what a list sorted by another gains from it. */
  few?: FewValues;
}

type NamedRules = { [Resource in keyof Rows]?: EntityRules<Rows[Resource]> };

/** The rules of what our files name speak of rows as those say; any other entity's of any row. */
export interface RulesByResource extends NamedRules {
  [resource: string]: EntityRules | undefined;
}

/** A row meets all of them; undefined when there are none. */
export function allOf(conditions: (ListCondition | undefined)[]): ListCondition | undefined {
  const parts = conditions.filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  return {
    sql: parts.map((part) => `(${part.sql})`).join(' and '),
    values: parts.flatMap((part) => part.values),
    replaces: parts.flatMap((part) => part.replaces ?? []),
    few: parts.find((part) => part.few)?.few,
  };
}
