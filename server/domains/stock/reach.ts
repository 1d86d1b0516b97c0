/** Throws not found if the user may not see the part or the warehouse. */
import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { scopeConditions, scopeSql } from '../../database/list-query.ts';
import { ident, Values } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { notFound } from '../../http/problem.ts';

export async function requireReach(entity: Entity, id: number, { database, user }: Context): Promise<void> {
  const values = new Values();
  const all = [
    `t.${ident(entity.id)} = ${values.add(id)}`,
    't.canc = 0',
    ...scopeConditions(entity, user?.scopes, values),
  ];
  const { rows } = await database.query(
    `select 1 from ${ident(entity.table)} t where ${all.join(' and ')}`,
    values.list,
  );
  if (rows.length === 0) throw notFound();
}

/** Returns the condition that a row of this alias exists and is within the user's scope. */
export const reach = (
  entity: Entity,
  alias: string,
  { user }: Context,
  values: Pick<Values, 'add'>,
): string => [`${alias}.canc = 0`, ...scopeConditions(entity, user?.scopes, values, alias)].join(' and ');

/**
 * Returns the condition that the user may see the intervention `id`, SQL, to be added to others. It is empty for users
 * who see all.
 */
export function andWithinWork(schemas: Schemas, id: string, { user }: Pick<Context, 'user'>): string {
  const within = scopeSql(schemas.byResource.entity('oggetto'), user?.scopes, 'o');
  return within ? ` and exists (select 1 from odl o where o.id = ${id} and ${within})` : '';
}
