/** Sub-collections that a sheet fills with codes in one cell. After the import the record has exactly these. */
import type { Child, Row } from '../../../schemas/entity.ts';
import { KnownMap } from '../../../schemas/known-map.ts';
import type { Queryable, Transaction } from '../../database/engine.ts';
import { ident, Values } from '../../database/sql.ts';
import type { ImportContext } from './import-context.ts';
import type { Before } from './staging.ts';

/** The id of the link row, by path, record and target. */
export type Below = Map<string, Map<number, Map<number, number>>>;

const linksOf = (importContext: ImportContext): { child: Child; column: string }[] =>
  importContext.columns.flatMap(([, { child, field }]) => (child ? [{ child, column: field.name }] : []));

export async function presentBelow(
  importContext: ImportContext,
  database: Queryable,
  records: Row[],
): Promise<Below> {
  const { entity, schemas } = importContext;
  const present: Below = new Map();
  for (const { child, column } of linksOf(importContext)) {
    const below = schemas.byName.entity(child.entity);
    const values = new Values();
    const of = `t.${ident(child.parent)} = any(${values.add(records.map((record) => record[entity.id]))}::int[])`;
    // Rows that the user may not see are neither counted nor removed.
    const visible = importContext.rules[below.resource]?.visible?.(importContext.context);
    const where = visible ? `${of} and (${values.fill(visible.sql, visible.values)})` : of;
    const { rows } = await database.query<{ id: number; above: number; points: number }>(
      `select t.${ident(below.id)} as id, t.${ident(child.parent)} as above, t.${ident(column)} as points
       from ${ident(below.table)} t where ${where}`,
      values.list,
    );
    const byRecord = new Map<number, Map<number, number>>();
    for (const { id, above, points } of rows)
      byRecord.set(above, (byRecord.get(above) ?? new Map<number, number>()).set(points, id));
    present.set(child.path, byRecord);
  }
  return present;
}

/** Adds and removes links. Returns the ids before and after. */
export async function writeBelow(
  importContext: ImportContext,
  transaction: Transaction,
  record: number,
  target: Map<string, number[]>,
  present: Below,
): Promise<Before['figli']> {
  const changed: Before['figli'] = {};
  for (const { child, column } of linksOf(importContext)) {
    const ids = target.get(child.path);
    if (!ids) continue;
    const records = importContext.below.of(child.path);
    const linked = new KnownMap(child.path, present.get(child.path)?.get(record));
    const [added, removed] = [
      ids.filter((id) => !linked.has(id)),
      [...linked.keys()].filter((id) => !ids.includes(id)),
    ];
    for (const id of removed) await records.removeWithin(transaction, linked.of(id), importContext.context);
    for (const id of added)
      await records.createWithin(transaction, { [column]: id }, importContext.context, {
        [child.parent]: record,
      });
    if (added.length + removed.length > 0) changed[child.path] = { prima: [...linked.keys()], dopo: ids };
  }
  return changed;
}
