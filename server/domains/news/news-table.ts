/** News as rows: what others did with a user's work. */
import type { Language } from '../../../schemas/entity.ts';
import { OVER_SQL } from '../../../schemas/interventions.ts';
import type { NewsKind, NewsLine } from '../../../schemas/news.ts';
import type { ListCondition } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import { onceCommitted } from '../../database/joined.ts';
import { ident, inLanguage, Values } from '../../database/sql.ts';
import { wake } from '../../jobs/wake.ts';

/** The routine that sends news to devices; see domains/news/push. */
export const PUSH = 'novita-avvisi';

export interface News {
  kind: NewsKind;
  intervention: number;
  user: number;
  /** The author's name; null for the server itself. */
  by: string | null;
  state?: number;
}

/** Says whether the user of a new row has a device for push messages. */
const SENT = 'exists (select 1 from dispositivo_avvisi d where d.id_utente = novita.id_utente) as sent';

/** Leaves out assignments of work that has already ended. */
const INSERT = `
  insert into novita (id_utente, tipo, id_odl, chi, id_stato)
  select u.id, n.tipo, n.id_odl, n.chi, n.id_stato
  from jsonb_to_recordset($1::jsonb) n(id_utente int, tipo text, id_odl int, chi text, id_stato int)
  join utente u on u.id = n.id_utente and u.attivo = 1 and u.sys = 0
  join odl o on o.id = n.id_odl join stato s on s.id = o.id_stato
  where n.tipo <> 'assegnato' or s.id_tipo_stato_odl not in ${OVER_SQL}
  returning ${SENT}`;

async function insertNews(queryable: Queryable, sql: string, values: unknown[]): Promise<void> {
  const { rows } = await queryable.query<{ sent: boolean }>(sql, values);
  if (rows.some(({ sent }) => sent)) onceCommitted(queryable, () => wake(PUSH));
}

export async function notify(queryable: Queryable, news: News[]): Promise<void> {
  if (news.length === 0) return;
  const rows = news.map(({ kind, intervention, user, by, state = null }) => ({
    ...{ id_utente: user, tipo: kind, id_odl: intervention, chi: by, id_stato: state },
  }));
  await insertNews(queryable, INSERT, [JSON.stringify(rows)]);
}

/** Writes news for the users in these columns of the intervention, each once, without the author. */
export async function notifyPeople(
  queryable: Queryable,
  { kind, intervention, by, columns, author }: Omit<News, 'user'> & { columns: string[]; author?: number },
): Promise<void> {
  const people = columns.map((column) => `o.${ident(column)}`).join(', ');
  await insertNews(
    queryable,
    `insert into novita (id_utente, tipo, id_odl, chi)
     select u.id, $2, o.id, $3 from odl o join utente u on u.id in (${people}) and u.attivo = 1 and u.sys = 0
     where o.id = $1 and u.id is distinct from $4::int
     returning ${SENT}`,
    [intervention, kind, by, author ?? null],
  );
}

const NEWEST = 50;

const visibility = (values: Values, visible: ListCondition | undefined): string =>
  visible ? `and (${values.fill(visible.sql, visible.values)})` : '';

/** SQL of the columns of a line. The alias `n` is the news with the intervention's code and description. */
const linesFrom = (news: string, language: Language): string =>
  `select n.id, n.tipo, n.id_odl, n.codice, n.descrizione, n.chi, ${inLanguage('s', 'descrizione', language)} as stato,
     n.creata, n.letta
   from (${news}) n left join stato s on s.id = n.id_stato`;

/** Returns the unread news among these ids, oldest first, without interventions that the user no longer sees. */
export async function unsentOf(
  queryable: Queryable,
  ids: number[],
  visible: ListCondition | undefined,
  language: Language,
): Promise<NewsLine[]> {
  const values = new Values();
  const unread = `select n.*, t.codice, t.descrizione from novita n join odl t on t.id = n.id_odl
    where n.id = any(${values.add(ids)}::bigint[]) and n.letta is null ${visibility(values, visible)}`;
  const { rows } = await queryable.query<NewsLine>(
    `${linesFrom(unread, language)} order by n.id`,
    values.list,
  );
  return rows;
}

/** Returns the newest news and the number of unread ones, without interventions that the user no longer sees. */
export async function newsOf(
  queryable: Queryable,
  user: number,
  visible: ListCondition | undefined,
  language: Language,
): Promise<{ rows: NewsLine[]; unread: number }> {
  const values = new Values();
  const from = `from novita n join odl t on t.id = n.id_odl where n.id_utente = ${values.add(user)}
    ${visibility(values, visible)}`;
  const newest = `select n.*, t.codice, t.descrizione ${from} order by n.id desc limit ${NEWEST}`;
  const { rows } = await queryable.query<NewsLine>(
    `${linesFrom(newest, language)} order by n.id desc`,
    values.list,
  );
  const counted = await queryable.query<{ count: number }>(
    `select count(*)::int as count ${from} and n.letta is null`,
    values.list,
  );
  return { rows, unread: counted.rows[0]?.count ?? 0 };
}

/** Marks news as read: one, or all up to the newest one displayed to the user. */
export async function markRead(
  queryable: Queryable,
  user: number,
  { id, upTo }: { id?: number; upTo?: number },
): Promise<void> {
  await queryable.query(
    `update novita set letta = now() where id_utente = $1 and letta is null
       and (id = $2::bigint or id <= $3::bigint)`,
    [user, id ?? null, upTo ?? null],
  );
}

/** Notifies technicians once of open work that has become late. Work that has been late for long is left out. */
export async function notifyLate(
  queryable: Queryable,
  over: string,
  { before, today }: { before: string; today: string },
): Promise<number> {
  const { count } = await queryable.query(
    `insert into novita (id_utente, tipo, id_odl)
     select t.id_tecnico, 'ritardo', t.id from odl t join stato s on s.id = t.id_stato
     join utente u on u.id = t.id_tecnico and u.attivo = 1
     where s.id_tipo_stato_odl not in ${over} and t.data_ordine < $1::timestamptz and t.data_ordine <> $2::timestamptz
       and t.data_ordine > now() - interval '3 days'
       and not exists (select 1 from novita n where n.id_odl = t.id and n.id_utente = t.id_tecnico
         and n.tipo = 'ritardo' and n.creata >= t.data_ordine)`,
    [before, today],
  );
  return count;
}

export async function forgetNews(queryable: Queryable, days: number): Promise<void> {
  await queryable.query('delete from novita where creata < now() - make_interval(days => $1)', [days]);
}
