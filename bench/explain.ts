/**
 * What PostgreSQL does for each call of `growth.ts` and `listed-calls.ts`: our own server is asked in this process, and
 * each statement that it sends is explained. A write is recorded once, and what is explained of it is rolled back.
 */
import { loadavg } from 'node:os';
import { type Database, openDatabase, type Queryable } from '../server/database/engine.ts';
import { GROWTH_CALLS, someOf } from './growth.ts';
import { type ListedCall, listedCalls } from './listed-calls.ts';
import { type RecordedCall, recordedStatements, renewed } from './recorded.ts';
import { SUPER_ADMIN } from './signed-in.ts';
import type { Statement } from './table-calls.ts';

/** Statements below this time are counted, but not printed. */
const SLOW_MS = 3;
/** A call is marked if one of its statements reads more rows for each that it returns, and more than a count with a cap. */
const [MOST_PER_ROW, MOST_COUNTED] = [100, 30_000];
const ROUNDS = 5;
/** Whole tables of fewer rows are not named: an index would be no faster. */
const SMALL_TABLE = 10_000;
/** The number of indexes that are named: those with the most rows. */
const NAMED = 2;
const EXPLAIN = 'explain (analyze, buffers, costs off, timing off, format json) ';

/** A node of a plan, as PostgreSQL writes it. */
interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Sort Space Type'?: string;
  'Temp Written Blocks'?: number;
  Plans?: PlanNode[];
}

interface Explained {
  Plan: PlanNode;
  'Planning Time': number;
  'Execution Time': number;
}

/** What a statement, or all statements of a call, did. */
interface Work {
  statements: number;
  milliseconds: number;
  planning: number;
  read: number;
  returned: number;
  /** Rows read by each index. */
  indexes: Map<string, number>;
  /** Rows read by reading the whole table. */
  scans: Map<string, number>;
  sorts: number;
  spills: number;
}

const nothing = (): Work => ({
  statements: 0,
  milliseconds: 0,
  planning: 0,
  read: 0,
  returned: 0,
  indexes: new Map(),
  scans: new Map(),
  sorts: 0,
  spills: 0,
});

const added = (all: Map<string, number>, name: string, rows: number): void =>
  void all.set(name, (all.get(name) ?? 0) + rows);

/** Adds the rows that one node and those below it have read. A bitmap's rows are those of its indexes. */
function addNode(work: Work, node: PlanNode): void {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = node;
  const perLoop =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const rows = perLoop * node['Actual Loops'];
  if (type.endsWith('Scan') && type !== 'Bitmap Heap Scan' && (table || index)) {
    work.read += rows;
    if (index) added(work.indexes, index, rows);
    else if (table && rows >= SMALL_TABLE) added(work.scans, table, rows);
  }
  if (type.endsWith('Sort')) work.sorts++;
  if (node['Sort Space Type'] === 'Disk') work.spills++;
  for (const child of node.Plans ?? []) addNode(work, child);
}

async function explained(queryable: Queryable, { text, values }: Statement): Promise<Work> {
  const { rows } = await queryable.query<{ 'QUERY PLAN': Explained[] }>(`${EXPLAIN}${text}`, values);
  const { Plan: plan, ...times } = rows[0]!['QUERY PLAN'][0]!;
  const work = nothing();
  addNode(work, plan);
  if (plan['Temp Written Blocks']) work.spills = Math.max(work.spills, 1);
  return {
    ...work,
    statements: 1,
    milliseconds: times['Execution Time'],
    planning: times['Planning Time'],
    returned: plan['Actual Rows'] * plan['Actual Loops'],
  };
}

function sumOf(all: Work[]): Work {
  const sum = nothing();
  for (const work of all) {
    for (const key of [
      'statements',
      'milliseconds',
      'planning',
      'read',
      'returned',
      'sorts',
      'spills',
    ] as const)
      sum[key] += work[key];
    for (const key of ['indexes', 'scans'] as const)
      for (const [name, rows] of work[key]) added(sum[key], name, rows);
  }
  return sum;
}

const isExplainable = ({ text }: Statement): boolean =>
  /^(\/\*.*?\*\/|\s)*(select|insert|update|delete|with)\b/i.test(text);

class Undone extends Error {}

/** Explains the statements of one call in turn, in a transaction that is rolled back. */
async function worksOf(database: Database, statements: Statement[]): Promise<Work[]> {
  const writes = statements.some(({ text }) => text === 'begin');
  const works: Work[] = [];
  const undo = database.transaction(async (inner) => {
    for (const statement of statements.filter(isExplainable)) {
      const values = writes ? renewed(statement.values) : statement.values;
      works.push(await explained(inner, { ...statement, values }));
    }
    throw new Undone();
  });
  await undo.catch((error) => {
    if (!(error instanceof Undone)) throw error;
  });
  return works;
}

/** Explains several times, because other programs on the machine only add to the time. */
async function quickest(database: Database, statements: Statement[]): Promise<Work[]> {
  let best = await worksOf(database, statements);
  for (let round = 1; round < ROUNDS; round++) {
    const next = await worksOf(database, statements);
    if (sumOf(next).milliseconds < sumOf(best).milliseconds) best = next;
  }
  return best;
}

interface Call extends RecordedCall {
  name: string;
}

/** The calls of our own pages, and the documented ones, which have an exact count. */
async function callsOf(database: Database, url: string): Promise<Call[]> {
  const some = await someOf(url);
  const ours: ListedCall[] = GROWTH_CALLS.map(({ name, user = SUPER_ADMIN, path }) => ({
    name,
    user,
    path: path(some),
  }));
  const documented = (await listedCalls(database)).filter(
    ({ path, user }) => !ours.some((call) => call.path === path && call.user === user),
  );
  const named = documented.map((call) => ({ ...call, name: `${call.name} (documented)` }));
  return [...ours, ...named].map(({ name, user, method, path, body }) => ({
    name,
    user,
    method,
    // A value that is there already would change nothing.
    request: (index) => ({ path, ...(body && { body: { ...body, note: `${name} ${index}` } }) }),
  }));
}

const KEYS = `
  select i.relname as name, t.relname || ' ' || substring(pg_get_indexdef(i.oid) from '\\(.*\\)') as keys
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid`;

type Naming = (index: string) => string;

/** Returns a function that names an index by its table and columns. */
async function namingOf(database: Queryable): Promise<Naming> {
  const { rows } = await database.query<{ name: string; keys: string }>(KEYS);
  const keys = new Map(rows.map((row) => [row.name, row.keys]));
  return (index) =>
    (keys.get(index) ?? index)
      .replace(/^(\w+?_conta)_\S+/, '$1')
      .replaceAll(' COLLATE "und-x-icu"', '')
      .replace(/ (NULLS LAST|INCLUDE \(\w+\))/g, '')
      .replaceAll('|', '\\|');
}

const whole = (rows: number): string => Math.round(rows).toLocaleString('en');
const most = (all: Map<string, number>): [string, number][] =>
  [...all]
    .filter(([, rows]) => rows > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, NAMED);

/** Says how the rows are found. */
function howOf({ indexes, scans, spills }: Work, naming: Naming): string {
  return [
    ...most(scans).map(([table, rows]) => `**whole table** ${table}: ${whole(rows)}`),
    ...most(indexes).map(([index, rows]) => `${naming(index)}: ${whole(rows)}`),
    ...(spills > 0 ? ['**sorted or hashed on disk**'] : []),
  ].join('; ');
}

const brief = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 160);

function printStatements(name: string, statements: Statement[], works: Work[], naming: Naming): void {
  for (const [index, work] of works.entries()) {
    if (work.milliseconds < SLOW_MS) continue;
    const { milliseconds, planning, read, returned, sorts } = work;
    console.log(`${name}: ${milliseconds.toFixed(1)} ms + ${planning.toFixed(1)} ms of planning`);
    console.log(
      `  ${whole(read)} rows read, ${whole(returned)} returned, ${sorts} sorts; ${howOf(work, naming)}`,
    );
    console.log(`  ${brief(statements[index]!.text)}`);
  }
}

const readsTooMuch = ({ read, returned }: Work): boolean =>
  read > Math.max(MOST_PER_ROW * returned, MOST_COUNTED);

function lineOf(name: string, works: Work[], naming: Naming): string {
  const sum = sumOf(works);
  const marked = works.some(readsTooMuch) ? ' **!**' : '';
  const cells = [
    `${name}${marked}`,
    String(sum.statements),
    sum.milliseconds.toFixed(1),
    `${whole(sum.read)} / ${whole(sum.returned)}`,
    howOf(sum, naming),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Prints the statements that take longest, and returns the table. */
export async function explainTable(url: string, folder: string): Promise<string> {
  const database = await openDatabase({ url, folder, log: { info: () => undefined, warn: console.error } });
  try {
    await database.query('analyze');
    const calls = await callsOf(database, url);
    const naming = await namingOf(database);
    const recorded = await recordedStatements(database, calls, folder);
    const lines: string[] = [];
    for (const [index, { name }] of calls.entries()) {
      const statements = recorded[index]!.filter(isExplainable);
      const works = await quickest(database, recorded[index]!);
      printStatements(name, statements, works, naming);
      lines.push(lineOf(name, works, naming));
    }
    return [
      `load average ${loadavg()[0]!.toFixed(1)}\n`,
      '| call | statements | ms | rows read / returned | whole tables; rows by index |',
      '|---|---|---|---|---|',
      ...lines,
    ].join('\n');
  } finally {
    await database.close();
  }
}
