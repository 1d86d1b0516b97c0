/**
 * Server-sent events for users who have a record open. They are notified when another user changes the record or
 * its child rows, on any server of the plant.
 */

import { Readable } from 'node:stream';
import type { Child, Entity, Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { isObject } from '../../schemas/shape-parts.ts';
import { numberOf } from '../../schemas/values.ts';
import type { Announcements, Topic } from '../database/announcements.ts';
import { type Call, type Context, callOn, summaryOf } from '../http/call.ts';
import { Problem } from '../http/problem.ts';
import type { Sessions } from '../http/session.ts';
import { namesOf } from '../plant/accounts.ts';
import { readId } from '../requests/ids.ts';
import { personOf } from '../requests/signed-in-user.ts';
import { nameOf } from './overrides.ts';
import { type Records, recordsOf } from './records.ts';
import type { EntityRules, RulesByResource, WriteContext } from './rules.ts';

/** The interval between two signs of life, shorter than the timeout of proxies. */
const BEAT_MS = 20_000;
/** How long a stream stays open. The page then connects again, with the user's current rights. */
const OPEN_MS = 600_000;
/** The maximum number of streams per user. A further one ends the oldest. */
const MOST_LINES = 30;

interface News {
  /** The record's new version; null if a child row changed, or if the record was deleted. */
  versione: number | null;
  eliminato: 0 | 1;
  id_usr_ultima_mod: number | null;
  usr_ultima_mod: string | null;
}

type Notify = (news: News) => void;

interface PlacedNews {
  place: string;
  news: News;
}

const NEWS: Topic<PlacedNews> = {
  name: 'live',
  accepts: (message): message is PlacedNews =>
    isObject(message) && typeof message.place === 'string' && isObject(message.news),
};

const eventOf = (news: News): string => `data: ${JSON.stringify(news)}\n\n`;

const STREAM = {
  type: 'text/event-stream',
  // An open stream must not delay the end of the server.
  headers: { 'x-accel-buffering': 'no', 'content-encoding': 'identity', connection: 'close' },
};

const DELETED: News = { versione: null, eliminato: 1, id_usr_ultima_mod: null, usr_ultima_mod: null };

const isDisplayed = ({ query }: Context): boolean => /^\d{1,9}$/.test(query.versione ?? '');

/** Ignores that a record is missing if the page displays it. Otherwise throws. */
function ignoreIfDisplayed(error: unknown, context: Context): undefined {
  if (error instanceof Problem && error.status === 404 && isDisplayed(context)) return undefined;
  throw error;
}

/** Returns the change since the page read the record, if there was one. */
async function missed(row: Row, context: Context): Promise<News | undefined> {
  const { query, database } = context;
  const versione = numberOf(row.versione) ?? null;
  const id = numberOf(row.id_usr_ultima_mod) ?? null;
  if (!isDisplayed(context) || Number(versione) <= Number(query.versione)) return undefined;
  const names = await namesOf(database, id === null ? [] : [id]);
  return { versione, eliminato: 0, id_usr_ultima_mod: id, usr_ultima_mod: names.get(id ?? 0) ?? null };
}

export interface Live {
  rules: RulesByResource[];
  calls(entity: Entity, schemas: Schemas, rules: RulesByResource): Call[];
  /** Ends all open streams. */
  close(): void;
}

const isLive = ({ traits }: Entity): boolean => traits.includes('live');
const placeOf = ({ resource }: Entity, id: unknown): string => `${resource}/${id}`;

/** The user who receives the stream. It ends with their session, or when their rights may have changed. */
interface Listener {
  user: number;
  /** Rejects if the session has ended, perhaps on another server. */
  checkSession(): Promise<unknown>;
}

interface Line {
  user: number;
  end(): void;
}

/** The open streams, by record. */
class Lines {
  readonly #listeners = new Map<string, Set<Notify>>();
  /** The streams, starting with the oldest. */
  readonly #open = new Set<Line>();
  readonly #announcements: Announcements;
  readonly #stopListening: () => void;

  constructor(announcements: Announcements) {
    this.#announcements = announcements;
    this.#stopListening = announcements.listen(NEWS, {
      received: ({ place, news }) => {
        for (const notify of this.#listeners.get(place) ?? []) notify(news);
      },
      // The pages connect again and send their version, so that they get what they missed.
      missed: () => this.end(),
    });
  }

  notify(place: string, { transaction, user }: WriteContext, news: Partial<News>): void {
    const base = {
      versione: null,
      eliminato: 0 as const,
      id_usr_ultima_mod: user?.id ?? null,
      usr_ultima_mod: user?.name ?? null,
    };
    transaction.afterCommit(() => this.#announcements.announce(NEWS, { place, news: { ...base, ...news } }));
  }

  /** Ends the streams of a user, or of all users if undefined. */
  end(user?: number): void {
    for (const line of this.#linesOf(user)) line.end();
  }

  close(): void {
    this.#stopListening();
    this.end();
  }

  openTo(place: string, { user, checkSession }: Listener): Readable {
    let ended = false;
    const say = (text: string) => ended || line.push(text);
    const line = new Readable({
      read: () => undefined,
      destroy: (error, done) => {
        clearInterval(beat);
        clearTimeout(end);
        this.#forget(place, notify, entry);
        done(error);
      },
    });
    const notify: Notify = (news) => say(eventOf(news));
    const entry: Line = {
      user,
      end() {
        if (!ended) line.push(null);
        ended = true;
      },
    };
    const beat = setInterval(() => {
      say(':\n\n');
      checkSession().catch(entry.end);
    }, BEAT_MS);
    const end = setTimeout(entry.end, OPEN_MS);
    this.#listeners.set(place, (this.#listeners.get(place) ?? new Set()).add(notify));
    this.#open.add(entry);
    for (const oldest of this.#linesOf(user).slice(0, -MOST_LINES)) oldest.end();
    // Makes the server send the headers at once.
    say(':\n\n');
    return line;
  }

  #linesOf(user: number | undefined): Line[] {
    return [...this.#open].filter((line) => user === undefined || line.user === user);
  }

  #forget(place: string, notify: Notify, entry: Line): void {
    this.#open.delete(entry);
    const others = this.#listeners.get(place);
    others?.delete(notify);
    if (others?.size === 0) this.#listeners.delete(place);
  }
}

function liveRules(schemas: Schemas, lines: Lines): RulesByResource[] {
  const ofRecord = (entity: Entity): EntityRules => ({
    async afterWrite(row, before, context) {
      if (!before) return;
      const news = row ? { versione: numberOf(row.versione) } : { eliminato: 1 as const };
      lines.notify(placeOf(entity, before[entity.id]), context, news);
    },
  });
  const ofChild = (parent: Entity, { parent: column }: Child): EntityRules => ({
    async afterWrite(row, before, context) {
      lines.notify(placeOf(parent, (row ?? before)?.[column]), context, {});
    },
  });
  const watched = schemas.entities.filter(isLive);
  const childRules = watched.flatMap((entity) =>
    entity.children.map((child): RulesByResource => {
      const { resource } = schemas.byName.entity(child.entity);
      return { [resource]: ofChild(entity, child) };
    }),
  );
  return [...watched.map((entity) => ({ [entity.resource]: ofRecord(entity) })), ...childRules];
}

const liveCall = (
  entity: Entity,
  records: Records,
  lines: Lines,
  authenticate: Sessions['authenticate'],
): Call => ({
  name: nameOf(entity, 'live'),
  ...callOn(entity, 'read', 'GET', `/${entity.resource}/:id/novita`),
  summary: summaryOf(entity.title, 'Novità mentre è aperto', 'Changes while it is open'),
  query: {
    versione: {
      type: 'integer',
      description: 'The version that the caller has; a newer one is reported at once',
    },
  },
  bare: 'text/event-stream',
  reply: {
    type: 'string',
    description:
      'Events without the envelope; each event contains versione, eliminato, id_usr_ultima_mod and usr_ultima_mod',
  },
  example: {
    data: 'data: {"versione":7,"eliminato":0,"id_usr_ultima_mod":3,"usr_ultima_mod":"Giulia Marchetti"}',
  },
  async handle(context) {
    const id = readId(context.params.id);
    // The stream listens before it reads, so that no write in between is missed.
    const checkSession = () => authenticate(context.headers.authorization, 'session');
    const line = lines.openTo(placeOf(entity, id), { user: personOf(context).id, checkSession });
    try {
      const row = await records.find(id, context).catch((error) => ignoreIfDisplayed(error, context));
      const news = row && (await missed(row, context));
      if (news) line.push(eventOf(news));
      if (row) return { raw: line, ...STREAM };
      line.destroy();
      return { raw: Readable.from([eventOf(DELETED)]), ...STREAM };
    } catch (error) {
      line.destroy();
      throw error;
    }
  },
});

export function createLive(
  schemas: Schemas,
  { accounts, authenticate }: Pick<Sessions, 'accounts' | 'authenticate'>,
  announcements: Announcements,
): Live {
  const lines = new Lines(announcements);
  // The page connects again at once, if the user is still signed in.
  accounts.watch((user) => lines.end(user));
  return {
    rules: liveRules(schemas, lines),
    calls: (entity, all, rules) =>
      isLive(entity) ? [liveCall(entity, recordsOf(entity, all, rules), lines, authenticate)] : [],
    close: () => lines.close(),
  };
}
