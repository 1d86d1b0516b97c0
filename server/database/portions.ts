/** The rows of a statement, portion by portion, through a cursor of this name. */
import type { Queryable } from './database.ts';

let cursors = 0;

/** Held, it outlives its transaction, so that between two portions others may use the session. */
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
