/** Questions of the server to a call: answered and sent again, cancelled, or unknown. */
import { describe, expect, it } from 'vitest';
import type { Query } from '../../dataProvider/http.ts';
import type { ServerQuestion } from '../../resources/form/FormSlots.ts';
import { negotiate } from '../../resources/form/saving.ts';

const question = (result: number, data: unknown = null): { question: ServerQuestion } => ({
  question: { result, description: 'Occupato.', record: {}, data },
});

/** Builds a server with fixed replies, and the queries it received. */
function serverOf<T extends { question?: ServerQuestion }>(...answers: T[]) {
  const sent: Query[] = [];
  const send = async (query: Query): Promise<{ question?: ServerQuestion; done?: boolean }> => {
    sent.push(query);
    return answers[sent.length - 1] ?? { done: true };
  };
  return { sent, send };
}

describe('a question that a call returns', () => {
  it('is answered, and all the answers go along with the next', async () => {
    const { sent, send } = serverOf(question(-9), question(-11));
    const answer = async ({ result }: ServerQuestion) => (result === -9 ? { isBypassBlockAllowed: 1 } : {});
    expect(await negotiate(send, answer, { idCopia: 7 })).toEqual({ done: true });
    expect(sent).toEqual([
      { idCopia: 7 },
      { idCopia: 7, isBypassBlockAllowed: 1 },
      { idCopia: 7, isBypassBlockAllowed: 1 },
    ]);
  });

  it('is cancelled by a no, and is a refusal if nobody can be asked', async () => {
    expect(await negotiate(serverOf(question(-9)).send, async () => false)).toMatchObject({ left: true });
    const refused = await negotiate(serverOf(question(-9)).send, async () => undefined);
    expect(refused).toEqual(question(-9));
    expect(await negotiate(serverOf(question(-9)).send, undefined)).toEqual(question(-9));
  });

  it('is not asked twice for the same data, but is for other data', async () => {
    let questions = 0;
    const yes = async () => {
      questions += 1;
      return {};
    };
    expect(await negotiate(serverOf(question(-11), question(-11)).send, yes)).toEqual(question(-11));
    expect(questions).toBe(1);
    const changed = serverOf(question(-11), question(-11, { modifiche: ['note'] }));
    expect(await negotiate(changed.send, yes)).toEqual({ done: true });
    expect(changed.sent).toHaveLength(3);
  });
});
