/**
 * The code of a new intervention, like ODL-26-00042, counted per year of the plant. Codes are unique and rising. A
 * sequence counts without waiting, but refused writes leave gaps. For plants that allow no gaps, a counter row is
 * locked until the transaction ends.
 */

import type { SettingOf } from '../../../../schemas/access.ts';
import type { Transaction } from '../../../database/engine.ts';
import { lockFor } from '../../../database/lock.ts';
import { onlyRow } from '../../../database/rows.ts';

export const WITHOUT_GAPS = 'CodiciSenzaBuchi';

const PLACES = 5;

/** The highest number used in the year. */
const HIGHEST = `
  select coalesce(max(substring(codice from length($1::text) + 1)::int), 0) as valore
  from odl where codice like $1 || '%' and codice ~ ('^' || $1 || '[0-9]{1,9}$')`;
const IN_USE = 'select 1 from odl where lower(codice) = any($1::text[]) limit 1';

const prefixOf = (today: string): string => `ODL-${today.slice(2, 4)}-`;
const codeOf = (prefix: string, count: number): string => prefix + String(count).padStart(PLACES, '0');

async function highest(transaction: Transaction, prefix: string): Promise<number> {
  return onlyRow((await transaction.query<{ valore: number }>(HIGHEST, [prefix])).rows).valore;
}

async function areTaken(transaction: Transaction, prefix: string, numbers: number[]): Promise<boolean> {
  const codes = numbers.map((number) => codeOf(prefix, number).toLowerCase());
  const { rows } = await transaction.query(IN_USE, [codes]);
  return rows.length > 0;
}

interface Counted {
  numbers: number[];
  /** Whether one of the numbers is already used. */
  inUse: boolean;
}

/** Takes this many numbers. With `above`, all numbers are greater than that. */
type Count = (transaction: Transaction, prefix: string, many: number, above?: number) => Promise<Counted>;

const NEXT = `
  with counted as materialized (
    select nextval(to_regclass($1))::int as valore from generate_series(1, $2::int))
  select valore, exists (
    select 1 from odl o where lower(o.codice) = lower($3 || lpad(valore::text, greatest(${PLACES}, length(valore::text)), '0'))
  ) as preso from counted order by valore`;

/**
 * Creates the sequence, once a year and under a lock. `if not exists` checks again, because PostgreSQL caches
 * names.
 */
async function createSequence(transaction: Transaction, sequence: string, prefix: string): Promise<void> {
  await lockFor(transaction, sequence);
  const start = (await highest(transaction, prefix)) + 1;
  await transaction.query(`create sequence if not exists ${sequence} start ${start}`);
}

const bySequence: Count = async (transaction, prefix, many, above) => {
  const sequence = `odl_codice_${prefix.replaceAll(/\D/g, '')}`;
  const take = async (count: number) => {
    const values = [sequence, count, prefix];
    const { rows } = await transaction.query<{ valore: number | null; preso: boolean }>(NEXT, values);
    return rows.flatMap(({ valore, preso }) => (valore === null ? [] : { valore, preso }));
  };
  let taken = await take(many);
  if (taken.length === 0) {
    await createSequence(transaction, sequence, prefix);
    taken = await take(many);
  }
  // Skips all numbers at once that other codes use.
  const missing = (above ?? 0) - taken.at(-1)!.valore;
  if (missing > 0) taken = (await take(missing + many)).slice(-many);
  return { numbers: taken.map(({ valore }) => valore), inUse: taken.some(({ preso }) => preso) };
};

const COUNT_UP =
  'update contatore set valore = greatest(valore, $3::int) + $2::int where nome = $1 returning valore';
const START_COUNTER = 'insert into contatore (nome, valore) values ($1, $2) on conflict (nome) do nothing';

const byRow: Count = async (transaction, prefix, many, above = 0) => {
  const take = () => transaction.query<{ valore: number }>(COUNT_UP, [prefix, many, above]);
  let { rows } = await take();
  if (!rows[0]) {
    await transaction.query(START_COUNTER, [prefix, await highest(transaction, prefix)]);
    ({ rows } = await take());
  }
  const last = onlyRow(rows).valore;
  const numbers = Array.from({ length: many }, (_, index) => last - many + 1 + index);
  return { numbers, inUse: await areTaken(transaction, prefix, numbers) };
};

/** Returns this many codes in rising order. */
export async function nextCodes(
  transaction: Transaction,
  today: string,
  many: number,
  setting: SettingOf,
): Promise<string[]> {
  const [prefix, count] = [prefixOf(today), setting(WITHOUT_GAPS) === '1' ? byRow : bySequence];
  let counted = await count(transaction, prefix, many);
  while (counted.inUse) counted = await count(transaction, prefix, many, await highest(transaction, prefix));
  return counted.numbers.map((number) => codeOf(prefix, number));
}
