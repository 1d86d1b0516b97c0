/** The table of routines. One server at a time runs a routine. Another server takes it over if the heartbeat stops. */
import type { Text } from '../../schemas/entity.ts';
import type { Queryable } from '../database/engine.ts';

const STORED_RUNS = 200;

export type RunState = 'fatta' | 'errore' | 'interrotta';

export interface DeclaredRoutine {
  name: string;
  title: Text;
  /** The time when a new routine begins, and the latest time at which an existing one is due. */
  first: Date;
  next: Date;
}

export async function declareRoutines(database: Queryable, routines: DeclaredRoutine[]): Promise<void> {
  const names = routines.map(({ name }) => name);
  const removed = 'nome <> all($1::text[])';
  await database.query(
    `delete from attivita_esecuzione where id_attivita in (select id from attivita where ${removed})`,
    [names],
  );
  await database.query(`delete from attivita where ${removed}`, [names]);
  for (const { name, title, first, next } of routines)
    await database.query(
      `insert into attivita (nome, titolo, traduzioni, stato, prossima) values ($1, $2, $3, 'attesa', $4)
       on conflict (lower(nome)) do update set titolo = excluded.titolo, traduzioni = excluded.traduzioni,
         prossima = least(attivita.prossima, $5)
       where (attivita.titolo, attivita.traduzioni) is distinct from (excluded.titolo, excluded.traduzioni)
         or attivita.prossima > $5`,
      [name, title.it, JSON.stringify(title), first, next],
    );
}

/** Releases all running routines, for an engine that is the only server. */
export async function leaveAll(database: Queryable): Promise<void> {
  await database.query("update attivita set battito = null where stato = 'in_corso'");
}

export interface Claimed {
  id: number;
  nome: string;
  errori: number;
  /** The start of the run that a dead server has left; null if there is none. */
  lasciata: string | null;
}

/** Claims a routine: one that is due, or was woken and is not paused after a failure, or belongs to a dead server. */
export async function claimRoutine(
  database: Queryable,
  server: string,
  { names, woken, silence }: { names: string[]; woken: string[]; silence: number },
): Promise<Claimed | undefined> {
  const { rows } = await database.query<Claimed>(
    `with dovuta as (
       select id, case when stato = 'in_corso' then inizio end as lasciata from attivita
       where nome = any($2::text[]) and (
         (stato <> 'in_corso' and (prossima <= now() or (errori = 0 and nome = any($3::text[]))))
         or (stato = 'in_corso' and coalesce(battito < now() - make_interval(secs => $4::int), true)))
       order by prossima limit 1 for update skip locked)
     update attivita a set stato = 'in_corso', esecutore = $1, inizio = now(), fine = null, battito = now(),
       fatto = 0, totale = null
     from dovuta d where a.id = d.id returning a.id, a.nome, a.errori, d.lasciata`,
    [server, names, woken, silence],
  );
  return rows[0];
}

/** Writes a heartbeat. Returns false if another server has the routine. */
export async function beatRoutine(
  database: Queryable,
  id: number,
  server: string,
  { done, total }: { done: number; total?: number },
): Promise<boolean> {
  const { count } = await database.query(
    'update attivita set battito = now(), fatto = $3, totale = $4 where id = $1 and esecutore = $2',
    [id, server, done, total ?? null],
  );
  return count === 1;
}

export interface RoutineEnd {
  state: 'attesa' | 'errore';
  failures: number;
  next: Date;
  /** The message; undefined leaves the last one. */
  message?: Text;
}

/** Writes the end and returns the start, or undefined if another server has the routine. */
export async function endRoutine(
  database: Queryable,
  id: number,
  server: string,
  { state, failures, next, message }: RoutineEnd,
): Promise<string | undefined> {
  const { rows } = await database.query<{ inizio: string }>(
    `update attivita set stato = $3, errori = $4, prossima = $5, fine = now(), esecutore = null,
       messaggio = coalesce($6, messaggio), messaggio_traduzioni = coalesce($7::jsonb, messaggio_traduzioni)
     where id = $1 and esecutore = $2 returning inizio`,
    [id, server, state, failures, next, message?.it ?? null, message ? JSON.stringify(message) : null],
  );
  return rows[0]?.inizio;
}

export async function recordRun(
  database: Queryable,
  id: number,
  { began, state, message }: { began: string; state: RunState; message: Text },
): Promise<void> {
  await database.query(
    `insert into attivita_esecuzione (id_attivita, inizio, fine, stato, messaggio, traduzioni)
     values ($1, $2, now(), $3, $4, $5)`,
    [id, began, state, message.it, JSON.stringify(message)],
  );
  await database.query(
    `delete from attivita_esecuzione where id_attivita = $1 and id <=
       (select id from attivita_esecuzione where id_attivita = $1 order by id desc offset ${STORED_RUNS} limit 1)`,
    [id],
  );
}

/** Makes a routine due now and returns its name, or undefined if it is running or missing. */
export async function scheduleNow(database: Queryable, id: number): Promise<string | undefined> {
  const { rows } = await database.query<{ nome: string }>(
    "update attivita set prossima = now() where id = $1 and stato <> 'in_corso' returning nome",
    [id],
  );
  return rows[0]?.nome;
}
