/** The outbox: mails and events are written in the transaction of the change they report, and sent after it. */

export { DELIVERY, type EventName, eventInsert, queueEvent, queueEventFrom } from './events.ts';
export { escapeHtml, isHtml, textOf } from './html-text.ts';
export { type Listed, type ListFrame, queueListed } from './lists.ts';
export { outboxCalls, sendAgainAct } from './outbox-calls.ts';
export { LINK, type Mail, queueMail, queueMails } from './queue.ts';
export { outboxRules } from './records.ts';
export { outboxRoutines } from './routines.ts';
export type { NoteError } from './sender.ts';
export { forgetMailServer, isSmtpSet } from './smtp-server.ts';
