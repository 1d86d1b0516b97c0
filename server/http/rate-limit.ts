/** Slows down whoever guesses: a few failures a minute from one address, then a wait; and by what he guesses at. */
import { isIP } from 'node:net';
import { Problem } from './problem.ts';

const WINDOW_MS = 60_000;

/** Whoever has an IPv6 address has as many as he likes: his network counts. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] ?? '';
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail = ''] = plain.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...head, ...Array(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

export const tooMany = (seconds: number): Problem =>
  new Problem(429, 'too-many-attempts', {
    params: { seconds },
    headers: { 'retry-after': String(seconds) },
  });

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
    throw tooMany(seconds);
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
    async run(given, attempt) {
      const address = networkOf(given);
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

const FREE_GUESSES = 10;
const LONGEST_PAUSE_MS = 3_600_000;
const FORGOTTEN_AFTER_MS = 86_400_000;
const MOST_NAMES = 10_000;

interface Guessed {
  failures: number;
  last: number;
  until: number;
  told: boolean;
}

export interface Guesses {
  /** Counts a guess at this name; how many seconds to wait, 0 when it may be made. */
  take(name: string): number;
  /** It was no guess: he knew. */
  giveBack(name: string): void;
  /** Once for each time that somebody goes on until there is a pause: its owner is to be told. */
  isNews(name: string): boolean;
}

/**
 * Pauses that rise with the failures at one name, wherever they come from. A guess is counted before it is known to be
 * one, so that many sent at once do not slip past; names nobody has are counted alike, so that none is betrayed.
 */
export function limitGuesses({ now = Date.now }: Pick<Options, 'now'> = {}): Guesses {
  const names = new Map<string, Guessed>();

  function forgetOld(): void {
    for (const [name, { last }] of names) if (last < now() - FORGOTTEN_AFTER_MS) names.delete(name);
    for (const name of names.keys()) {
      if (names.size <= MOST_NAMES) return;
      names.delete(name);
    }
  }

  function guessedAt(name: string): Guessed {
    const known = names.get(name);
    if (known && known.last >= now() - FORGOTTEN_AFTER_MS) return known;
    const fresh = { failures: 0, last: now(), until: 0, told: false };
    // Anew at the end: the first in the map are those that have rested longest.
    names.delete(name);
    names.set(name, fresh);
    if (names.size > MOST_NAMES) forgetOld();
    return fresh;
  }

  return {
    take(name) {
      const guessed = guessedAt(name);
      if (guessed.until > now()) return Math.ceil((guessed.until - now()) / 1000);
      guessed.failures += 1;
      guessed.last = now();
      const over = guessed.failures - FREE_GUESSES;
      if (over >= 0) guessed.until = now() + Math.min(60_000 * 2 ** over, LONGEST_PAUSE_MS);
      return 0;
    },
    giveBack(name) {
      const guessed = names.get(name);
      if (!guessed) return;
      guessed.failures -= 1;
      if (guessed.failures < FREE_GUESSES) guessed.until = 0;
    },
    isNews(name) {
      const guessed = names.get(name);
      if (!guessed || guessed.told || guessed.failures < FREE_GUESSES) return false;
      guessed.told = true;
      return true;
    },
  };
}
