/** Where a domain puts in what no schema can say: functions called around the generic reads and writes of an entity. */
import type { SettingOf } from '../../schemas/access.ts';
import type { Entity, Language, Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Refusal } from '../../schemas/validate.ts';
import type { Transaction } from '../database/engine.ts';
import type { Context, User } from '../http/call.ts';

export interface WriteContext {
  transaction: Transaction;
  user: User | undefined;
  language: Language;
  setting: SettingOf;
  entity: Entity;
  schemas: Schemas;
  now: Date;
}

export interface EntityRules {
  /** First of all: what the calls allow to be written in more than one way, as the schema has it. */
  accept?(sent: Row): Row;
  /** Before an insert: may change `row`, already validated and with its defaults, or throw a Problem. */
  beforeCreate?(row: Row, context: WriteContext): Promise<void>;
  /** Before an update: `row` is the record as it will be. */
  beforeUpdate?(row: Row, before: Row, context: WriteContext): Promise<void>;
  beforeDelete?(row: Row, context: WriteContext): Promise<void>;
  /** After the write, in its transaction; `before` is undefined for a new row, `row` for a deleted one. */
  afterWrite?(row: Row | undefined, before: Row | undefined, context: WriteContext): Promise<void>;
  /** Fills the computed fields of rows about to be sent. */
  present?(rows: Row[], context: Context): Promise<void>;
  /** A condition from query parameters that no column answers as it is meant. */
  where?(query: Record<string, string>, context: Context): ListCondition | undefined;
  /** Refusals in words of fields, beside those of the schema. */
  check?(row: Row, before: Row | undefined, context: WriteContext): Promise<Refusal[]>;
}

export interface ListCondition {
  /** Placeholders are `?`, the row's alias is t. */
  sql: string;
  values: unknown[];
  /** Query parameters that this condition answers in place of the column of that name. */
  replaces?: string[];
}

export type RulesByResource = Record<string, EntityRules>;

/** Several domains may speak of one entity; each gets its turn, in order. */
export function mergeRules(parts: RulesByResource[]): RulesByResource {
  const merged: Record<string, EntityRules[]> = {};
  for (const part of parts)
    for (const [resource, rules] of Object.entries(part)) {
      merged[resource] ??= [];
      merged[resource].push(rules);
    }
  return Object.fromEntries(Object.entries(merged).map(([resource, list]) => [resource, inTurn(list)]));
}

function inTurn(list: EntityRules[]): EntityRules {
  if (list.length === 1) return list[0]!;
  return {
    accept: (sent) => list.reduce((row, rules) => rules.accept?.(row) ?? row, sent),
    async beforeCreate(row, context) {
      for (const rules of list) await rules.beforeCreate?.(row, context);
    },
    async beforeUpdate(row, before, context) {
      for (const rules of list) await rules.beforeUpdate?.(row, before, context);
    },
    async beforeDelete(row, context) {
      for (const rules of list) await rules.beforeDelete?.(row, context);
    },
    async afterWrite(row, before, context) {
      for (const rules of list) await rules.afterWrite?.(row, before, context);
    },
    async present(rows, context) {
      for (const rules of list) await rules.present?.(rows, context);
    },
    where(query, context) {
      const parts = list.flatMap((rules) => rules.where?.(query, context) ?? []);
      if (parts.length === 0) return undefined;
      return {
        sql: parts.map((part) => `(${part.sql})`).join(' and '),
        values: parts.flatMap((part) => part.values),
        replaces: parts.flatMap((part) => part.replaces ?? []),
      };
    },
    async check(row, before, context) {
      const refusals = await Promise.all(list.map((rules) => rules.check?.(row, before, context) ?? []));
      return refusals.flat();
    },
  };
}
