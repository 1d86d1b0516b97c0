/** Checks that a user may write a row: it is visible, not protected, and refers to visible rows. */

import { type Entity, isProtected, type Row } from '../../schemas/entity.ts';
import { numberOf } from '../../schemas/values.ts';
import { isUnlinked } from '../database/scopes.ts';
import { forbidden, invalid } from '../http/problem.ts';
import { hiddenTargets } from './row-statements.ts';
import type { GuardContext, RulesByResource, WriteContext, Writer } from './rules.ts';

const PROTECTED = { update: 'protected', delete: 'protected-delete' } as const;

export function requireReach(entity: Entity, row: Row, { user }: Writer): void {
  const limits = Object.entries(entity.scope);
  const unlinked = limits.length > 0 && user !== undefined && isUnlinked(user.scopes);
  const inReach = limits.every(([column, dimension]) => {
    const ids = user?.scopes[dimension];
    return !user || ids === 'all' || row[column] === 1 || ids?.includes(numberOf(row[column]) ?? 0) === true;
  });
  if (unlinked || !inReach) throw forbidden('out-of-reach');
}

export function requireUnprotected(
  entity: Entity,
  row: Row,
  against: 'update' | 'delete',
  { user }: Pick<GuardContext, 'user'>,
): void {
  if (user && isProtected(entity, row, against, user)) throw forbidden(PROTECTED[against]);
}

export async function checkTargets(
  allRules: RulesByResource,
  row: Row,
  before: Row | undefined,
  { transaction, user, setting, entity, schemas }: WriteContext,
): Promise<void> {
  const statement = hiddenTargets(entity, schemas, row, before, user?.scopes, (resource) =>
    allRules[resource]?.visible?.({ user, setting }),
  );
  if (!statement) return;
  const { rows } = await transaction.query<{ campo: string }>(statement.text, statement.values);
  if (rows.length > 0) throw invalid(rows.map(({ campo }) => ({ field: campo, rule: 'not-found' })));
}
