/** The changes to a record while its page is open: /<resource>/<id>/novita, a stream of events. */
import type { Identifier } from 'react-admin';
import { session } from './session.ts';

export interface News {
  /** The current version of the record; null if something below it changed, or if it was deleted. */
  versione: number | null;
  eliminato: 0 | 1;
  id_usr_ultima_mod: number | null;
  usr_ultima_mod: string | null;
}

const EVENT_END = '\n\n';
const DATA = 'data: ';

/** Returns the complete events at the start of a text, and the rest of the text. */
export function eventsIn(text: string): { news: News[]; rest: string } {
  const parts = text.split(EVENT_END);
  const rest = parts.pop()!;
  const news = parts
    .filter((part) => part.startsWith(DATA))
    .map((part) => JSON.parse(part.slice(DATA.length)));
  return { news, rest };
}

/**
 * Follows a record. Resolves when the server ends the stream, which the caller then opens again. Rejects if there
 * is no stream. If the record is newer than the given version, this is reported at once.
 */
export async function followRecord(
  resource: string,
  id: Identifier,
  version: number,
  onNews: (news: News) => void,
  signal: AbortSignal,
): Promise<void> {
  const token = await session.accessToken();
  const reply = await fetch(`/api/cmms/${resource}/${id}/novita?versione=${version}`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    signal,
  });
  if (!reply.ok || !reply.body) throw new Error(`news: ${reply.status}`);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const { news, rest } = eventsIn(text + value);
    text = rest;
    for (const item of news) onNews(item);
  }
}
