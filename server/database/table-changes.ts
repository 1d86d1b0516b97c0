/** The statements that bring a table to its schema. They add, rename and widen columns, and never remove data. */
import type { PresentColumn, PresentTable } from './present-tables.ts';
import { ident } from './sql.ts';
import {
  addConstraint,
  type Column,
  columnSql,
  createIndex,
  createTable,
  isUnique,
  KEEPER,
  keepRows,
  type Part,
  PREFIXES,
  statisticsOf,
  type Table,
} from './tables.ts';

export interface Changes {
  /** The statements in order: tables and columns of all tables first, and then the parts that refer to them. */
  columns: string[];
  constraints: string[];
  indexes: string[];
  /** The statements that fill new tables. They run last. */
  rows: string[];
  /** Those of the statements that a server of an older version cannot live with. */
  breaking: string[];
  /** The SQL that would remove data. It is printed and not run. */
  refused: string[];
  notes: string[];
}

/** Adds statements. `breaks` tells whether a server of an older version cannot live with them. */
function add(
  changes: Changes,
  step: 'columns' | 'constraints' | 'indexes',
  statements: string[],
  breaks: boolean,
): void {
  changes[step].push(...statements);
  if (breaks) changes.breaking.push(...statements);
}

/** Queries about the rows that exist. */
export interface Rows {
  any(table: string): Promise<boolean>;
  anyNull(table: string, column: string): Promise<boolean>;
}

const VARYING = /^character varying\((\d+)\)$/;

/** Returns whether a type can contain every value of the other, so that a column may keep or change its type. */
function holds(type: string, other: string): boolean {
  if (type === other || (type === 'text' && VARYING.test(other))) return true;
  if (type === 'bigint' && other === 'integer') return true;
  if (type === 'integer' && other === 'smallint') return true;
  const [wide, narrow] = [VARYING.exec(type)?.[1], VARYING.exec(other)?.[1]];
  return wide !== undefined && narrow !== undefined && Number(wide) >= Number(narrow);
}

/** Removes the type from a default as PostgreSQL prints it: 'x'::character varying. */
const bareDefault = (sql: string | null | undefined): string | undefined =>
  sql?.replace(/^('.*')::[\w ()]+$/s, '$1').replace(/^'(-?\d+)'$/, '$1');

async function addColumn(table: string, column: Column, rows: Rows, changes: Changes): Promise<void> {
  const empty = column.notNull && column.default === undefined && !column.identity && (await rows.any(table));
  if (empty)
    changes.notes.push(
      `${table}.${column.name} is required, but the rows there are have no value for it: it may be empty until they do.`,
    );
  const definition = columnSql(empty ? { ...column, notNull: false } : column);
  // An older server does not know the column, so its rows have no value for it.
  const isFilled = column.default !== undefined || column.identity || column.generated !== undefined;
  const breaks = column.notNull === true && !empty && !isFilled;
  add(changes, 'columns', [`alter table ${ident(table)} add column ${definition}`], breaks);
}

async function alterColumn(
  table: string,
  column: Column,
  present: PresentColumn,
  rows: Rows,
  changes: Changes,
): Promise<void> {
  const alter = (what: string) => {
    const statement = `alter table ${ident(table)} alter column ${ident(column.name)} ${what}`;
    add(changes, 'columns', [statement], !what.startsWith('set default'));
  };
  if (!holds(present.type, column.type)) {
    if (!holds(column.type, present.type)) {
      changes.refused.push(
        `alter table ${ident(table)} alter column ${ident(column.name)} type ${column.type} using ${ident(column.name)}::${column.type}`,
      );
      return;
    }
    alter(`type ${column.type}`);
  }
  if (column.generated || column.identity) return;
  if (bareDefault(present.default) !== bareDefault(column.default))
    alter(column.default === undefined ? 'drop default' : `set default ${column.default}`);
  if (present.notNull && !column.notNull) alter('drop not null');
  if (!present.notNull && column.notNull && !(await rows.anyNull(table, present.name))) alter('set not null');
}

/** Renames columns by x-was. Returns the existing columns under their new names. */
function renameColumns(table: Table, present: PresentTable, changes: Changes): Map<string, PresentColumn> {
  const columns = new Map(present.columns);
  for (const { name, was } of table.columns) {
    if (was === undefined) continue;
    const old = columns.get(was);
    if (!old || columns.has(name)) continue;
    const rename = `alter table ${ident(table.name)} rename column ${ident(was)} to ${ident(name)}`;
    add(changes, 'columns', [rename], true);
    columns.delete(was);
    columns.set(name, old);
  }
  return columns;
}

function dropColumns(table: Table, present: Map<string, PresentColumn>, changes: Changes): void {
  const target = new Map(table.columns.map((column) => [column.name, column]));
  for (const [name, { generated }] of present) {
    const column = target.get(name);
    const drop = `alter table ${ident(table.name)} drop column ${ident(name)}`;
    // A generated column contains no data of its own.
    if (generated && !column?.generated) {
      add(changes, 'columns', [drop], true);
      present.delete(name);
    } else if (!column) changes.refused.push(drop);
  }
}

/** PostgreSQL refuses another type for a column of which a generated one is made, so that one is made again. */
function remakeGenerated(
  table: Table,
  present: PresentTable,
  columns: Map<string, PresentColumn>,
  changes: Changes,
): void {
  const retyped = table.columns.filter(({ name, type }) => !holds(columns.get(name)?.type ?? type, type));
  for (const { name, generated } of table.columns) {
    if (!columns.has(name) || !retyped.some((column) => generated?.includes(ident(column.name)))) continue;
    add(changes, 'columns', [`alter table ${ident(table.name)} drop column ${ident(name)}`], true);
    columns.delete(name);
    for (const index of table.indexes)
      if (index.sql.includes(ident(name))) present.indexes.delete(index.name);
  }
}

const isOurs = (name: string): boolean => Object.values(PREFIXES).some((prefix) => name.startsWith(prefix));

/** Returns whether the part limits values that an older server writes: it names a column that was there before. */
function limitsOlder({ sql }: Part, present: PresentTable | undefined): boolean {
  if (!present) return false;
  const [own = ''] = sql.split(' references ');
  const named = [...own.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  return named.length === 0 || named.some((name) => present.columns.has(name));
}

function dropParts(table: Table, present: PresentTable, changes: Changes): void {
  const constraints = new Set(table.constraints.map(({ name }) => name));
  const indexes = new Set(table.indexes.map(({ name }) => name));
  // A check that is dropped alone hinders nobody.
  for (const name of present.constraints)
    if (isOurs(name) && !constraints.has(name))
      changes.columns.unshift(`alter table ${ident(table.name)} drop constraint ${ident(name)}`);
  for (const name of present.indexes)
    if (isOurs(name) && !indexes.has(name)) {
      const drop = `drop index ${ident(name)}`;
      changes.columns.unshift(drop);
      // A statement may name its columns in `on conflict`.
      if (isUnique(name)) changes.breaking.push(drop);
    }
}

/** Older servers can live with it: the database does the work, and nobody names its columns and tables. */
function changeKeepers({ keepers = [] }: Table, present: PresentTable | undefined, changes: Changes) {
  const declared = new Set(keepers.map((keeper) => keeper.name));
  for (const trigger of present?.triggers ?? [])
    if (trigger.startsWith(PREFIXES.keeper) && !declared.has(trigger))
      // Its other triggers, which share its function, go with it.
      changes.columns.unshift(`drop function if exists ${ident(trigger)}() cascade`);
  for (const keeper of keepers)
    if (!present?.triggers.has(keeper.name)) changes.rows.push(...keeper.rows, ...keeper.triggers);
}

function changeParts(table: Table, present: PresentTable | undefined, changes: Changes): void {
  if (present) dropParts(table, present, changes);
  for (const constraint of table.constraints)
    if (!present?.constraints.has(constraint.name))
      add(changes, 'constraints', [addConstraint(table.name, constraint)], limitsOlder(constraint, present));
  for (const index of table.indexes)
    if (!present?.indexes.has(index.name)) {
      const breaks = isUnique(index.name) && limitsOlder(index, present);
      add(changes, 'indexes', createIndex(table.name, index), breaks);
    }
  changeKeepers(table, present, changes);
  if (table.appendOnly && !present?.triggers.has(KEEPER))
    add(changes, 'constraints', keepRows(table.name), present !== undefined);
}

async function changeColumns(
  table: Table,
  present: PresentTable,
  rows: Rows,
  changes: Changes,
): Promise<void> {
  const columns = renameColumns(table, present, changes);
  dropColumns(table, columns, changes);
  remakeGenerated(table, present, columns, changes);
  for (const column of table.columns) {
    const existing = columns.get(column.name);
    if (existing) await alterColumn(table.name, column, existing, rows, changes);
    else await addColumn(table.name, column, rows, changes);
  }
  const added = table.columns.filter(({ name }) => !columns.has(name));
  add(changes, 'columns', statisticsOf(table.name, added), false);
}

export async function changesTo(
  tables: Table[],
  present: Map<string, PresentTable>,
  rows: Rows,
): Promise<Changes> {
  const changes: Changes = {
    columns: [],
    constraints: [],
    indexes: [],
    rows: [],
    breaking: [],
    refused: [],
    notes: [],
  };
  for (const table of tables) {
    const existing = present.get(table.name);
    if (existing) await changeColumns(table, existing, rows, changes);
    else changes.columns.push(createTable(table), ...statisticsOf(table.name, table.columns));
    if (!existing) changes.rows.push(...(table.first ?? []));
    // It is made from rows that an older server goes on changing, without keeping it.
    if (!existing && present.size > 0 && table.first) changes.breaking.push(createTable(table));
    changeParts(table, existing, changes);
  }
  return changes;
}
