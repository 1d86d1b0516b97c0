/**
 * Rules of entities whose rows form a tree. A row is never below itself. A subtree is moved or deleted as a whole.
 * A filter by a row includes all rows below it. The calls are in hierarchy-calls.ts.
 */
import { having, idOf } from '../../schemas/catalogue.ts';
import type { Entity } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Refusal } from '../../schemas/validate.ts';
import { ident } from '../database/sql.ts';
import { PLANNED_EACH_TIME } from '../database/statement-names.ts';
import { invalid, malformed } from '../http/problem.ts';
import { ID_MAX } from '../requests/ids.ts';
import { removeBelow, requireReachBelow } from './hierarchy-below.ts';
import {
  addToClosure,
  holdTree,
  holdTreeFirst,
  MAX_LEVELS,
  moveInClosure,
  namesRow,
  placeBelow,
  removeFromClosure,
  withinSql,
} from './hierarchy-closure.ts';
import type { EntityRules, ListCondition, RulesByResource, WriteContext } from './rules.ts';

/** Reads the ids of a filter, separated by commas, and ignores -1. */
export function idsParameter(query: Record<string, string>, name: string): number[] {
  const parts = (query[name] ?? '').split(',').filter((part) => part !== '' && part !== '-1');
  if (!parts.every((part) => /^\d{1,10}$/.test(part) && Number(part) <= ID_MAX))
    throw malformed('bad-filter', { name });
  return parts.map(Number);
}

function withinCondition(entity: Entity, query: Record<string, string>): ListCondition | undefined {
  const ids = idsParameter(query, having(entity, 'hierarchy').hierarchy.within);
  if (ids.length === 0) return undefined;
  const isSingle = ids.length === 1;
  return {
    sql: `t.${ident(entity.id)} in ${PLANNED_EACH_TIME} ${withinSql(entity, isSingle ? '?' : 'any(?::int[])')}`,
    values: [isSingle ? ids[0] : ids],
  };
}

async function moveRefusals(
  entity: Entity,
  parent: number,
  id: number,
  { transaction }: WriteContext,
): Promise<Refusal[]> {
  const field = having(entity, 'hierarchy').hierarchy.parent;
  const { circular, levels } = await placeBelow(transaction, entity, parent, id);
  if (circular) return [{ field, rule: 'below-itself' }];
  return levels > MAX_LEVELS ? [{ field, rule: 'too-deep', params: { max: MAX_LEVELS } }] : [];
}

function rulesOf(entity: Entity): EntityRules {
  const { parent } = having(entity, 'hierarchy').hierarchy;
  return {
    where: (query) => withinCondition(entity, query),

    async check(row, before, context): Promise<Refusal[]> {
      const [above, was] = [row[parent] ?? null, before?.[parent] ?? null];
      if (above === was) return [];
      await holdTree(context.transaction, entity, before ? 'alone' : 'shared');
      if (typeof above !== 'number') return [];
      if (before) return moveRefusals(entity, above, idOf(entity, before), context);
      // The parent may have been deleted since it was read, which may be long ago if many rows are written.
      return (await namesRow(context.transaction, entity, above))
        ? []
        : [{ field: parent, rule: 'not-found' }];
    },

    // An insert below the row locks in the same order: the tree first, then the row.
    async holdFirst(id, { transaction }, against, sent) {
      if (against === 'delete') await holdTree(transaction, entity, 'alone');
      else await holdTreeFirst(transaction, entity, id, sent, [parent]);
    },

    async beforeDelete(row, context) {
      await requireReachBelow(entity, idOf(entity, row), context);
    },

    async afterWrite(row, before, context) {
      const { transaction } = context;
      const id = idOf(entity, row ?? before ?? {});
      if (!row) {
        if (entity.delete === 'soft') await removeBelow(entity, id, context);
        await removeFromClosure(transaction, entity, id);
      } else if (!before) {
        const level = await addToClosure(transaction, entity, id, row[parent]);
        if (level > MAX_LEVELS)
          throw invalid([{ field: parent, rule: 'too-deep', params: { max: MAX_LEVELS } }]);
      } else if ((row[parent] ?? null) !== (before[parent] ?? null))
        await moveInClosure(transaction, entity, id, row[parent]);
    },
  };
}

export const hierarchyRules = (schemas: Schemas): RulesByResource =>
  Object.fromEntries(
    schemas.entities
      .filter(({ hierarchy }) => hierarchy)
      .map((entity) => [entity.resource, rulesOf(entity)] as const),
  );
