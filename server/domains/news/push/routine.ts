/**
 * Sends news to the devices of their users, each once: the bell still shows news that do not arrive. During the
 * plant's quiet hours news wait; at their end, those still unread are sent.
 */
import type { SettingOf } from '../../../../schemas/access.ts';
import type { Queryable } from '../../../database/engine.ts';
import type { Context } from '../../../http/call.ts';
import { stillActive } from '../../../jobs/background.ts';
import { inBoth } from '../../../jobs/in-both.ts';
import type { Routine } from '../../../jobs/routine.ts';
import type { Accounts } from '../../../plant/accounts.ts';
import { localTime } from '../../../plant/plant-time.ts';
import { PUSH, unsentOf } from '../news-table.ts';
import { devicesOf, noteFailure, noteSent, type PushDevice } from './devices.ts';
import { messagesOf } from './message.ts';
import { type Sender, sendPush } from './send.ts';
import { vapidKeys } from './vapid.ts';

export interface PushParts {
  accounts: Pick<Accounts, 'find'>;
  /** Whether addresses in the internal network are allowed. */
  inside: boolean;
  /** Returns the plant's own address, which is sent to the push services. */
  address(setting: SettingOf): string;
  visible(context: Context): { sql: string; values: unknown[] } | undefined;
}

const NOBODY = 'mailto:officina@localhost.localdomain';

/** Returns whether it is a quiet hour now. Quiet hours may include midnight. */
export function isQuiet(setting: SettingOf, now = new Date()): boolean {
  const [from, to] = [setting('AvvisiSilenzioDalle'), setting('AvvisiSilenzioAlle')];
  if (!from || !to || from === to) return false;
  const time = localTime(now.toISOString(), setting).slice(11, 16);
  return from < to ? time >= from && time < to : time >= from || time < to;
}

/** Marks news as sent before they are sent, for users with a device. Returns them by user. */
async function claim(queryable: Queryable): Promise<Map<number, number[]>> {
  const { rows } = await queryable.query<{ id: number; user: number }>(
    `update novita n set avvisata = now()
     from (select id_utente, min(creato) as since from dispositivo_avvisi group by id_utente) d
     where d.id_utente = n.id_utente and n.avvisata is null
       and n.creata > now() - interval '1 day' and n.creata >= d.since
     returning n.id::int as id, n.id_utente as user`,
  );
  const byUser = new Map<number, number[]>();
  for (const { id, user } of rows) byUser.set(user, [...(byUser.get(user) ?? []), id]);
  return byUser;
}

async function sendTo(
  queryable: Queryable,
  device: PushDevice,
  lines: Lines,
  sender: Sender,
): Promise<number> {
  let sent = 0;
  for (const message of messagesOf(await lines(device.language), device.language)) {
    const outcome = await sendPush(device, message, sender);
    if (outcome === 'sent') {
      await noteSent(queryable, device.id);
      sent++;
    } else {
      await noteFailure(queryable, device.id, outcome === 'gone');
      break;
    }
  }
  return sent;
}

type Lines = (language: PushDevice['language']) => ReturnType<typeof unsentOf>;

export const pushRoutine = ({ accounts, inside, address, visible }: PushParts): Routine => ({
  name: PUSH,
  title: { it: 'Avvisi sui dispositivi', en: 'Messages to devices' },
  every: { wake: true, lookEverySeconds: 15 },
  async run(work) {
    const { context, signal } = work;
    const { database, setting } = context;
    if (isQuiet(setting)) return undefined;
    const byUser = await claim(database);
    if (byUser.size === 0) return undefined;
    const own = address(setting);
    const subject = own.startsWith('https:') ? own : NOBODY;
    const sender: Sender = { keys: await vapidKeys(database), subject, inside, signal };
    let count = 0;
    for (const [id, news] of byUser) {
      work.goOn();
      const user = await stillActive(accounts, id);
      if (!user) continue;
      const condition = visible({ ...context, user });
      const lines: Lines = (language) => unsentOf(database, news, condition, language);
      for (const device of await devicesOf(database, id))
        count += await sendTo(database, device, lines, sender);
    }
    return count > 0 ? inBoth('push-tally', { count }) : undefined;
  },
});
