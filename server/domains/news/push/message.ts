/** The message that a device displays: its news as text, in the user's language. */
import type { Language } from '../../../../schemas/language.ts';
import { type NewsLine, placeOf } from '../../../../schemas/news.ts';
import { type Sentence, say } from '../../../http/problem.ts';

export interface PushMessage {
  title: string;
  body: string;
  /** The path of the page that opens when the user presses the message. */
  path: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
}

/** If there are more news than this at the same time, one message contains all of them. */
const ONE_BY_ONE = 3;

const SENTENCES: Record<NewsLine['tipo'], Sentence> = {
  assegnato: 'push-assigned',
  stato: 'push-state',
  commento: 'push-comment',
  ritardo: 'push-late',
};

function messageOf(line: NewsLine, language: Language): PushMessage {
  const { id_odl, codice, descrizione, tipo, chi, stato } = line;
  const who = chi ?? say('push-system', language);
  return {
    title: [codice, descrizione].filter(Boolean).join(' · '),
    body: say(SENTENCES[tipo], language, { who, state: stato ?? '' }),
    path: `/dettaglio-odl/${id_odl}${placeOf(line)}`,
    tag: `odl-${id_odl}`,
  };
}

/** Returns the messages about these news, the oldest first. */
export function messagesOf(lines: NewsLine[], language: Language): PushMessage[] {
  if (lines.length <= ONE_BY_ONE) return lines.map((line) => messageOf(line, language));
  const body = say('push-several', language, { count: lines.length });
  return [{ title: 'Officina', body, path: '/home', tag: 'news' }];
}
