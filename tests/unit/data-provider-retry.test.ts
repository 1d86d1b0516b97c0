/** Requests that are repeated automatically, and those that are not. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../dataProvider/envelope.ts';
import { newKey, sendWithRetries } from '../../dataProvider/retry.ts';

const failure = (status: number, reason?: 'running' | 'stale') =>
  new CallError(status, -1, { result: -1, description: 'no', data: null, reason });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function sent(error: Error, times: number) {
  const send = vi.fn<() => Promise<string>>();
  for (let time = 0; time < times; time++) send.mockRejectedValueOnce(error);
  send.mockResolvedValue('done');
  const outcome = sendWithRetries(send).catch((thrown: Error) => thrown);
  await vi.runAllTimersAsync();
  return { outcome: await outcome, sent: send.mock.calls.length };
}

describe('a write without a reply', () => {
  it.each([
    ['a broken line', failure(0)],
    ['a proxy without a server', failure(502)],
    ['a server that restarts', failure(503)],
    ['a proxy that waited too long', failure(504)],
    ['the same call under way', failure(409, 'running')],
  ])('after %s is sent again, four times in all', async (_name, error) => {
    expect(await sent(error, 3)).toEqual({ outcome: 'done', sent: 4 });
    expect(await sent(error, 9)).toEqual({ outcome: error, sent: 4 });
  });

  it.each([
    ['a refusal', failure(422)],
    ['an old version', failure(409, 'stale')],
    ['a failure of the server', failure(500)],
    ['what is no answer', new TypeError('x')],
  ])('after %s is not', async (_name, error) => {
    expect(await sent(error, 1)).toEqual({ outcome: error, sent: 1 });
  });

  it('is not sent again after its caller has aborted', async () => {
    const given = new AbortController();
    const send = vi.fn(() => Promise.reject(failure(0)));
    const outcome = sendWithRetries(send, given.signal).catch((thrown: Error) => thrown.name);
    await vi.advanceTimersByTimeAsync(10);
    given.abort();
    expect(await outcome).toBe('AbortError');
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('has a key that is a UUID, another each time', () => {
    const keys = Array.from({ length: 50 }, newKey);
    for (const key of keys)
      expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(keys).size).toBe(50);
  });
});
