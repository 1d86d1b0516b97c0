/**
 * What is made at once is told at once: one mail for each recipient, which takes up more for as long as more comes. Of
 * one thing alone it is the letter about it; of several it is a list.
 */
import { KnownMap } from '../../../schemas/known-map.ts';
import { type Mailbox, once, oneLine } from '../../../schemas/mailboxes.ts';
import type { Transaction } from '../../database/engine.ts';
import { cut } from '../../http/cut.ts';
import { wake } from '../../jobs/wake.ts';
import { SENDING, SUBJECT_LENGTH } from './queue.ts';

/** A list that nothing was added to for so long is complete. */
const QUIET_SECONDS = 10;
/** A longer list nobody reads. */
const MOST = 100;

/** How several are told; {count}, {list} and {more} are filled in. */
export interface ListFrame {
  subject: string;
  body: string;
  /** When not all are listed: {count} are left. */
  more: string;
}

export interface Listed {
  /** What is told together has the same. */
  list: string;
  frame: ListFrame;
  to: Mailbox[];
  intervention: number;
  /** In the list, as HTML. */
  line: string;
  /** Alone. */
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

interface Open {
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
  // Everybody holds them in the same order.
  return [...lists.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** As it is with these added. */
function written({ to, items }: List, { id, quante, elenco }: Open) {
  const lines: Line[] = JSON.parse(elenco);
  const count = quante + items.length;
  for (const { intervention, line } of items) if (lines.length < MOST) lines.push({ id: intervention, line });
  const [{ frame, subject, body, intervention }] = items;
  const filled = (text: string, number: number): string => text.replaceAll('{count}', String(number));
  const more = count > lines.length ? filled(frame.more, count - lines.length) : '';
  const list = `<ul>${lines.map(({ line }) => `<li>${line}</li>`).join('')}</ul>`;
  const alone = count === 1;
  return {
    id,
    address: to.address,
    name: to.name ?? null,
    count,
    lines: JSON.stringify(lines),
    intervention: alone ? intervention : null,
    subject: cut(oneLine(alone ? subject : filled(frame.subject, count)), SUBJECT_LENGTH),
    // What people have written comes last: a marker in it is theirs.
    body: alone
      ? body
      : filled(frame.body, count)
          .replace('{more}', () => more)
          .replace('{list}', () => list),
  };
}

/** One that has waited for long enough takes up nothing any more, sent or not. */
const COMPLETE = `update posta set raccolta = null where raccolta = any($1::text[]) and prossimo_tentativo <= clock_timestamp()`;
/** An empty one for each that is not there: of two who begin it, the second adds to the first. */
const BEGIN = `
  insert into posta (creata, prossimo_tentativo, destinatario, oggetto, corpo, formato, genere, raccolta, quante, elenco)
  select now(), clock_timestamp() + interval '${QUIET_SECONDS} seconds', '', '', '', 'html', 'intervento', k, 0, '[]'
  from unnest($1::text[]) k order by k on conflict do nothing`;
const HOLD = `select id, raccolta, quante, elenco from posta where raccolta = any($1::text[]) order by raccolta for update`;
const WRITE = `
  update posta p set destinatario = m.address, nome_destinatario = m.name, oggetto = m.subject, corpo = m.body,
    id_odl = m.intervention, quante = m.count, elenco = m.lines, versione = p.versione + 1,
    prossimo_tentativo = clock_timestamp() + interval '${QUIET_SECONDS} seconds'
  from jsonb_to_recordset($1::jsonb) as m(id int, address text, name text, subject text, body text, intervention int,
    count int, lines text)
  where p.id = m.id`;

/** One may be sent between the look and the hand on it: then another is begun. */
async function held(transaction: Transaction, keys: string[]): Promise<KnownMap<string, Open>> {
  const open = new KnownMap<string, Open>('lists of mails');
  for (let missing = keys; missing.length > 0; missing = keys.filter((key) => !open.has(key))) {
    await transaction.query(COMPLETE, [missing]);
    await transaction.query(BEGIN, [missing]);
    const { rows } = await transaction.query<Open>(HOLD, [missing]);
    for (const row of rows) open.set(row.raccolta, row);
  }
  return open;
}

/** Several are added together, in a few statements. */
export async function queueListed(transaction: Transaction, mails: Listed[]): Promise<void> {
  const lists = listsOf(mails);
  if (lists.length === 0) return;
  const open = await held(
    transaction,
    lists.map(({ key }) => key),
  );
  await transaction.query(WRITE, [JSON.stringify(lists.map((list) => written(list, open.of(list.key))))]);
  transaction.afterCommit(() => wake(SENDING));
}
