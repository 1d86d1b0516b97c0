/** The dependencies of reading and writing an entity's rows: the entity, its rules, and those of its references. */
import type { Entity } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Transaction } from '../database/engine.ts';
import type { EntityRules, RulesByResource, WriteContext, Writer } from './rules.ts';

export interface RecordContext {
  entity: Entity;
  schemas: Schemas;
  rules: EntityRules;
  allRules: RulesByResource;
}

export const NO_RULES: EntityRules = {};

export const recordContextOf = (
  entity: Entity,
  schemas: Schemas,
  allRules: RulesByResource,
): RecordContext => ({
  entity,
  schemas,
  rules: allRules[entity.resource] ?? NO_RULES,
  allRules,
});

export function writeContext(
  { entity, schemas }: Pick<RecordContext, 'entity' | 'schemas'>,
  transaction: Transaction,
  { user, language, setting, query, definitionsOf, batch, late }: Writer,
): WriteContext {
  const now = late?.done ?? new Date();
  return { transaction, user, language, setting, query, definitionsOf, entity, schemas, now, batch, late };
}
