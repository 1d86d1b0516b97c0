/** The rows of a statement in portions, read through a named cursor. */
import type { Queryable } from './database.ts';

let cursors = 0;

/**
 * Yields the rows. A held cursor outlives its transaction, so that others may use the session between two portions.
 */
export async function* portionsOf<R>(
  { query }: Queryable,
  { text, values, held }: { text: string; values: unknown[]; held: boolean },
  size: number,
): AsyncGenerator<R[]> {
  cursors += 1;
  const name = `portions_${cursors}`;
  await query(`declare ${name} no scroll cursor ${held ? 'with hold ' : ''}for ${text}`, values);
  try {
    for (;;) {
      const { rows } = await query<R>(`fetch ${Math.trunc(size)} from ${name}`);
      if (rows.length > 0) yield rows;
      if (rows.length < size) return;
    }
  } finally {
    await query(`close ${name}`).catch(() => undefined);
  }
}
