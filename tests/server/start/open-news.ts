/** The stream of news of a record, as an open page reads it. */
import { expect } from 'vitest';
import { eventsIn } from '../../../dataProvider/live.ts';

/** Resolves when the server has answered. `next` resolves to the first event; undefined if the stream ends. */
export async function openNews(address: string, path: string, token: string) {
  const reply = await fetch(`${address}/api/cmms${path}/novita`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(200);
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    for (let text = ''; ; ) {
      const { value, done } = await reader.read();
      if (done) return undefined;
      text += value;
      const [news] = eventsIn(text).news;
      if (news) return news;
    }
  };
  return { next: read().finally(() => reader.cancel().catch(() => undefined)) };
}
