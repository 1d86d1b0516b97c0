/** A row of the outbox as the mail it is. */
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Language } from '../../../schemas/entity.ts';
import type { Mailbox } from '../../../schemas/mailboxes.ts';
import { textOf } from './html-text.ts';
import { LINK } from './queue.ts';

export interface OutgoingMail {
  id: number;
  creata: string;
  destinatario: string;
  nome_destinatario: string | null;
  oggetto: string;
  corpo: string;
  formato: 'testo' | 'html';
  genere: string;
  message_id: string | null;
  /** The one-time link that the body leaves a place for. */
  collegamento: string | null;
}

const UNREAD = { it: '[collegamento riservato al destinatario]', en: '[link for the recipient only]' };

type Linked = Pick<OutgoingMail, 'corpo' | 'collegamento'> & { genere: string | null };

/** The body with its link, or with what says that it is not for the reader; no other mail has a place for one. */
export const bodyOf = ({ corpo, genere, collegamento }: Linked, language: Language): string =>
  genere === 'accesso' ? corpo.replaceAll(LINK, () => collegamento ?? UNREAD[language]) : corpo;

const page = (html: string): string =>
  /<html\b/i.test(html)
    ? html
    : `<!doctype html><html><head><meta charset="utf-8"></head><body>${html}</body></html>`;

const addressOf = ({ address, name = '' }: Mailbox) => ({ name, address });

/** Nothing of a body is fetched or read from a disk, and no header comes from what people have typed. */
export function composed(
  mail: OutgoingMail,
  from: Mailbox | undefined,
  { draft = false, language = 'it' }: { draft?: boolean; language?: Language } = {},
): Promise<Buffer> {
  const { destinatario, nome_destinatario, oggetto, formato, message_id: id, creata } = mail;
  const body = bodyOf(mail, language);
  const content =
    formato === 'html' ? { html: page(body), text: textOf(body) } : { text: body, html: undefined };
  return new MailComposer({
    ...content,
    ...(from && { from: addressOf(from) }),
    to: addressOf({ address: destinatario, name: nome_destinatario ?? undefined }),
    subject: oggetto,
    messageId: id ? `<${id}>` : `<posta-${mail.id}@officina.invalid>`,
    date: new Date(creata),
    headers: {
      ...(draft && { 'X-Unsent': '1' }),
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
