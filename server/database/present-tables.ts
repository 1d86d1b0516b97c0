/** The tables that the database has now. */
import type { Queryable } from './database.ts';

export interface PresentColumn {
  name: string;
  type: string;
  notNull: boolean;
  default: string | null;
  generated: boolean;
}

export interface PresentTable {
  columns: Map<string, PresentColumn>;
  constraints: Set<string>;
  indexes: Set<string>;
  /** The functions of its triggers. */
  triggers: Set<string>;
}

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
    pg_get_expr(d.adbin, d.adrelid) as default, a.attgenerated <> '' as generated
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`;

const CONSTRAINTS = `
  select c.relname as table, o.conname as name from pg_constraint o join pg_class c on c.oid = o.conrelid
  where c.relnamespace = current_schema()::regnamespace and o.contype in ('c', 'f')`;

const INDEXES =
  'select tablename as table, indexname as name from pg_indexes where schemaname = current_schema()';

const TRIGGERS = `
  select c.relname as table, p.proname as name
  from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_proc p on p.oid = g.tgfoid
  where c.relnamespace = current_schema()::regnamespace and not g.tgisinternal`;

export async function presentTables({ query }: Queryable): Promise<Map<string, PresentTable>> {
  const tables = new Map<string, PresentTable>();
  for (const { table, ...column } of (await query<PresentColumn & { table: string }>(COLUMNS)).rows) {
    const present = tables.get(table) ?? {
      columns: new Map(),
      constraints: new Set(),
      indexes: new Set(),
      triggers: new Set(),
    };
    tables.set(table, present);
    present.columns.set(column.name, column);
  }
  type Named = { table: string; name: string };
  for (const { table, name } of (await query<Named>(CONSTRAINTS)).rows)
    tables.get(table)?.constraints.add(name);
  for (const { table, name } of (await query<Named>(INDEXES)).rows) tables.get(table)?.indexes.add(name);
  for (const { table, name } of (await query<Named>(TRIGGERS)).rows) tables.get(table)?.triggers.add(name);
  return tables;
}
