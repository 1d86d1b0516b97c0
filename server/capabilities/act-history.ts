/** How a record's history tells an act: written in the act's own transaction, in words of then, and read in both languages. */
import { allows } from '../../schemas/access.ts';
import { type Act, namedIn } from '../../schemas/act.ts';
import { displayColumns, type Language, type Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import type { Transaction } from '../database/engine.ts';
import { ident, Values } from '../database/sql.ts';
import type { Context, User } from '../http/call.ts';

interface Done {
  /** The record. */
  id: number;
  said: Row;
  user: User | undefined;
}

/** The value, or of a reference what it is called: its code, or the first column of what it shows. */
function wordOf(act: Act, name: string, said: Row, schemas: Schemas, values: Values): string {
  const value = values.add(said[name] === undefined ? null : said[name]);
  const target = schemas.byResource.get(act.form.field(name)?.reference?.resource ?? '');
  const column = target?.key?.[0] ?? displayColumns(target?.display ?? '')[0];
  if (!target || !column) return `to_jsonb(${value}::${typeof said[name] === 'number' ? 'numeric' : 'text'})`;
  return `(select to_jsonb(t.${ident(column)}) from ${ident(target.table)} t where t.${ident(target.id)} = ${value}::int)`;
}

export async function tellAct(
  transaction: Transaction,
  act: Act,
  { id, said, user }: Done,
  schemas: Schemas,
): Promise<void> {
  const entity = schemas.byName.get(act.on);
  if (!act.says || !entity) return;
  const values = new Values();
  const fixed = [entity.resource, id, user?.id ?? null, user?.name ?? null, act.name].map((value) =>
    values.add(value),
  );
  const words = namedIn(`${act.says.en}${act.says.it}`);
  const pairs = [...new Set(words)].map((name) => `'${name}', ${wordOf(act, name, said, schemas, values)}`);
  const [resource, record, person, name, told] = fixed;
  await transaction.query(
    `insert into storico_modifiche (risorsa, id_record, operazione, id_utente, utente, modifiche, atto, valori)
     values (${resource}, ${record}::int, 'act', ${person}::int, ${name}, '[]', ${told}, jsonb_build_object(${pairs.join(', ')}))`,
    values.list,
  );
}

export interface ToldAct {
  operazione: string;
  atto?: string | null;
  valori?: Row | null;
}

const said = (value: unknown, language: Language): string =>
  typeof value === 'number' && language === 'it' ? String(value).replace('.', ',') : String(value ?? '');

/** Lines of a history with their acts in words; those that this person could not have done are left out. */
export function withActs<T extends ToldAct>(
  rows: T[],
  schemas: Schemas,
  { user, setting, language }: Pick<Context, 'user' | 'setting' | 'language'>,
): Omit<T, 'valori'>[] {
  return rows.flatMap(({ valori, ...row }) => {
    if (row.operazione !== 'act') return [row];
    const act = schemas.acts.find(({ name }) => name === row.atto);
    if (!act?.says || !allows(act.access, user, setting)) return [];
    const detto = act.says[language].replaceAll(/\{(\w+)\}/g, (_, name) => said(valori?.[name], language));
    return [{ ...row, detto }];
  });
}
