/** What hangs on an intervention: seen with it, and written by who may change it, who holds it first. */
import type { Row } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import type { EntityRules, ListCondition, WriteContext } from '../../../capabilities/rules.ts';
import { ident } from '../../../database/sql.ts';
import type { Context } from '../../../http/call.ts';
import { notFound } from '../../../http/problem.ts';
import { interventionOf, withinReach } from './rights.ts';

/** The rows of who may see their intervention, which this column names. */
export function seenWith(
  schemas: Schemas,
  context: Pick<Context, 'user'>,
  column: string,
): ListCondition | undefined {
  const reach = withinReach(schemas, context);
  return reach && { ...reach, sql: `t.${ident(column)} in (select t.id from odl t where ${reach.sql})` };
}

/** Held until the transaction ends, for who may change it. */
export const heldForChange = (schemas: Schemas, id: number, { transaction, user }: WriteContext) =>
  interventionOf(transaction, schemas, id, { user }, { change: true, hold: true });

/** The intervention that a stored row of this resource hangs on. */
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
  visible: (context) => seenWith(schemas, context, column),
  async holdFirst(id, write) {
    await heldForChange(schemas, await interventionBelow(id, column, write), write);
  },
  async beforeCreate(row, write) {
    await heldForChange(schemas, row[column] as number, write);
  },
});
