/** Who may see a part or a warehouse sees its stock; for the others it is not there. */
import type { Entity } from '../../../schemas/entity.ts';
import { scopeConditions } from '../../database/list-query.ts';
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

/** The condition that a row of this alias is live and within reach. */
export const reach = (
  entity: Entity,
  alias: string,
  { user }: Context,
  values: Pick<Values, 'add'>,
): string => [`${alias}.canc = 0`, ...scopeConditions(entity, user?.scopes, values, alias)].join(' and ');
