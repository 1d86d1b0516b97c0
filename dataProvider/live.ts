/** What becomes of a record while a page shows it: /<resource>/<id>/novita, read as it comes. */
import type { Identifier } from 'react-admin';
import { session } from './session.ts';

export interface News {
  /** Of the record as it is now; null when what changed hangs on it, or it is gone. */
  versione: number | null;
  eliminato: 0 | 1;
  id_usr_ultima_mod: number | null;
  usr_ultima_mod: string | null;
}

const EVENT_END = '\n\n';
const DATA = 'data: ';

/** The whole events in a text that grows, and what is left of it. */
export function eventsIn(text: string): { news: News[]; rest: string } {
  const parts = text.split(EVENT_END);
  const rest = parts.pop()!;
  const news = parts
    .filter((part) => part.startsWith(DATA))
    .map((part) => JSON.parse(part.slice(DATA.length)));
  return { news, rest };
}

/**
 * Resolves when the server ends the line, which is then to be asked for again; rejects when there is none. What is newer
 * than the version that is shown is heard at once.
 */
export async function followRecord(
  resource: string,
  id: Identifier,
  version: number,
  hear: (news: News) => void,
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
    for (const one of news) hear(one);
  }
}
