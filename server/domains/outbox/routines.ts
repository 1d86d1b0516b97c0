/** The routines that send waiting mails at once and clean up every night. */

import { inBoth } from '../../jobs/in-both.ts';
import type { Routine } from '../../jobs/routine.ts';
import { expire, forgetOld } from './outbox-table.ts';
import { SENDING } from './queue.ts';
import { type NoteError, sendWaiting } from './sender.ts';
import { isSmtpSet, smtpServer } from './smtp-server.ts';

const LOOK_SECONDS = 15;

export const outboxRoutines = (noteError: NoteError): Routine[] => [
  {
    name: SENDING,
    title: { it: 'Invio della posta', en: 'Sending of mail' },
    every: { wake: true, lookEverySeconds: LOOK_SECONDS },
    async run({ context, log, goOn, signal, progress }) {
      const { database, setting } = context;
      const server = await smtpServer(database, setting);
      if (!server) return undefined;
      await expire(database, 'sending');
      const { stopped, ...counts } = await sendWaiting({
        database,
        server,
        noteError,
        log,
        goOn,
        signal,
        progress,
      });
      if (stopped) return inBoth('mail-run-stopped', { ...counts, reason: stopped });
      return counts.sent + counts.refused + counts.later > 0 ? inBoth('mail-run', { ...counts }) : undefined;
    },
  },
  {
    name: 'posta-riordino',
    title: { it: 'Pulizia della posta in uscita', en: 'Cleanup of outgoing mail' },
    every: { dailyAt: '03:20' },
    async run({ context: { database, setting } }) {
      const expired = await expire(database, isSmtpSet(setting) ? 'sending' : 'reading');
      return inBoth('mail-tidied', { expired, forgotten: await forgetOld(database) });
    },
  },
];
