/**
 * Who has a record open hears when somebody else changes it, or what hangs on it: server-sent events, for the entities
 * with the trait. One hears what this server writes; of several, the pages ask again by themselves after a while.
 */
import { Readable } from 'node:stream';
import type { Child, Entity, Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { namesOf } from '../http/accounts.ts';
import type { Call, Context } from '../http/call.ts';
import { readId } from '../http/parameters.ts';
import { recordsOf } from './records.ts';
import type { EntityRules, RulesByResource, WriteContext } from './rules.ts';

/** Shorter than proxies wait for a word. */
const BEAT_MS = 20_000;
/** Then the page asks anew, with the rights that the person has by then. */
const OPEN_MS = 600_000;

interface News {
  /** Of the record as it is now; null when what changed hangs on it, or it is gone. */
  versione: number | null;
  eliminato: 0 | 1;
  id_usr_ultima_mod: number | null;
  usr_ultima_mod: string | null;
}

type Told = (news: News) => void;

const eventOf = (news: News): string => `data: ${JSON.stringify(news)}\n\n`;

/** What became of the record between its reading and now, which nobody has told the page. */
async function missed(row: Row, { query, database }: Context): Promise<News | undefined> {
  const { versione, id_usr_ultima_mod: id } = row as Row & Pick<News, 'versione' | 'id_usr_ultima_mod'>;
  if (!/^\d{1,9}$/.test(query.versione ?? '') || Number(versione) <= Number(query.versione)) return undefined;
  const names = await namesOf(database, id === null ? [] : [id]);
  return { versione, eliminato: 0, id_usr_ultima_mod: id, usr_ultima_mod: names.get(id ?? 0) ?? null };
}

export interface Live {
  rules: RulesByResource[];
  calls(entity: Entity, schemas: Schemas, rules: RulesByResource): Call[];
  /** Ends every line that is open. */
  close(): void;
}

const isLive = ({ traits }: Entity): boolean => traits.includes('live');
const placeOf = ({ resource }: Entity, id: unknown): string => `${resource}/${id}`;

export function createLive(schemas: Schemas): Live {
  const listeners = new Map<string, Set<Told>>();
  const open = new Set<Readable>();

  function tell(place: string, { transaction, user }: WriteContext, news: Partial<News>): void {
    const whole = {
      versione: null,
      eliminato: 0 as const,
      id_usr_ultima_mod: user?.id ?? null,
      usr_ultima_mod: user?.name ?? null,
    };
    transaction.afterCommit(() => {
      for (const told of listeners.get(place) ?? []) told({ ...whole, ...news });
    });
  }

  const ofRecord = (entity: Entity): EntityRules => ({
    async afterWrite(row, before, context) {
      if (!before) return;
      const news = row ? { versione: row.versione as number } : { eliminato: 1 as const };
      tell(placeOf(entity, before[entity.id]), context, news);
    },
  });

  const ofChild = (parent: Entity, { parent: column }: Child): EntityRules => ({
    async afterWrite(row, before, context) {
      tell(placeOf(parent, ((row ?? before) as Row)[column]), context, {});
    },
  });

  function lineTo(place: string): Readable {
    const line = new Readable({
      read: () => undefined,
      destroy(error, done) {
        clearInterval(beat);
        clearTimeout(end);
        open.delete(line);
        const others = listeners.get(place);
        others?.delete(told);
        if (others?.size === 0) listeners.delete(place);
        done(error);
      },
    });
    const told: Told = (news) => line.push(eventOf(news));
    const beat = setInterval(() => line.push(':\n\n'), BEAT_MS);
    const end = setTimeout(() => line.push(null), OPEN_MS);
    listeners.set(place, (listeners.get(place) ?? new Set()).add(told));
    open.add(line);
    // So that the head of the reply goes out at once.
    line.push(':\n\n');
    return line;
  }

  const watched = schemas.entities.filter(isLive);
  const childRules = watched.flatMap((entity) =>
    entity.children.map((child): RulesByResource => {
      const { resource } = schemas.entities.find(({ name }) => name === child.entity)!;
      return { [resource]: ofChild(entity, child) };
    }),
  );
  return {
    rules: [...watched.map((entity) => ({ [entity.resource]: ofRecord(entity) })), ...childRules],

    calls(entity, all, rules) {
      if (!isLive(entity)) return [];
      const records = recordsOf(entity, all, rules);
      return [
        {
          method: 'GET',
          path: `/${entity.resource}/:id/novita`,
          access: entity.access.read,
          tag: entity.name,
          summary: {
            it: `Novità mentre è aperto: ${entity.title.it}`,
            en: `News while it is open: ${entity.title.en}`,
          },
          query: {
            versione: { type: 'integer', description: 'The one that is shown: a newer one is told at once' },
          },
          reply: {
            type: 'string',
            description:
              'text/event-stream without the envelope; each event holds versione, eliminato, id_usr_ultima_mod and usr_ultima_mod',
          },
          example: {
            data: 'data: {"versione":7,"eliminato":0,"id_usr_ultima_mod":3,"usr_ultima_mod":"Giulia Marchetti"}',
          },
          async handle(context) {
            const id = readId(context.params.id);
            // It listens first: what is written while the record is looked at is told too.
            const line = lineTo(placeOf(entity, id));
            try {
              const news = await missed(await records.find(id, context), context);
              if (news) line.push(eventOf(news));
            } catch (error) {
              line.destroy();
              throw error;
            }
            return {
              raw: line,
              type: 'text/event-stream',
              // A line that has ended keeps no server from ending.
              headers: { 'x-accel-buffering': 'no', 'content-encoding': 'identity', connection: 'close' },
            };
          },
        },
      ];
    },

    close() {
      for (const line of open) line.push(null);
    },
  };
}
