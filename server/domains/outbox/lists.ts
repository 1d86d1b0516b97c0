/**
 * Collects notifications of the same time into one mail per recipient, which grows while more arrive. With one
 * notification it is a normal mail, with several it is a list.
 */
import { KnownMap } from '../../../schemas/known-map.ts';
import { type Mailbox, once, oneLine } from '../../../schemas/mailboxes.ts';
import type { Transaction } from '../../database/engine.ts';
import { cut } from '../../http/cut-text.ts';
import { wake } from '../../jobs/wake.ts';
import { SENDING, SUBJECT_LENGTH } from './queue.ts';

/** The number of seconds without additions after which a list is complete. */
const QUIET_SECONDS = 10;
/** The maximum number of lines in a mail. */
const MAX_LINES = 100;

/** The texts of a list; {count}, {list} and {more} are replaced. */
export interface ListFrame {
  subject: string;
  body: string;
  /** The text for a shortened list: {count} is the number of lines left out. */
  more: string;
}

export interface Listed {
  /** Notifications with the same name go into one list. */
  list: string;
  frame: ListFrame;
  to: Mailbox[];
  intervention: number;
  /** The line in the list, as HTML. */
  line: string;
  /** The text of the mail if there is only this notification. */
  subject: string;
  body: string;
}

interface Line {
  id: number;
  line: string;
}

interface List {
  key: string;
  to: Mailbox;
  items: [Listed, ...Listed[]];
}

interface OpenList {
  id: number;
  raccolta: string;
  quante: number;
  elenco: string;
}

const KEY_LENGTH = 500;

function listsOf(mails: Listed[]): List[] {
  const lists = new Map<string, List>();
  for (const mail of mails)
    for (const to of once(mail.to)) {
      const key = cut(`${mail.list} ${to.address.toLowerCase()}`, KEY_LENGTH);
      const list = lists.get(key);
      if (list) list.items.push(mail);
      else lists.set(key, { key, to, items: [mail] });
    }
  // All transactions lock the lists in the same order.
  return [...lists.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Returns the row of a list with these notifications added. */
function rowOf({ to, items }: List, { id, quante, elenco }: OpenList) {
  const lines: Line[] = JSON.parse(elenco);
  const count = quante + items.length;
  for (const { intervention, line } of items)
    if (lines.length < MAX_LINES) lines.push({ id: intervention, line });
  const [{ frame, subject, body, intervention }] = items;
  const withCount = (text: string, number: number): string => text.replaceAll('{count}', String(number));
  const more = count > lines.length ? withCount(frame.more, count - lines.length) : '';
  const list = `<ul>${lines.map(({ line }) => `<li>${line}</li>`).join('')}</ul>`;
  const isSingle = count === 1;
  return {
    id,
    address: to.address,
    name: to.name ?? null,
    count,
    lines: JSON.stringify(lines),
    intervention: isSingle ? intervention : null,
    subject: cut(oneLine(isSingle ? subject : withCount(frame.subject, count)), SUBJECT_LENGTH),
    // Texts of users are inserted last, so that a placeholder in them is not replaced.
    body: isSingle
      ? body
      : withCount(frame.body, count)
          .replace('{more}', () => more)
          .replace('{list}', () => list),
  };
}

/** Closes lists whose waiting time is over, whether or not they are sent. */
const COMPLETE = `update posta set raccolta = null where raccolta = any($1::text[]) and prossimo_tentativo <= clock_timestamp()`;
/** Creates an empty list for each missing key. Of two transactions the second adds to the list of the first. */
const CREATE = `
  insert into posta (creata, prossimo_tentativo, destinatario, oggetto, corpo, formato, genere, raccolta, quante, elenco)
  select now(), clock_timestamp() + interval '${QUIET_SECONDS} seconds', '', '', '', 'html', 'intervento', k, 0, '[]'
  from unnest($1::text[]) k order by k on conflict do nothing`;
const LOCK = `select id, raccolta, quante, elenco from posta where raccolta = any($1::text[]) order by raccolta for update`;
const WRITE = `
  update posta p set destinatario = m.address, nome_destinatario = m.name, oggetto = m.subject, corpo = m.body,
    id_odl = m.intervention, quante = m.count, elenco = m.lines, versione = p.versione + 1,
    prossimo_tentativo = clock_timestamp() + interval '${QUIET_SECONDS} seconds'
  from jsonb_to_recordset($1::jsonb) as m(id int, address text, name text, subject text, body text, intervention int,
    count int, lines text)
  where p.id = m.id`;

/** Locks the lists. If a list is sent before it is locked, a new one is created. */
async function lockLists(transaction: Transaction, keys: string[]): Promise<KnownMap<string, OpenList>> {
  const open = new KnownMap<string, OpenList>('lists of mails');
  for (let missing = keys; missing.length > 0; missing = keys.filter((key) => !open.has(key))) {
    await transaction.query(COMPLETE, [missing]);
    await transaction.query(CREATE, [missing]);
    const { rows } = await transaction.query<OpenList>(LOCK, [missing]);
    for (const row of rows) open.set(row.raccolta, row);
  }
  return open;
}

/** Adds notifications to their lists with a few statements. */
export async function queueListed(transaction: Transaction, mails: Listed[]): Promise<void> {
  const lists = listsOf(mails);
  if (lists.length === 0) return;
  const open = await lockLists(
    transaction,
    lists.map(({ key }) => key),
  );
  await transaction.query(WRITE, [JSON.stringify(lists.map((list) => rowOf(list, open.of(list.key))))]);
  transaction.afterCommit(() => wake(SENDING));
}
