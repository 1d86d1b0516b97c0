/**
 * Counts of rows by the values of columns (x-counts). Each change adds a row with the difference, so that writers never
 * wait for each other; a routine folds the rows of equal values into one. The sum is always that of the transaction that
 * reads it. Timestamps are counted by their day in UTC, which no setting changes.
 */
import type { Entity, Field } from '../../schemas/entity.ts';
import { isStored } from '../../schemas/kept.ts';
import { isTimestamp } from '../../schemas/kinds.ts';
import { COLUMN_TYPES } from './column-types.ts';
import type { Queryable } from './database.ts';
import { keeper, lockRows, type Misses, wrongCopies } from './keepers.ts';
import { onlyRow } from './rows.ts';
import { ident } from './sql.ts';
import { type Column, type Keeper, part, plainIndex, type Table } from './tables.ts';

/** The column with the number of rows. */
export const COUNTED = 'righe';

const countTableOf = ({ table }: Entity, names: string[]): string =>
  part('', `${table}_conta`, names, names.join()).name;

/**
 * Returns the table that counts the rows of an entity by these columns: their values, and `righe`. The file of the entity
 * must declare it.
 */
export function countedBy(entity: Entity, names: string[]): string {
  const isDeclared = entity.counts.some((one) => one.join() === names.join());
  if (!isDeclared) throw new Error(`${entity.name} has no x-counts of ${names.join(', ')}`);
  return ident(countTableOf(entity, names));
}

/** The columns of the listed rows, whose alias is t, that a condition names. */
const namedIn = (where: string): string[] =>
  [...where.matchAll(/\bt\.(?:"([^"]+)"|(\w+))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/**
 * Returns the statement that counts the rows of a condition from the counts of their values. Returns undefined if the
 * condition names a column that is not counted.
 */
export function countStatementFrom(entity: Entity, where: string): string | undefined {
  if (entity.counts.length === 0) return undefined;
  // Softly deleted rows are not counted.
  const condition = where.replace('t.canc = 0', 'true');
  const named = namedIn(condition);
  const isExact = (name: string): boolean => !isTimestamp(fieldOf(entity, name).kind);
  const names = entity.counts.find((counted) =>
    named.every((name) => counted.includes(name) && isExact(name)),
  );
  if (!names) return undefined;
  return `select coalesce(sum(t.${COUNTED}), 0)::int as tot from ${ident(countTableOf(entity, names))} t${condition}`;
}

const listed = (names: string[]): string => names.map(ident).join(', ');

const fieldOf = (entity: Entity, name: string): Field =>
  entity.fields.find((field) => field.name === name && isStored(field)) ?? entity.property(name);

/** SQL of the counts of a source of rows, as the rows to add. */
const counting = (entity: Entity, names: string[], rows: string): string => {
  const live = entity.delete === 'soft' ? ' where canc = 0' : '';
  const keys = names.map((name) =>
    isTimestamp(fieldOf(entity, name).kind)
      ? `(${ident(name)} at time zone 'UTC')::date as ${ident(name)}`
      : ident(name),
  );
  const places = names.map((_, index) => index + 1).join(', ');
  return `select ${keys.join(', ')}, count(*)::integer as ${COUNTED} from ${rows}${live} group by ${places}`;
};

function countKeeper(entity: Entity, names: string[]): Keeper {
  const [table, counts] = [ident(entity.table), ident(countTableOf(entity, names))];
  const into = `insert into ${counts} (${listed(names)}, ${COUNTED})`;
  const minus = `select ${listed(names)}, -${COUNTED} as ${COUNTED} from (${counting(entity, names, 'old_rows')}) o`;
  const body = `
    begin
      if tg_op = 'INSERT' then
        ${into} ${counting(entity, names, 'new_rows')};
      elsif tg_op = 'DELETE' then
        ${into} ${minus};
      else
        ${into} select ${listed(names)}, sum(${COUNTED}) from (${counting(entity, names, 'new_rows')} union all ${minus}) d
          group by ${listed(names)} having sum(${COUNTED}) <> 0;
      end if;
      return null;
    end`;
  const after = (event: string, rows: string): string =>
    `after ${event} on ${table} referencing ${rows} for each statement`;
  return keeper(entity.table, ['conta', ...names], {
    body,
    fires: [
      after('insert', 'new table as new_rows'),
      after('update', 'old table as old_rows new table as new_rows'),
      after('delete', 'old table as old_rows'),
    ],
    rows: [lockRows(entity.table), `delete from ${counts}`, `${into} ${counting(entity, names, table)}`],
  });
}

function countTable(entity: Entity, names: string[]): Table {
  const name = countTableOf(entity, names);
  const keys = names.map((key): Column => {
    const field = fieldOf(entity, key);
    const type = isTimestamp(field.kind) ? 'date' : COLUMN_TYPES[field.kind](field);
    return { name: key, type, notNull: false };
  });
  const own: Column[] = [
    { name: COUNTED, type: 'integer', notNull: true },
    { name: 'riga', type: 'bigint', notNull: true, identity: true },
  ];
  return {
    name,
    key: ['riga'],
    columns: [...keys, ...own],
    constraints: [],
    // The index has the number too, so that sums read nothing else.
    indexes: [plainIndex(name, names, ` include (${ident(COUNTED)})`)],
  };
}

/** Returns each counted entity with the columns of each of its counts. */
const countsOf = (entities: Entity[]): { entity: Entity; names: string[] }[] =>
  entities.flatMap((entity) => entity.counts.map((names) => ({ entity, names })));

/** Returns the keepers of the counts, each with its table. */
export const countKeepers = (entities: Entity[]): [string, Keeper][] =>
  countsOf(entities).map(({ entity, names }) => [entity.table, countKeeper(entity, names)]);

export const countTables = (entities: Entity[]): Table[] =>
  countsOf(entities).map(({ entity, names }) => countTable(entity, names));

/** Folds the rows of equal values into one. Returns how many rows there are fewer. */
export async function foldCounts({ query }: Queryable, entities: Entity[]): Promise<number> {
  let fewer = 0;
  for (const { entity, names } of countsOf(entities)) {
    const counts = ident(countTableOf(entity, names));
    const { rows } = await query<{ fewer: number }>(`
      with removed as (
        delete from ${counts} where riga in (
          select riga from (select riga, count(*) over (partition by ${listed(names)}) as equal from ${counts}) c where equal > 1)
        returning ${listed(names)}, ${COUNTED}),
      folded as (
        insert into ${counts} (${listed(names)}, ${COUNTED})
        select ${listed(names)}, sum(${COUNTED}) from removed group by ${listed(names)} having sum(${COUNTED}) <> 0
        returning 1)
      select (select count(*) from removed)::int - (select count(*) from folded)::int as fewer`);
    fewer += onlyRow(rows).fewer;
  }
  return fewer;
}

/** Compares the counts with the rows. */
async function wrongCounts({ query }: Queryable, entities: Entity[]): Promise<Misses[]> {
  const found: Misses[] = [];
  for (const { entity, names } of countsOf(entities)) {
    const table = countTableOf(entity, names);
    const kept = `select ${listed(names)}, -sum(${COUNTED})::integer as ${COUNTED} from ${ident(table)} group by ${listed(names)}`;
    const { rows } = await query<{ rows: number }>(`
      select count(*)::int as rows from (
        select sum(${COUNTED}) as off from (${counting(entity, names, ident(entity.table))} union all ${kept}) c
        group by ${listed(names)}) d where off <> 0`);
    found.push({ table, rows: onlyRow(rows).rows });
  }
  return found.filter(({ rows }) => rows > 0);
}

/** Compares all kept values and counts with the rows. */
export const wrongKept = async (queryable: Queryable, entities: Entity[]): Promise<Misses[]> => [
  ...(await wrongCopies(queryable, entities)),
  ...(await wrongCounts(queryable, entities)),
];
