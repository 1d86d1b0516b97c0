/**
 * The outbox: a change writes one row in its transaction. Mails and events are made of it after the commit, stored,
 * and sent.
 */

export { changedRows, changeRules } from './changes.ts';
export { DELIVERY, type EventName, eventInsert, queueEvent, queueEventFrom } from './events.ts';
export { escapeHtml, isHtml, textOf } from './html-text.ts';
export { type Listed, type ListFrame, queueListed } from './lists.ts';
export { mailLanguage } from './mail-language.ts';
export { outboxCalls, sendAgainAct } from './outbox-calls.ts';
export { LINK, type Mail, queueMail, queueMails } from './queue.ts';
export { outboxRules } from './records.ts';
export { type Change, concerns, type Reporter } from './reporter.ts';
export { reportingRoutine } from './reporting.ts';
export { outboxRoutines } from './routines.ts';
export type { NoteError } from './sender.ts';
export { forgetMailServer, isSmtpSet } from './smtp-server.ts';
