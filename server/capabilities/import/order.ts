/**
 * The order in which a sheet's rows are written: parents first, whatever the order in the file. Has no side
 * effects.
 */
import type { Refusal } from '../../../schemas/validate.ts';

export interface KeyedRow {
  row: number;
  /** The code in the file; undefined if the row has none. */
  code: string | undefined;
  /** The parent's code. */
  above: string | undefined;
}

export interface Order {
  rows: number[];
  /** For each row, the row of its parent in this file. */
  above: Map<number, number>;
  refused: Map<number, Omit<Refusal, 'field'>>;
  /** The column that the refusal is about. */
  about: Map<number, 'key' | 'above'>;
}

const keyOf = (code: string): string => code.toLowerCase();

export function orderOf(rows: KeyedRow[]): Order {
  const byKey = new Map<string, KeyedRow>();
  const order: Order = { rows: [], above: new Map(), refused: new Map(), about: new Map() };
  for (const row of rows) {
    const first = row.code === undefined ? undefined : byKey.get(keyOf(row.code));
    if (first) {
      // The number of a row is its name: without a separator of thousands.
      order.refused.set(row.row, { rule: 'sheet-twice', params: { row: String(first.row) } });
      order.about.set(row.row, 'key');
    } else if (row.code !== undefined) byKey.set(keyOf(row.code), row);
  }
  const below = new Map<number, number[]>();
  const roots: number[] = [];
  for (const { row, above } of rows.filter((one) => !order.refused.has(one.row))) {
    const higher = above === undefined ? undefined : byKey.get(keyOf(above));
    if (!higher) roots.push(row);
    else {
      order.above.set(row, higher.row);
      below.set(higher.row, [...(below.get(higher.row) ?? []), row]);
    }
  }
  const reached = new Set<number>();
  const left = roots.toReversed();
  for (let row = left.pop(); row !== undefined; row = left.pop()) {
    reached.add(row);
    order.rows.push(row);
    left.push(...(below.get(row) ?? []).toReversed());
  }
  // Rows that no root reaches are in a cycle, or below one.
  const codes = new Map([...byKey.values()].map(({ row, code }) => [row, code ?? '']));
  for (const { row } of rows) {
    if (reached.has(row) || order.refused.has(row)) continue;
    order.refused.set(row, { rule: 'sheet-circle', params: { path: circleFrom(row, order.above, codes) } });
    order.about.set(row, 'above');
  }
  return order;
}

const PATH_MAX = 6;

/** Returns 'a → b → a', which ends at the first repetition. */
function circleFrom(row: number, above: Map<number, number>, codes: Map<number, string>): string {
  const visited: number[] = [];
  let at: number | undefined = row;
  while (at !== undefined && !visited.includes(at) && visited.length < PATH_MAX) {
    visited.push(at);
    at = above.get(at);
  }
  const names = [...visited, ...(at === undefined ? [] : [at])].map((one) => codes.get(one) ?? '?');
  return visited.length === PATH_MAX ? `${names.slice(0, PATH_MAX).join(' → ')} → …` : names.join(' → ');
}
