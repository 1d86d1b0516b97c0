/** Slows down whoever guesses: a few failures a minute from one address, then a wait. */
import { Problem } from './problem.ts';

const WINDOW_MS = 60_000;

export interface Attempts {
  /**
   * Runs `attempt`, or refuses with 429. Attempts of one address take turns, so that many sent at once cannot slip
   * past the count together.
   */
  run<T>(address: string, attempt: () => Promise<T>): Promise<T>;
}

interface Caller {
  failures: number[];
  turn: Promise<unknown>;
  waiting: number;
}

interface Options {
  /** Good attempts count too, where the call itself is what must not be repeated. */
  countAll?: boolean;
  now?: () => number;
}

/** An attempt fails when it throws a Problem. */
export function limitAttempts(most: number, { countAll = false, now = Date.now }: Options = {}): Attempts {
  const callers = new Map<string, Caller>();

  const callerAt = (address: string): Caller => {
    const caller = callers.get(address) ?? { failures: [], turn: Promise.resolve(), waiting: 0 };
    callers.set(address, caller);
    return caller;
  };

  const refuseIfTooMany = (caller: Caller): void => {
    caller.failures = caller.failures.filter((at) => at > now() - WINDOW_MS);
    const oldest = caller.failures[0];
    if (oldest === undefined || caller.failures.length < most) return;
    const seconds = Math.max(1, Math.ceil((oldest + WINDOW_MS - now()) / 1000));
    throw new Problem(429, 'too-many-attempts', {
      params: { seconds },
      headers: { 'retry-after': String(seconds) },
    });
  };

  const forgetIdle = (): void => {
    for (const [address, caller] of callers)
      if (caller.waiting === 0 && (caller.failures.at(-1) ?? 0) <= now() - WINDOW_MS) callers.delete(address);
  };

  const attemptNow = async <T>(caller: Caller, attempt: () => Promise<T>): Promise<T> => {
    refuseIfTooMany(caller);
    try {
      const answer = await attempt();
      if (countAll) caller.failures.push(now());
      return answer;
    } catch (error) {
      if (error instanceof Problem) caller.failures.push(now());
      throw error;
    }
  };

  return {
    async run(address, attempt) {
      if (callers.size > 1000) forgetIdle();
      const caller = callerAt(address);
      caller.waiting += 1;
      const mine = caller.turn.then(() => attemptNow(caller, attempt));
      caller.turn = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        caller.waiting -= 1;
      }
    },
  };
}

export interface CallLimit {
  /** Counts a call; 0 when it may be made, else how many seconds to wait. */
  take(caller: number, most: number): number;
}

/** So many calls in each minute that begins with a first one. */
export function limitCalls({ now = Date.now }: Pick<Options, 'now'> = {}): CallLimit {
  const minutes = new Map<number, { began: number; calls: number }>();
  return {
    take(caller, most) {
      const known = minutes.get(caller);
      const minute = known && known.began > now() - WINDOW_MS ? known : { began: now(), calls: 0 };
      minutes.set(caller, minute);
      if (minute.calls >= most) return Math.max(1, Math.ceil((minute.began + WINDOW_MS - now()) / 1000));
      minute.calls += 1;
      return 0;
    },
  };
}
