/** The code of a new intervention: ODL-26-00042, counted by the year of the plant. */
import type { Transaction } from '../../database/engine.ts';

/** Once a year, and in a plant that has interventions already: above those that there are. */
const BEGIN = `
  insert into contatore (nome, valore)
  select $1, coalesce(max(substring(codice from length($1) + 1)::int), 0)
  from odl where codice like $1 || '%' and codice ~ ('^' || $1 || '[0-9]{1,9}$')
  on conflict (nome) do nothing`;

/** The row is held until the transaction ends: two at once wait for each other, and get two numbers. */
const NEXT = `
  update contatore set valore = valore + 1 where nome = $1
  returning valore, exists (
    select 1 from odl where lower(codice) = lower($1 || lpad((valore)::text, greatest(5, length(valore::text)), '0'))
  ) as preso`;

const PLACES = 5;

const NEXT_MANY = 'update contatore set valore = valore + $2::int where nome = $1 returning valore';
const TAKEN = 'select 1 from odl where lower(codice) = any($1::text[]) limit 1';

const codeOf = (prefix: string, count: number): string => prefix + String(count).padStart(PLACES, '0');

/** So many at once; none when one of them is somebody's already, and each must be looked for by itself. */
export async function nextCodes(transaction: Transaction, today: string, many: number): Promise<string[]> {
  const prefix = `ODL-${today.slice(2, 4)}-`;
  const take = () => transaction.query<{ valore: number }>(NEXT_MANY, [prefix, many]);
  let { rows } = await take();
  if (!rows[0]) {
    await transaction.query(BEGIN, [prefix]);
    ({ rows } = await take());
  }
  const last = rows[0]!.valore;
  const codes = Array.from({ length: many }, (_, index) => codeOf(prefix, last - many + 1 + index));
  const taken = await transaction.query(TAKEN, [codes.map((code) => code.toLowerCase())]);
  return taken.rows.length === 0 ? codes : [];
}

export async function nextCode(transaction: Transaction, today: string): Promise<string> {
  const prefix = `ODL-${today.slice(2, 4)}-`;
  for (;;) {
    const { rows } = await transaction.query<{ valore: number; preso: boolean }>(NEXT, [prefix]);
    const [counted] = rows;
    if (counted && !counted.preso) return codeOf(prefix, counted.valore);
    if (!counted) await transaction.query(BEGIN, [prefix]);
  }
}
