/** How a record's history tells an act: written in the act's own transaction, in words of then, and read in both languages. */
import { allows } from '../../schemas/access.ts';
import { type Act, namedIn } from '../../schemas/act.ts';
import { displayColumns, type Language, type Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { scopeConditions } from '../database/list-query.ts';
import { ident, literal, Values } from '../database/sql.ts';
import type { Context, User } from '../http/call.ts';

interface Done {
  /** The record. */
  id: number;
  said: Row;
  user: User | undefined;
}

/** The value, or of a reference which record it is and what it is called: its code, or the first column of what it shows. */
function wordOf(act: Act, name: string, said: Row, schemas: Schemas, values: Values): string {
  const value = values.add(said[name] === undefined ? null : said[name]);
  const target = schemas.byResource.get(act.form.field(name)?.reference?.resource ?? '');
  const column = target?.key?.[0] ?? displayColumns(target?.display ?? '')[0];
  if (!target || !column) return `to_jsonb(${value}::${typeof said[name] === 'number' ? 'numeric' : 'text'})`;
  return `(select jsonb_build_object('of', ${literal(target.resource)}, 'id', t.${ident(target.id)}, 'name', t.${ident(column)}) from ${ident(target.table)} t where t.${ident(target.id)} = ${value}::int)`;
}

/** The statement that writes the line; once for each row of the query `done`, where there is one. */
export function toldBy(
  act: Act,
  { id, said, user }: Done,
  schemas: Schemas,
  values: Values,
  done?: string,
): string | undefined {
  const entity = schemas.byName.get(act.on);
  if (!act.says || !entity) return undefined;
  const fixed = [entity.resource, id, user?.id ?? null, user?.name ?? null, act.name].map((value) =>
    values.add(value),
  );
  const words = namedIn(`${act.says.en}${act.says.it}`);
  const pairs = [...new Set(words)].map((name) => `'${name}', ${wordOf(act, name, said, schemas, values)}`);
  const [resource, record, person, name, told] = fixed;
  return `insert into storico_modifiche (risorsa, id_record, operazione, id_utente, utente, modifiche, atto, valori)
     select ${resource}::text, ${record}::int, 'act', ${person}::int, ${name}::text, '[]'::jsonb, ${told}::text, jsonb_build_object(${pairs.join(', ')})
     ${done ? `from ${done}` : ''}`;
}

export interface ToldAct {
  operazione: string;
  atto?: string | null;
  valori?: Row | null;
}

interface Named {
  of: string;
  id: number;
  name: unknown;
}

const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && 'of' in value && 'id' in value && 'name' in value;

/** What stands for a record out of reach. */
const UNSEEN = '…';

/** Of the records that lines name, those out of the person's reach. */
async function unseenOf(named: Named[], schemas: Schemas, { database, user }: Context): Promise<Set<Named>> {
  const unseen = new Set<Named>();
  for (const entity of schemas.entities) {
    const own = named.filter(({ of }) => of === entity.resource);
    const values = new Values();
    const ids = values.add(own.map(({ id }) => id));
    const reach = scopeConditions(entity, user?.scopes, values);
    if (own.length === 0 || reach.length === 0) continue;
    const { rows } = await database.query<{ id: number }>(
      `select t.${ident(entity.id)} as id from ${ident(entity.table)} t
       where t.${ident(entity.id)} = any(${ids}::int[]) and ${reach.join(' and ')}`,
      values.list,
    );
    const seen = new Set(rows.map(({ id }) => id));
    for (const one of own) if (!seen.has(one.id)) unseen.add(one);
  }
  return unseen;
}

const wordIn = (value: unknown, unseen: Set<Named>, language: Language): string => {
  if (isNamed(value)) return unseen.has(value) ? UNSEEN : String(value.name ?? '');
  const text = String(value ?? '');
  return typeof value === 'number' && language === 'it' ? text.replace('.', ',') : text;
};

/** Lines of a history with their acts in words; those that this person could not have done are left out. */
export async function withActs<T extends ToldAct>(
  rows: T[],
  schemas: Schemas,
  context: Context,
): Promise<Omit<T, 'valori'>[]> {
  const { user, setting, language } = context;
  const named = rows.flatMap(({ valori }) => Object.values(valori ?? {}).filter(isNamed));
  const unseen = await unseenOf(named, schemas, context);
  return rows.flatMap(({ valori, ...row }) => {
    if (row.operazione !== 'act') return [row];
    const act = schemas.acts.find(({ name }) => name === row.atto);
    if (!act?.says || !allows(act.access, user, setting)) return [];
    const detto = act.says[language].replaceAll(/\{(\w+)\}/g, (_, name) =>
      wordIn(valori?.[name], unseen, language),
    );
    return [{ ...row, detto }];
  });
}
