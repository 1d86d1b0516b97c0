/** One row, as it is sent: with the names of what it points to, and with what the rules compute. */
import type { Row } from '../../schemas/entity.ts';
import { readStatement } from '../database/list-query.ts';
import type { Context } from '../http/call.ts';
import { notFound } from '../http/problem.ts';
import { presentCustomFields } from './custom-fields.ts';
import { shownTo } from './readable-entity.ts';
import type { Ground } from './record-context.ts';
import type { WriteContext } from './rules.ts';

export async function find(
  { entity, schemas, rules }: Ground,
  recordId: number,
  context: Context,
): Promise<Row> {
  const { text, values } = readStatement(shownTo(context, entity), schemas, recordId, {
    language: context.language,
    scopes: context.user?.scopes,
    extra: rules.visible?.(context),
  });
  const [row] = (await context.database.query<Row>(text, values)).rows;
  if (!row) throw notFound();
  return row;
}

export async function complete(
  { entity, schemas, rules }: Ground,
  row: Row,
  context: Context,
): Promise<void> {
  await Promise.all([rules.present?.([row], context), rules.presentOne?.(row, context)]);
  await presentCustomFields(shownTo(context, entity), [row], schemas, context);
}

export async function read(ground: Ground, recordId: number, context: Context): Promise<Row> {
  const row = await find(ground, recordId, context);
  await complete(ground, row, context);
  return row;
}

/** The row, held until the transaction ends; unknown when it is deleted or out of the user's reach. */
export async function hold(
  { entity, schemas, rules }: Ground,
  recordId: number,
  write: WriteContext,
  against: 'update' | 'delete',
): Promise<Row> {
  // What points to a row that is only changed need not wait for it.
  const lock = against === 'update' ? 'for no key update' : 'for update';
  const { text, values } = readStatement(entity, schemas, recordId, {
    language: write.language,
    scopes: write.user?.scopes,
    extra: rules.visible?.(write),
  });
  const { rows } = await write.transaction.query<Row>(`${text} ${lock} of t`, values);
  if (!rows[0]) throw notFound();
  return rows[0];
}
