/** Slows down guessing: limits the failures per minute from one address, and those at one name. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../schemas/durations.ts';
import { readAddress } from './network-address.ts';
import { Problem } from './problem.ts';

const WINDOW_MS = MINUTE_MS;

/** Returns the address, or the network of an IPv6 address, since a client can use any address of its network. */
export function networkOf(address: string): string {
  const read = readAddress(address);
  if (!read) return address;
  return read.kind() === 'ipv4'
    ? read.toString()
    : `${read.toNormalizedString().split(':', 4).join(':')}::/64`;
}

export const tooMany = (seconds: number): Problem =>
  new Problem(429, 'too-many-attempts', {
    params: { seconds },
    headers: { 'retry-after': String(seconds) },
  });

export interface Attempts {
  /**
   * Runs `attempt`, or refuses with 429. Attempts from one address run one after the other, so that many simultaneous
   * attempts cannot pass the count together.
   */
  run<T>(address: string, attempt: () => Promise<T>): Promise<T>;
}

interface Caller {
  failures: number[];
  turn: Promise<unknown>;
  waiting: number;
}

interface Options {
  /** Whether successful attempts count too, if the call itself must not be repeated. */
  countAll?: boolean;
  now?: () => number;
}

/** Limits attempts; an attempt fails if it throws a Problem. */
export function limitAttempts(limit: number, { countAll = false, now = Date.now }: Options = {}): Attempts {
  const callers = new Map<string, Caller>();

  const callerAt = (address: string): Caller => {
    const caller = callers.get(address) ?? { failures: [], turn: Promise.resolve(), waiting: 0 };
    callers.set(address, caller);
    return caller;
  };

  const refuseIfTooMany = (caller: Caller): void => {
    caller.failures = caller.failures.filter((at) => at > now() - WINDOW_MS);
    const oldest = caller.failures[0];
    if (oldest === undefined || caller.failures.length < limit) return;
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
    async run(rawAddress, attempt) {
      const address = networkOf(rawAddress);
      if (callers.size > 1000) forgetIdle();
      const caller = callerAt(address);
      caller.waiting += 1;
      const result = caller.turn.then(() => attemptNow(caller, attempt));
      caller.turn = result.catch(() => undefined);
      try {
        return await result;
      } finally {
        caller.waiting -= 1;
      }
    },
  };
}

export interface CallLimit {
  /** Counts a call; returns 0 if it is allowed, else the seconds to wait. */
  take(caller: number, limit: number): number;
}

/** Limits the calls in each minute; a minute begins with its first call. */
export function limitCalls({ now = Date.now }: Pick<Options, 'now'> = {}): CallLimit {
  const minutes = new Map<number, { began: number; calls: number }>();
  return {
    take(caller, limit) {
      const existing = minutes.get(caller);
      const minute = existing && existing.began > now() - WINDOW_MS ? existing : { began: now(), calls: 0 };
      minutes.set(caller, minute);
      if (minute.calls >= limit) return Math.max(1, Math.ceil((minute.began + WINDOW_MS - now()) / 1000));
      minute.calls += 1;
      return 0;
    },
  };
}

const FREE_GUESSES = 10;
const LONGEST_PAUSE_MS = HOUR_MS;
const FORGOTTEN_AFTER_MS = DAY_MS;
const MOST_NAMES = 10_000;

interface Guessed {
  failures: number;
  last: number;
  until: number;
  notified: boolean;
}

export interface Guesses {
  /** Counts a guess at this name; returns the seconds to wait, or 0 if it is allowed. */
  take(name: string): number;
  /** Uncounts a guess that turned out to be correct. */
  giveBack(name: string): void;
  /** Returns true once per series of failures that leads to a pause: the name's owner must be notified. */
  shouldNotify(name: string): boolean;
}

/**
 * Limits guesses at one name, from all addresses, by growing pauses. A guess is counted before its check, so that many
 * simultaneous guesses cannot pass; unknown names count too, so that their pauses look the same.
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
    const existing = names.get(name);
    if (existing && existing.last >= now() - FORGOTTEN_AFTER_MS) return existing;
    const fresh = { failures: 0, last: now(), until: 0, notified: false };
    // Inserted again at the end: the first names in the map are the oldest.
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
      if (over >= 0) guessed.until = now() + Math.min(MINUTE_MS * 2 ** over, LONGEST_PAUSE_MS);
      return 0;
    },
    giveBack(name) {
      const guessed = names.get(name);
      if (!guessed) return;
      guessed.failures -= 1;
      if (guessed.failures < FREE_GUESSES) guessed.until = 0;
    },
    shouldNotify(name) {
      const guessed = names.get(name);
      if (!guessed || guessed.notified || guessed.failures < FREE_GUESSES) return false;
      guessed.notified = true;
      return true;
    },
  };
}
