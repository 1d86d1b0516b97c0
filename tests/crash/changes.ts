/** Random changes of the rows whose values and counts the database keeps, as all kinds of writers make them. */
import { readSchemas } from '../../schemas/read-schemas.ts';
import { foldCounts, wrongKept } from '../../server/database/counts.ts';
import type { Queryable } from '../../server/database/engine.ts';

const { entities } = readSchemas();

const below = (limit: number): number => Math.floor(Math.random() * limit);

/** SQL of any row of a table. */
const any = (table: string): string =>
  `(select id from ${table} order by id limit 1 offset ${below(1000)} % (select count(*) from ${table}))`;

const NEW = `
  insert into odl (codice, descrizione, id_oggetto, id_stato, id_tipo_guasto, priorita, data_ins)
  select left(md5(random()::text), 20), 'Crash', `;

const CHANGES: (() => string)[] = [
  () =>
    `${NEW} ${any('oggetto')}, ${any('stato')}, ${any('odl_tipoguasto')}, 1, now() - ${below(900)} * interval '7 hours'`,
  () => `update odl set id_oggetto = ${any('oggetto')} where id = ${any('odl')}`,
  () =>
    `update odl set id_stato = ${any('stato')}, data_fine = now() - ${below(900)} * interval '5 hours' where id = ${any('odl')}`,
  () => `update odl set note = 'x' where id = ${any('odl')}`,
  () => `update oggetto set id_organizzazione = ${any('organizzazione')} where id = ${any('oggetto')}`,
  () => `update oggetto set id_reparto = ${any('reparto')}, note = 'x' where id = ${any('oggetto')}`,
  () => "delete from odl where id = (select max(id) from odl where descrizione = 'Crash')",
];
/** One in this many changes is followed by folding the counts. */
const FOLDED = 200;

export async function changeAnything(queryable: Queryable): Promise<void> {
  const change = CHANGES[below(CHANGES.length)];
  if (change) await queryable.query(change());
  if (below(FOLDED) === 0) await foldCounts(queryable, entities);
}

/** Returns what differs from a recount, in words; undefined for a database that was killed before it had a plant. */
export async function miscounted(queryable: Queryable): Promise<string | undefined> {
  const { rows } = await queryable.query<{ there: boolean }>(
    "select exists (select 1 from pg_trigger where tgname like 'kp_odl_%') as there",
  );
  if (!rows[0]?.there) return undefined;
  const found = await wrongKept(queryable, entities);
  return found.length > 0
    ? found.map((one) => `${one.table}: ${one.rows} rows differ`).join('; ')
    : undefined;
}
