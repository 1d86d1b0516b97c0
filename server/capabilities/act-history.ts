/**
 * Acts in a record's history. They are written in the transaction of the act, with the names of that time, and read
 * in both languages.
 */
import { allows } from '../../schemas/access.ts';
import { type Act, namedIn } from '../../schemas/act.ts';
import { dateText } from '../../schemas/date-texts.ts';
import {
  displayColumns,
  displayOf,
  type Entity,
  type Field,
  type Language,
  type Row,
} from '../../schemas/entity.ts';
import { isCalendar, isTimestamp, KINDS } from '../../schemas/kinds.ts';
import { yesNo } from '../../schemas/language.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { isEmpty } from '../../schemas/values.ts';
import type { Transaction } from '../database/engine.ts';
import { scopeConditions } from '../database/list-query.ts';
import { ident, literal, Values } from '../database/sql.ts';
import type { Context, User } from '../http/call.ts';
import { fieldTimestampText } from '../plant/plant-time.ts';
import { historyInsert } from './history-insert.ts';
import { nameOf } from './overrides.ts';

interface ActLine {
  /** The id of the record. */
  id: number;
  facts: Row;
  user: User | undefined;
}

/** Returns SQL of the value. For a reference, this is the record's id and its code or first display column. */
function valueSql(act: Act, name: string, facts: Row, schemas: Schemas, values: Values): string {
  const value = values.add(facts[name] === undefined ? null : facts[name]);
  const target = schemas.byResource.get(act.form.field(name)?.reference?.resource ?? '');
  const column = target?.key?.[0] ?? displayColumns(target?.display ?? '')[0];
  if (!target || !column)
    return `to_jsonb(${value}::${typeof facts[name] === 'number' ? 'numeric' : 'text'})`;
  return `(select jsonb_build_object('of', ${literal(target.resource)}, 'id', t.${ident(target.id)}, 'name', t.${ident(column)}) from ${ident(target.table)} t where t.${ident(target.id)} = ${value}::int)`;
}

/** Returns the statement that writes the history line. With `done`, it writes one line for each row of that query. */
export function actHistoryStatement(
  act: Act,
  { id, facts, user }: ActLine,
  schemas: Schemas,
  values: Values,
  done?: string,
): string | undefined {
  const entity = schemas.byName.get(act.on);
  if (!act.says || !entity) return undefined;
  const words = namedIn(`${act.says.en}${act.says.it}`);
  const pairs = [...new Set(words)].map(
    (name) => `'${name}', ${valueSql(act, name, facts, schemas, values)}`,
  );
  return historyInsert({
    resource: `${values.add(entity.resource)}::text`,
    operation: 'act',
    id: `${values.add(id)}::int`,
    author: `${values.add(user?.id ?? null)}::int`,
    name: `${values.add(user?.name ?? null)}::text`,
    act: { name: `${values.add(act.name)}::text`, values: `jsonb_build_object(${pairs.join(', ')})` },
    from: done,
  });
}

/** Writes the act into the history of its record, if the act has a sentence. */
export async function writeAct(
  transaction: Transaction,
  act: Act,
  line: ActLine,
  schemas: Schemas,
): Promise<void> {
  const values = new Values();
  const statement = actHistoryStatement(act, line, schemas, values);
  if (statement) await transaction.send(statement, values.list);
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

/** The text in place of the name of a record that the user may not see. */
const HIDDEN = '…';

/** Returns the rows with these ids that the user may see. */
async function visibleRows(
  entity: Entity,
  ids: unknown[],
  { database, user }: Context,
): Promise<Map<unknown, Row>> {
  const values = new Values();
  const among = `t.${ident(entity.id)} = any(${values.add(ids)}::int[])`;
  const conditions = [among, ...scopeConditions(entity, user?.scopes, values)];
  const { rows } = await database.query<Row>(
    `select t.* from ${ident(entity.table)} t where ${conditions.join(' and ')}`,
    values.list,
  );
  return new Map(rows.map((row) => [row[entity.id], row]));
}

/** Returns the named records that the user may not see. */
async function hiddenOf(named: NamedRecord[], schemas: Schemas, context: Context): Promise<Set<NamedRecord>> {
  const hidden = new Set<NamedRecord>();
  for (const entity of schemas.entities) {
    const ofEntity = named.filter(({ of }) => of === entity.resource);
    if (ofEntity.length === 0 || scopeConditions(entity, context.user?.scopes, new Values()).length === 0)
      continue;
    const visible = await visibleRows(
      entity,
      ofEntity.map(({ id }) => id),
      context,
    );
    for (const record of ofEntity) if (!visible.has(record.id)) hidden.add(record);
  }
  return hidden;
}

/** Returns the value of a field as displayed. */
function fieldText(
  value: unknown,
  field: Field | undefined,
  { language, setting }: Pick<Context, 'language' | 'setting'>,
): string {
  if (isEmpty(value)) return '';
  const text = String(value);
  if (field && isTimestamp(field.kind)) return fieldTimestampText(field, text, setting);
  if (field && isCalendar(field.kind)) return dateText(text);
  if (field && KINDS[field.kind].yesNo) return yesNo(value, language);
  const choice = field?.choices?.find((one) => one.value === value);
  if (choice) return choice.title[language];
  return typeof value === 'number' && language === 'it' ? text.replace('.', ',') : text;
}

/** Returns the sentence of an act with the text of each word that it names. */
const sentenceOf = ({ says }: Act, language: Language, wordText: (word: string) => string): string =>
  (says?.[language] ?? '').replaceAll(/\{(\w+)\}/g, (_, word) => wordText(word));

/**
 * Returns the sentences for changes made by an entity's own call. An act that uses this call gets a sentence if
 * every field in it was changed to a value.
 */
async function changesInWords<T extends HistoryRow>(
  rows: T[],
  entity: Entity,
  schemas: Schemas,
  context: Context,
): Promise<Map<T, string>> {
  const { user, setting, language } = context;
  const acts = schemas.acts
    .filter(
      ({ made, says, access }) => says && made === nameOf(entity, 'update') && allows(access, user, setting),
    )
    .map((act) => ({ act, words: namedIn(act.says?.[language] ?? '') }));
  const changes = rows
    .filter(({ operazione }) => operazione === 'update')
    .map((row) => ({ row, values: new Map(row.modifiche.map(({ campo, a }) => [campo, a])) }));
  const names = new Map<string, (id: unknown) => string>();
  for (const word of new Set(acts.flatMap(({ words }) => words))) {
    const target = schemas.byResource.get(entity.field(word)?.reference?.resource ?? '');
    const ids = changes.map(({ values }) => values.get(word)).filter((id) => !isEmpty(id));
    if (!target || ids.length === 0) continue;
    const visible = await visibleRows(target, ids, context);
    names.set(word, (id) => {
      const row = visible.get(id);
      return row ? displayOf(target, row, language) : HIDDEN;
    });
  }
  const sentences = changes.flatMap(({ row, values }): [T, string][] => {
    const wordText = (word: string): string =>
      names.get(word)?.(values.get(word)) ?? fieldText(values.get(word), entity.field(word), context);
    const said = acts
      .filter(({ words }) => words.every((word) => !isEmpty(values.get(word))))
      .map(({ act }) => sentenceOf(act, language, wordText));
    return said.length > 0 ? [[row, said.join('; ')]] : [];
  });
  return new Map(sentences);
}

/** Adds sentences to the acts of a history. Acts that the user may not perform are left out. */
export async function withActs<T extends HistoryRow>(
  rows: T[],
  entity: Entity,
  schemas: Schemas,
  context: Context,
): Promise<Omit<T, 'valori'>[]> {
  const { user, setting, language } = context;
  const changes = await changesInWords(rows, entity, schemas, context);
  const named = rows.flatMap(({ valori }) => Object.values(valori ?? {}).filter(isNamedRecord));
  const hidden = await hiddenOf(named, schemas, context);
  return rows.flatMap((line) => {
    const { valori, ...row } = line;
    if (row.operazione !== 'act') {
      const detto = changes.get(line);
      return [{ ...row, ...(detto !== undefined && { detto }) }];
    }
    const act = schemas.acts.find(({ name }) => name === row.atto);
    if (!act?.says || !allows(act.access, user, setting)) return [];
    const detto = sentenceOf(act, language, (word) => {
      const value = valori?.[word];
      if (isNamedRecord(value)) return hidden.has(value) ? HIDDEN : String(value.name ?? '');
      return fieldText(value, act.form.field(word), context);
    });
    return [{ ...row, detto }];
  });
}
