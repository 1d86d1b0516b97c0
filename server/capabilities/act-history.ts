/**
 * Acts in a record's history: written in the act's own transaction, with the names of that time, and read in both
 * languages.
 */
import { allows } from '../../schemas/access.ts';
import { type Act, namedIn } from '../../schemas/act.ts';
import { displayColumns, displayOf, type Entity, type Language, type Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { isEmpty } from '../../schemas/values.ts';
import { scopeConditions } from '../database/list-query.ts';
import { ident, literal, Values } from '../database/sql.ts';
import type { Context, User } from '../http/call.ts';

interface ActLine {
  /** The id of the record. */
  id: number;
  facts: Row;
  user: User | undefined;
}

/** Returns SQL of the value; for a reference, of the record's id and its code or first display column. */
function valueSql(act: Act, name: string, facts: Row, schemas: Schemas, values: Values): string {
  const value = values.add(facts[name] === undefined ? null : facts[name]);
  const target = schemas.byResource.get(act.form.field(name)?.reference?.resource ?? '');
  const column = target?.key?.[0] ?? displayColumns(target?.display ?? '')[0];
  if (!target || !column)
    return `to_jsonb(${value}::${typeof facts[name] === 'number' ? 'numeric' : 'text'})`;
  return `(select jsonb_build_object('of', ${literal(target.resource)}, 'id', t.${ident(target.id)}, 'name', t.${ident(column)}) from ${ident(target.table)} t where t.${ident(target.id)} = ${value}::int)`;
}

/** Returns the statement that writes the history line; with `done`, one line for each row of that query. */
export function actHistoryStatement(
  act: Act,
  { id, facts, user }: ActLine,
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
  const pairs = [...new Set(words)].map(
    (name) => `'${name}', ${valueSql(act, name, facts, schemas, values)}`,
  );
  const [resource, record, person, name, actName] = fixed;
  return `insert into storico_modifiche (risorsa, id_record, operazione, id_utente, utente, modifiche, atto, valori)
     select ${resource}::text, ${record}::int, 'act', ${person}::int, ${name}::text, '[]'::jsonb, ${actName}::text, jsonb_build_object(${pairs.join(', ')})
     ${done ? `from ${done}` : ''}`;
}

export interface HistoryRow {
  operazione: string;
  modifiche: { campo: string; a: unknown }[];
  atto?: string | null;
  valori?: Row | null;
}

interface NamedRecord {
  of: string;
  id: number;
  name: unknown;
}

const isNamedRecord = (value: unknown): value is NamedRecord =>
  typeof value === 'object' && value !== null && 'of' in value && 'id' in value && 'name' in value;

/** Replaces the name of a record that the user may not see. */
const HIDDEN = '…';

/** Returns the named records that the user may not see. */
async function hiddenOf(
  named: NamedRecord[],
  schemas: Schemas,
  { database, user }: Context,
): Promise<Set<NamedRecord>> {
  const hidden = new Set<NamedRecord>();
  for (const entity of schemas.entities) {
    const ofEntity = named.filter(({ of }) => of === entity.resource);
    const values = new Values();
    const ids = values.add(ofEntity.map(({ id }) => id));
    const reach = scopeConditions(entity, user?.scopes, values);
    if (ofEntity.length === 0 || reach.length === 0) continue;
    const { rows } = await database.query<{ id: number }>(
      `select t.${ident(entity.id)} as id from ${ident(entity.table)} t
       where t.${ident(entity.id)} = any(${ids}::int[]) and ${reach.join(' and ')}`,
      values.list,
    );
    const visible = new Set(rows.map(({ id }) => id));
    for (const record of ofEntity) if (!visible.has(record.id)) hidden.add(record);
  }
  return hidden;
}

const textOf = (value: unknown, hidden: Set<NamedRecord>, language: Language): string => {
  if (isNamedRecord(value)) return hidden.has(value) ? HIDDEN : String(value.name ?? '');
  const text = String(value ?? '');
  return typeof value === 'number' && language === 'it' ? text.replace('.', ',') : text;
};

/** Returns the names of the records with these ids that the user may see. */
async function namesOf(
  entity: Entity,
  ids: unknown[],
  { database, user, language }: Context,
): Promise<Map<unknown, string>> {
  const values = new Values();
  const among = `t.${ident(entity.id)} = any(${values.add(ids)}::int[])`;
  const conditions = [among, ...scopeConditions(entity, user?.scopes, values)];
  const { rows } = await database.query<Row>(
    `select t.* from ${ident(entity.table)} t where ${conditions.join(' and ')}`,
    values.list,
  );
  return new Map(rows.map((row) => [row[entity.id], displayOf(entity, row, language)]));
}

/**
 * Returns a function that puts a change made by an entity's own call into the words of the acts over that call: each act
 * whose sentence names only fields that have changed to a value.
 */
async function changeInWords<T extends HistoryRow>(
  rows: T[],
  entity: Entity,
  schemas: Schemas,
  context: Context,
): Promise<(row: T) => string | undefined> {
  const { user, setting, language } = context;
  const acts = schemas.acts.filter(
    ({ made, says, on, access }) => made && says && on === entity.name && allows(access, user, setting),
  );
  const wordsOf = ({ says }: Act): string[] => namedIn(says?.[language] ?? '');
  const valuesOf = ({ operazione, modifiche }: T): Map<string, unknown> =>
    new Map(
      operazione === 'update' ? modifiche.flatMap(({ campo, a }) => (isEmpty(a) ? [] : [[campo, a]])) : [],
    );
  const names = new Map<string, Map<unknown, string>>();
  for (const word of new Set(acts.flatMap(wordsOf))) {
    const target = schemas.byResource.get(entity.field(word)?.reference?.resource ?? '');
    const ids = rows.flatMap((row) => valuesOf(row).get(word) ?? []);
    if (target && ids.length > 0) names.set(word, await namesOf(target, ids, context));
  }
  return (row) => {
    const values = valuesOf(row);
    const textOf = (word: string): string => {
      const namesById = names.get(word);
      return namesById ? (namesById.get(values.get(word)) ?? HIDDEN) : String(values.get(word));
    };
    const sentences = acts
      .filter((act) => wordsOf(act).every((word) => values.has(word)))
      .map(({ says }) => (says?.[language] ?? '').replaceAll(/\{(\w+)\}/g, (_, word) => textOf(word)));
    return sentences.length > 0 ? sentences.join('; ') : undefined;
  };
}

/** Adds sentences to the acts of a history; leaves out acts that the user may not perform. */
export async function withActs<T extends HistoryRow>(
  rows: T[],
  entity: Entity,
  schemas: Schemas,
  context: Context,
): Promise<Omit<T, 'valori'>[]> {
  const { user, setting, language } = context;
  const changed = await changeInWords(rows, entity, schemas, context);
  const named = rows.flatMap(({ valori }) => Object.values(valori ?? {}).filter(isNamedRecord));
  const hidden = await hiddenOf(named, schemas, context);
  return rows.flatMap((line) => {
    const { valori, ...row } = line;
    if (row.operazione !== 'act') {
      const detto = changed(line);
      return [{ ...row, ...(detto !== undefined && { detto }) }];
    }
    const act = schemas.acts.find(({ name }) => name === row.atto);
    if (!act?.says || !allows(act.access, user, setting)) return [];
    const detto = act.says[language].replaceAll(/\{(\w+)\}/g, (_, name) =>
      textOf(valori?.[name], hidden, language),
    );
    return [{ ...row, detto }];
  });
}
