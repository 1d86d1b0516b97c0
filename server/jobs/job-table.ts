/** The table of jobs. One server at a time takes a waiting job. Unfinished jobs of dead servers are marked. */

import type { JobState } from '../../schemas/job.ts';
import type { Queryable } from '../database/engine.ts';
import { onlyRow } from '../database/rows.ts';
import type { Job } from './job.ts';

const COLUMNS =
  'id, tipo, fase, risorsa, id_utente, lingua, stato, fatto, totale, messaggio, parametri, esito, file, parti, creato, iniziato, finito';

const SELECT = `select ${COLUMNS} from lavoro`;

const RECENT = 50;
/** The time without a heartbeat after which a server counts as dead. */
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

/** Queues the next step of an idle job. Returns false if the job is not idle. */
export async function queueAgain(
  database: Queryable,
  id: number,
  fase: string,
  parametri: object,
  lingua: string,
): Promise<boolean> {
  const { count } = await database.query(
    `update lavoro set stato = 'attesa', fase = $2, parametri = $3, lingua = $4, fatto = 0, totale = null, messaggio = null,
       esito = null, file = null, parti = null, annullare = 0, accodato = now(), iniziato = null, finito = null
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

/** Finds a job of any user. */
export async function anyJob(database: Queryable, id: number): Promise<Job | undefined> {
  return (await database.query<Job>(`${SELECT} where id = $1`, [id])).rows[0];
}

export async function findJob(database: Queryable, id: number, userId: number): Promise<Job | undefined> {
  const job = await anyJob(database, id);
  return job?.id_utente === userId ? job : undefined;
}

export async function recentJobs(database: Queryable, userId: number): Promise<Job[]> {
  const { rows } = await database.query<Job>(
    `${SELECT} where id_utente = $1 order by id desc limit ${RECENT}`,
    [userId],
  );
  return rows;
}

export async function takeJob(database: Queryable, server: string): Promise<Job | undefined> {
  const { rows } = await database.query<Job>(
    `update lavoro set stato = 'in_corso', esecutore = $1, iniziato = now(), battito = now()
     where id = (select id from lavoro where stato = 'attesa' order by accodato, id limit 1 for update skip locked)
     returning ${COLUMNS}`,
    [server],
  );
  return rows[0];
}

/**
 * Returns whether someone cancelled the job, perhaps on another server. Returns undefined if another server has the
 * job.
 */
export async function beat(
  database: Queryable,
  id: number,
  server: string,
  { fatto, totale }: Pick<Job, 'fatto' | 'totale'>,
): Promise<{ cancelled: boolean } | undefined> {
  const { rows } = await database.query<{ annullare: number }>(
    `update lavoro set fatto = $3, totale = $4, battito = now()
     where id = $1 and esecutore = $2 and stato = 'in_corso' returning annullare`,
    [id, server, fatto, totale],
  );
  return rows[0] && { cancelled: rows[0].annullare === 1 };
}

/** Writes the result, unless another server has the job. */
export async function endJob(
  database: Queryable,
  server: string,
  { id, stato, fatto, totale, messaggio, esito, file }: Job,
): Promise<void> {
  await database.query(
    `update lavoro set stato = $2, fatto = $3, totale = $4, messaggio = $5, esito = $6, file = $7,
       parti = case when $7::text is null then null else parti end, finito = now()
     where id = $1 and esecutore = $8 and stato = 'in_corso'`,
    [id, stato, fatto, totale, json(messaggio), json(esito), file, server],
  );
}

/** Adds a part of the job's result to its row. */
export async function addPart(database: Queryable, id: number, hash: string): Promise<void> {
  await database.query(
    `update lavoro set parti = coalesce(parti, '[]') || to_jsonb($2::text) where id = $1`,
    [id, hash],
  );
}

/**
 * Cancels a job. A waiting job is claimed and returned, and the caller ends it. A running job is marked as
 * cancelled.
 */
export async function cancelJob(database: Queryable, id: number, server: string): Promise<Job | undefined> {
  const { rows } = await database.query<Job>(
    `update lavoro set annullare = 1, stato = 'in_corso', esecutore = $2, battito = now()
     where id = $1 and stato = 'attesa' returning ${COLUMNS}`,
    [id, server],
  );
  if (rows.length === 0)
    await database.query("update lavoro set annullare = 1 where id = $1 and stato = 'in_corso'", [id]);
  return rows[0];
}

/**
 * Takes over running jobs without a heartbeat, also this server's own whose outcome could not be written, so that one
 * server writes their outcome. `running` is excluded: it runs here. With `others`, takes over all jobs of other
 * servers, regardless of their heartbeat. Jobs that ran when a backup was made have no server.
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
     returning ${COLUMNS}`,
    [server, running ?? null, others],
  );
  return rows;
}

/** Deletes jobs of a kind that are older than their retention. Returns the parts of their results. */
export async function forgetJobs(database: Queryable, kind: string, days: number): Promise<string[]> {
  const { rows } = await database.query<{ parti: string[] | null }>(
    `delete from lavoro where tipo = $1 and stato not in ('attesa', 'in_corso')
       and coalesce(finito, creato) < now() - make_interval(days => $2::int) returning parti`,
    [kind, days],
  );
  return rows.flatMap(({ parti }) => parti ?? []);
}
