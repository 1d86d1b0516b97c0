/**
 * Slows down guessing. It limits the failures per minute from one address, and those for one name. Both are counted
 * in the database, for all servers of the plant together.
 */
import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../schemas/durations.ts';
import type { Database } from '../database/engine.ts';
import { onlyRow } from '../database/rows.ts';
import { readAddress } from './network-address.ts';
import { Problem } from './problem.ts';

const WINDOW_MS = MINUTE_MS;
const WINDOW_S = WINDOW_MS / 1000;

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
   * Runs `attempt`, or refuses with 429. Attempts from one address run one after the other on each server, so that
   * simultaneous attempts are all counted.
   */
  run<T>(address: string, attempt: () => Promise<T>): Promise<T>;
}

interface Options {
  /** Whether successful attempts count too, because the call itself must not be repeated. */
  countAll?: boolean;
  now?: () => number;
}

/**
 * Returns a hash. No address and no name is stored, because people sometimes type their password in the field of
 * their name.
 */
const digest = (scope: string, key: string): string =>
  createHash('sha256').update(`${scope} ${key}`).digest('base64url');

/** Returns the time for tests, or null for the time of the database, which all servers share. */
const instant = (now: Options['now']): string | null => (now ? new Date(now()).toISOString() : null);

/** The failures of the last minute in the table, by scope and address. */
class Failures {
  constructor(
    private readonly database: Pick<Database, 'query'>,
    private readonly now: Options['now'],
  ) {}

  /** Returns the seconds to wait, or 0 if another attempt is allowed. */
  async seconds(key: string, limit: number): Promise<number> {
    const { rows } = await this.database.query<{ count: number; wait: number | null }>(
      `select count(*)::int as count,
         extract(epoch from min(quando) - coalesce($2::timestamptz, now()))::float8 + ${WINDOW_S} as wait
       from tentativo where chiave = $1 and quando > coalesce($2::timestamptz, now()) - interval '${WINDOW_S} seconds'`,
      [key, instant(this.now)],
    );
    const { count, wait } = onlyRow(rows);
    return count < limit ? 0 : Math.max(1, Math.ceil(wait ?? 0));
  }

  async add(key: string): Promise<void> {
    const at = instant(this.now);
    await this.database.query(
      `insert into tentativo (chiave, quando) values ($1, coalesce($2::timestamptz, now()))`,
      [key, at],
    );
    await this.database.query(
      `delete from tentativo where quando < coalesce($1::timestamptz, now()) - interval '${WINDOW_S} seconds'`,
      [at],
    );
  }
}

/** Limits attempts. An attempt fails if it throws a Problem. `scope` names the calls that are counted together. */
function limitAttempts(
  database: Pick<Database, 'query'>,
  scope: string,
  limit: number,
  { countAll = false, now }: Options,
): Attempts {
  const failures = new Failures(database, now);
  /** The last attempt of each address on this server. */
  const turns = new Map<string, Promise<unknown>>();

  const attemptNow = async <T>(key: string, attempt: () => Promise<T>): Promise<T> => {
    const seconds = await failures.seconds(key, limit);
    if (seconds > 0) throw tooMany(seconds);
    try {
      const answer = await attempt();
      if (countAll) await failures.add(key);
      return answer;
    } catch (error) {
      if (error instanceof Problem) await failures.add(key);
      throw error;
    }
  };

  return {
    async run(address, attempt) {
      const key = digest(scope, networkOf(address));
      const result = (turns.get(key) ?? Promise.resolve()).then(() => attemptNow(key, attempt));
      const turn = result.catch(() => undefined);
      turns.set(key, turn);
      try {
        return await result;
      } finally {
        if (turns.get(key) === turn) turns.delete(key);
      }
    },
  };
}

export interface CallLimit {
  /** Counts a call. Returns 0 if it is allowed, or else the seconds to wait. */
  take(caller: number, limit: number): number;
}

/** Limits the calls that each server gets in a minute. A minute begins with its first call. */
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
const MOST_NAMES = 10_000;

export interface Guesses {
  /** Counts a guess at this name. Returns the seconds to wait, or 0 if it is allowed. */
  take(name: string): Promise<number>;
  /** Removes a guess that was correct from the count. */
  giveBack(name: string): Promise<void>;
  /** Returns true once per series of failures that leads to a pause, so that the owner of the name is notified. */
  shouldNotify(name: string): Promise<boolean>;
}

interface Guessed {
  errori: number;
  ultimo: string;
  fermo_fino: string | null;
  adesso: string;
}

/** The pause after this many failures, in milliseconds. */
const pauseAfter = (failures: number): number =>
  failures < FREE_GUESSES ? 0 : Math.min(MINUTE_MS * 2 ** (failures - FREE_GUESSES), LONGEST_PAUSE_MS);

/**
 * Limits guesses at one name, from all addresses, with growing pauses. A guess is counted before its check, so that
 * simultaneous guesses are all counted. Unknown names count too, so that their pauses look the same.
 */
function limitGuesses(database: Database, { now }: Pick<Options, 'now'>): Guesses {
  const keyOf = (name: string): string => digest('nome', name);

  async function dropOldest(): Promise<void> {
    await database.query(
      'delete from nome_tentato where chiave in (select chiave from nome_tentato order by ultimo desc offset $1)',
      [MOST_NAMES],
    );
  }

  return {
    async take(name) {
      const key = keyOf(name);
      const { seconds, isNew } = await database.transaction(async (transaction) => {
        const { count } = await transaction.query(
          `insert into nome_tentato (chiave, ultimo) values ($1, coalesce($2::timestamptz, now())) on conflict do nothing`,
          [key, instant(now)],
        );
        const { rows } = await transaction.query<Guessed>(
          `select errori, ultimo, fermo_fino, coalesce($2::timestamptz, clock_timestamp()) as adesso
           from nome_tentato where chiave = $1 for update`,
          [key, instant(now)],
        );
        const { errori, ultimo, fermo_fino, adesso } = onlyRow(rows);
        const at = Date.parse(adesso);
        const isOld = Date.parse(ultimo) < at - DAY_MS;
        const until = isOld || fermo_fino === null ? 0 : Date.parse(fermo_fino);
        if (until > at) return { seconds: Math.ceil((until - at) / 1000), isNew: false };
        const failures = (isOld ? 0 : errori) + 1;
        await transaction.query(
          `update nome_tentato set errori = $2, ultimo = $3, fermo_fino = $4, avvisato = case when $5 then 0 else avvisato end
           where chiave = $1`,
          [key, failures, adesso, new Date(at + pauseAfter(failures)).toISOString(), isOld],
        );
        return { seconds: 0, isNew: count === 1 };
      });
      if (isNew) await dropOldest();
      return seconds;
    },
    async giveBack(name) {
      await database.query(
        `update nome_tentato set errori = errori - 1,
           fermo_fino = case when errori - 1 < ${FREE_GUESSES} then null else fermo_fino end where chiave = $1`,
        [keyOf(name)],
      );
    },
    async shouldNotify(name) {
      const { count } = await database.query(
        `update nome_tentato set avvisato = 1 where chiave = $1 and avvisato = 0 and errori >= ${FREE_GUESSES}`,
        [keyOf(name)],
      );
      return count === 1;
    },
  };
}

export interface Limits {
  /** Limits attempts. `scope` names the calls that are counted together. */
  attempts(scope: string, limit: number, options?: Options): Attempts;
  guesses(options?: Pick<Options, 'now'>): Guesses;
}

export const createLimits = (database: Database): Limits => ({
  attempts: (scope, limit, options = {}) => limitAttempts(database, scope, limit, options),
  guesses: (options = {}) => limitGuesses(database, options),
});
