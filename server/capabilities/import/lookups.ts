/** Finds ids for the codes of a sheet, many at once: by a row's code, or by its full display name. */
import type { Entity, Field, Language } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import type { Queryable } from '../../database/engine.ts';
import { Joins } from '../../database/joins.ts';
import { scopeConditions } from '../../database/list-query.ts';
import type { Scopes } from '../../database/scopes.ts';
import { ident, Values } from '../../database/sql.ts';

/** The ids by resource and lower-case text; 'many' if several rows match. */
export type Codes = Map<string, Map<string, number | 'many'>>;

export interface LookupContext {
  schemas: Schemas;
  language: Language;
  scopes: Scopes | undefined;
}

const AT_ONCE = 5000;

async function search(
  database: Queryable,
  target: Entity,
  name: { joins: string; expression: string },
  texts: string[],
  scopes: Scopes | undefined,
): Promise<{ id: number; text: string }[]> {
  const values = new Values();
  const all = [
    `lower(${name.expression}) = any(${values.add(texts)}::text[])`,
    ...(target.delete === 'soft' ? ['t.canc = 0'] : []),
    ...scopeConditions(target, scopes, values),
  ];
  const { rows } = await database.query<{ id: number; text: string }>(
    `select t.${ident(target.id)} as id, lower(${name.expression}) as text
     from ${ident(target.table)} t${name.joins} where ${all.join(' and ')}`,
    values.list,
  );
  return rows;
}

/** Returns the names of a row that a sheet may use, the most certain first. */
function namesOf(target: Entity, { schemas, language }: LookupContext) {
  const joins = new Joins(schemas, language, 'j');
  const expression = joins.display(target, 't');
  const [code] = target.key ?? [];
  return [
    ...(code && target.key?.length === 1 ? [{ joins: '', expression: `t.${ident(code)}` }] : []),
    { joins: joins.sql, expression },
  ];
}

export async function addCodes(
  codes: Codes,
  database: Queryable,
  target: Entity,
  texts: Iterable<string>,
  lookupContext: LookupContext,
): Promise<void> {
  const found = codes.get(target.resource) ?? new Map<string, number | 'many'>();
  codes.set(target.resource, found);
  let missing = [...new Set([...texts].map((text) => text.toLowerCase()))].filter((text) => !found.has(text));
  for (const name of namesOf(target, lookupContext)) {
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      const rows = await search(
        database,
        target,
        name,
        missing.slice(at, at + AT_ONCE),
        lookupContext.scopes,
      );
      for (const { id, text } of rows)
        found.set(text, found.has(text) && found.get(text) !== id ? 'many' : id);
    }
    missing = missing.filter((text) => !found.has(text));
  }
}

export function resolve(
  codes: Codes,
  { reference }: Field,
  text: string,
): { value: number } | Omit<Refusal, 'field'> {
  const found = codes.get(reference?.resource ?? '')?.get(text.toLowerCase());
  if (found === 'many') return { rule: 'sheet-many-so-called', params: { code: text } };
  if (found !== undefined) return { value: found };
  const none = reference?.none;
  const isNone = none && Object.values(none).some((name) => name.toLowerCase() === text.toLowerCase());
  return isNone ? { value: -1 } : { rule: 'sheet-unknown-code', params: { code: text } };
}
