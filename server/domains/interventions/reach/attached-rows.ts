/**
 * Rules of rows that belong to an intervention. Users see the rows with the intervention. Users who may change the
 * intervention write them, after it is locked.
 */
import type { Row } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { EntityRules, ListCondition, WriteContext } from '../../../capabilities/rules.ts';
import { ident } from '../../../database/sql.ts';
import type { Context } from '../../../http/call.ts';
import { notFound } from '../../../http/problem.ts';
import { interventionOf, withinReach } from './rights.ts';

/** Returns the condition that the user may see the intervention in this column. */
export function visibleWith(
  schemas: Schemas,
  context: Pick<Context, 'user'>,
  column: string,
): ListCondition | undefined {
  const reach = withinReach(schemas, context);
  return (
    reach && {
      ...reach,
      sql: `t.${ident(column)} in (select t.id from odl t where ${reach.sql})`,
      parent: column,
    }
  );
}

/** Locks the intervention until the transaction ends. Throws if the user may not change it. */
export const lockForChange = (schemas: Schemas, id: number, { transaction, user }: WriteContext) =>
  interventionOf(transaction, schemas, id, { user }, { change: true, lock: true });

/** Returns the intervention of a stored row of this resource. */
export async function interventionBelow(
  id: number,
  column: string,
  { transaction, entity }: WriteContext,
): Promise<number> {
  const { rows } = await transaction.query<Row>(
    `select ${ident(column)} as odl from ${ident(entity.table)} where ${ident(entity.id)} = $1`,
    [id],
  );
  if (!rows[0]) throw notFound();
  return rows[0].odl as number;
}

export const belowRules = (schemas: Schemas, column = 'id_odl'): EntityRules => ({
  visible: (context) => visibleWith(schemas, context, column),
  async holdFirst(id, write) {
    await lockForChange(schemas, await interventionBelow(id, column, write), write);
  },
  async beforeCreate(row, write) {
    await lockForChange(schemas, row[column] as number, write);
  },
});
