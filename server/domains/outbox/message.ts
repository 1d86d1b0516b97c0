/** Builds the mail of a row of the outbox. */
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
  /** The one-time link for the placeholder in the body. */
  collegamento: string | null;
}

const HIDDEN_LINK = { it: '[collegamento riservato al destinatario]', en: '[link for the recipient only]' };

type Linked = Pick<OutgoingMail, 'corpo' | 'collegamento'> & { genere: string | null };

/**
 * Returns the body with its link, or with a note that only the recipient gets the link. Only access mails have a
 * link.
 */
export const bodyOf = ({ corpo, genere, collegamento }: Linked, language: Language): string =>
  genere === 'accesso' ? corpo.replaceAll(LINK, () => collegamento ?? HIDDEN_LINK[language]) : corpo;

const htmlPage = (html: string): string =>
  /<html\b/i.test(html)
    ? html
    : `<!doctype html><html><head><meta charset="utf-8"></head><body>${html}</body></html>`;

const addressOf = ({ address, name = '' }: Mailbox) => ({ name, address });

/** Builds the message. It reads no URLs and no files, and no header contains text from users. */
export async function composeMessage(
  mail: OutgoingMail,
  from: Mailbox | undefined,
  { draft = false, language = 'it' }: { draft?: boolean; language?: Language } = {},
): Promise<Buffer> {
  const { destinatario, nome_destinatario, oggetto, formato, message_id: id, creata } = mail;
  const body = bodyOf(mail, language);
  const content =
    formato === 'html' ? { html: htmlPage(body), text: textOf(body) } : { text: body, html: undefined };
  // Loaded with the first mail, since the start of the server needs none.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js');
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
