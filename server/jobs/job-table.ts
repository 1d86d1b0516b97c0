/** The table of jobs: what waits is taken by one server at a time, and what a server left behind is told so. */

import type { Queryable } from '../database/engine.ts';
import { onlyRow } from '../database/rows.ts';
import type { Job, JobState } from './job.ts';

const SHOWN =
  'id, tipo, fase, risorsa, id_utente, lingua, stato, fatto, totale, messaggio, parametri, esito, file, creato, iniziato, finito';

const RECENT = 50;
/** A server that has said nothing of its job for so long does it no more. */
const SILENCE = '30 seconds';

const json = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

export interface NewJob {
  tipo: string;
  fase: string;
  risorsa: string;
  id_utente: number;
  lingua: string;
  stato: JobState;
  parametri: object;
  totale?: number;
}

export async function addJob(database: Queryable, job: NewJob): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `insert into lavoro (tipo, fase, risorsa, id_utente, lingua, stato, parametri, totale, finito)
     values ($1, $2, $3, $4, $5, $6, $7, $8, case when $6 = 'attesa' then null else now() end) returning id`,
    [
      job.tipo,
      job.fase,
      job.risorsa,
      job.id_utente,
      job.lingua,
      job.stato,
      json(job.parametri),
      job.totale ?? null,
    ],
  );
  return onlyRow(rows).id;
}

/** Another step of a job that is at rest; false when it is not. */
export async function queueAgain(
  database: Queryable,
  id: number,
  fase: string,
  parametri: object,
  lingua: string,
): Promise<boolean> {
  const { count } = await database.query(
    `update lavoro set stato = 'attesa', fase = $2, parametri = $3, lingua = $4, fatto = 0, totale = null, messaggio = null,
       esito = null, file = null, annullare = 0, accodato = now(), iniziato = null, finito = null
     where id = $1 and stato not in ('attesa', 'in_corso')`,
    [id, fase, json(parametri), lingua],
  );
  return count === 1;
}

export async function rememberJob(
  database: Queryable,
  id: number,
  parametri: object,
  messaggio: unknown,
  totale: number,
): Promise<void> {
  await database.query('update lavoro set parametri = $2, messaggio = $3, totale = $4 where id = $1', [
    id,
    json(parametri),
    json(messaggio),
    totale,
  ]);
}

export async function forgetJob(database: Queryable, id: number): Promise<void> {
  await database.query('delete from lavoro where id = $1', [id]);
}

/** Whosever it is. */
export async function anyJob(database: Queryable, id: number): Promise<Job | undefined> {
  return (await database.query<Job>(`select ${SHOWN} from lavoro where id = $1`, [id])).rows[0];
}

export async function findJob(database: Queryable, id: number, userId: number): Promise<Job | undefined> {
  const { rows } = await database.query<Job>(`select ${SHOWN} from lavoro where id = $1 and id_utente = $2`, [
    id,
    userId,
  ]);
  return rows[0];
}

export async function recentJobs(database: Queryable, userId: number): Promise<Job[]> {
  const { rows } = await database.query<Job>(
    `select ${SHOWN} from lavoro where id_utente = $1 order by id desc limit ${RECENT}`,
    [userId],
  );
  return rows;
}

export async function takeJob(database: Queryable, server: string): Promise<Job | undefined> {
  const { rows } = await database.query<Job>(
    `update lavoro set stato = 'in_corso', esecutore = $1, iniziato = now(), battito = now()
     where id = (select id from lavoro where stato = 'attesa' order by accodato, id limit 1 for update skip locked)
     returning ${SHOWN}`,
    [server],
  );
  return rows[0];
}

/** Whether somebody asked, perhaps of another server, that the job end; undefined when another has taken it over. */
export async function beat(
  database: Queryable,
  id: number,
  server: string,
  { fatto, totale }: Pick<Job, 'fatto' | 'totale'>,
): Promise<{ unwanted: boolean } | undefined> {
  const { rows } = await database.query<{ annullare: number }>(
    `update lavoro set fatto = $3, totale = $4, battito = now()
     where id = $1 and esecutore = $2 and stato = 'in_corso' returning annullare`,
    [id, server, fatto, totale],
  );
  return rows[0] && { unwanted: rows[0].annullare === 1 };
}

/** Writes nothing when another has taken it over. */
export async function endJob(
  database: Queryable,
  server: string,
  { id, stato, fatto, totale, messaggio, esito, file }: Job,
): Promise<void> {
  await database.query(
    `update lavoro set stato = $2, fatto = $3, totale = $4, messaggio = $5, esito = $6, file = $7,
       finito = now() where id = $1 and esecutore = $8 and stato = 'in_corso'`,
    [id, stato, fatto, totale, json(messaggio), json(esito), file, server],
  );
}

/** One that waits is this server's, who ends it: it is returned; one under way is told to end. */
export async function cancelJob(database: Queryable, id: number, server: string): Promise<Job | undefined> {
  const { rows } = await database.query<Job>(
    `update lavoro set annullare = 1, stato = 'in_corso', esecutore = $2, battito = now()
     where id = $1 and stato = 'attesa' returning ${SHOWN}`,
    [id, server],
  );
  if (rows.length === 0)
    await database.query("update lavoro set annullare = 1 where id = $1 and stato = 'in_corso'", [id]);
  return rows[0];
}

/**
 * Takes over jobs under way that nobody does any more, also this server's own whose end could not be written, so that
 * one server says what became of them. `running` is the one that it is at; a job just taken is not silent yet. With
 * `others`, what any other server has under way counts, however lately that was heard of. What was under way when a
 * backup was made has nobody who does it.
 */
export async function orphans(
  database: Queryable,
  server: string,
  { running, others }: { running: number | undefined; others: boolean },
): Promise<Job[]> {
  const { rows } = await database.query<Job>(
    `update lavoro set esecutore = $1, battito = now()
     where stato = 'in_corso' and id is distinct from $2::int
       and (coalesce(battito < now() - interval '${SILENCE}', true) or ($3 and esecutore <> $1))
     returning ${SHOWN}`,
    [server, running ?? null, others],
  );
  return rows;
}

/** The jobs of a kind that have been remembered long enough. */
export async function forgetJobs(database: Queryable, kind: string, days: number): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `delete from lavoro where tipo = $1 and stato not in ('attesa', 'in_corso')
       and coalesce(finito, creato) < now() - make_interval(days => $2::int) returning id`,
    [kind, days],
  );
  return rows.map(({ id }) => id);
}
