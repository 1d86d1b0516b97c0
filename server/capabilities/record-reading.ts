/** Reads one row for a reply: with the names of its references, and the computed fields of rules. */
import type { Row } from '../../schemas/entity.ts';
import { readStatement } from '../database/list-query.ts';
import type { Context } from '../http/call.ts';
import { notFound } from '../http/problem.ts';
import { presentCustomFields } from './custom-fields.ts';
import { readableEntity } from './readable-entity.ts';
import type { RecordContext } from './record-context.ts';
import type { WriteContext } from './rules.ts';

export async function find(
  { entity, schemas, rules }: RecordContext,
  recordId: number,
  context: Context,
): Promise<Row> {
  const { text, values } = readStatement(readableEntity(context, entity), schemas, recordId, {
    language: context.language,
    scopes: context.user?.scopes,
    extra: rules.visible?.(context),
  });
  const [row] = (await context.database.query<Row>(text, values)).rows;
  if (!row) throw notFound();
  return row;
}

export async function complete(
  { entity, schemas, rules }: RecordContext,
  row: Row,
  context: Context,
): Promise<void> {
  await Promise.all([rules.present?.([row], context), rules.presentOne?.(row, context)]);
  await presentCustomFields(readableEntity(context, entity), [row], schemas, context);
}

export async function read(recordContext: RecordContext, recordId: number, context: Context): Promise<Row> {
  const row = await find(recordContext, recordId, context);
  await complete(recordContext, row, context);
  return row;
}

/** Reads and locks a row until the transaction ends. Throws if the row is deleted or not visible. */
export async function hold(
  { entity, schemas, rules }: RecordContext,
  recordId: number,
  write: WriteContext,
  against: 'update' | 'delete',
): Promise<Row> {
  // Writes of rows that refer to this row need not wait while it is only updated.
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
