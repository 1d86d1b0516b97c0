/** iCalendar feeds: each user's planned work at a private address, for their own calendar program. */

import { routeOf } from '../../../schemas/catalogue.ts';
import type { Entity, Language } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { EntityRules, RulesByResource } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import {
  type ApiSchema,
  type Call,
  type Context,
  callAt,
  type RawReply,
  type User,
} from '../../http/call.ts';
import { notFound, say } from '../../http/problem.ts';
import type { Attempts } from '../../http/rate-limit.ts';
import { API } from '../../http/register.ts';
import { NO_DATA } from '../../http/reply-schemas.ts';
import type { Sessions } from '../../http/session.ts';
import { hashOf, isUnchanged } from '../../http/unchanged.ts';
import type { Accounts } from '../../plant/accounts.ts';
import { zoneOf } from '../../plant/plant-time.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { feedOf, newFeed, noteRead, ownerOf, revokeFeed } from './feed-addresses.ts';
import { calendarText } from './ical.ts';
import { eventOf, plannedOf } from './planned.ts';

const PATH = '/calendario';
const FAILURES_A_MINUTE = 20;

const FEED: ApiSchema = {
  type: ['object', 'null'],
  properties: {
    inizio: { type: 'string', description: 'The first characters of the address' },
    creato: { type: 'string', format: 'date-time' },
    letto: { type: ['string', 'null'], format: 'date-time', description: 'The last request by a calendar' },
  },
};
const EXAMPLE = { inizio: 'ofc_Zk3w9a', creato: '2026-11-21T09:30:00.000Z', letto: null };

/** Returns the address of the plant: the setting, else the origin of the request. */
const originOf = ({ setting, origin }: Context): string =>
  (setting('ClienteURL') || origin).replace(/\/+$/, '');

/** Returns the time when the plant was created. It identifies the plant; only copies of it have the same time. */
async function plantOf(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ creato: string }>('select creato from impianto');
  return rows[0] ? Date.parse(rows[0].creato).toString(36) : '0';
}

interface FeedParts {
  accounts: Pick<Accounts, 'find'>;
  work: Entity;
  rules: EntityRules | undefined;
}

interface Reader {
  user: User;
  language: Language;
}

/** Returns the user of the address; undefined if the address is unknown or the user may no longer sign in. */
async function readerOf({ database, params }: Context, accounts: FeedParts['accounts']) {
  const owner = await ownerOf(database, (params.token ?? '').replace(/\.ics$/, ''));
  if (!owner) return undefined;
  const account = await accounts.find(owner.id);
  return account?.active ? { user: account.user, language: owner.language } : undefined;
}

async function feedReply(
  context: Context,
  { user, language }: Reader,
  { work, rules }: FeedParts,
): Promise<RawReply> {
  const { database, setting, headers } = context;
  const rows = await plannedOf(database, user.id, language, rules?.visible?.({ user, setting }));
  const eventContext = {
    setting,
    language,
    work,
    plant: await plantOf(database),
    addressOf: (id: number) => `${originOf(context)}${routeOf(work, 'detail').replace(':id', String(id))}`,
  };
  const text = calendarText({
    name: `Officina - ${user.name}`,
    zone: zoneOf(setting),
    events: rows.map((row) => eventOf(row, eventContext)),
  });
  await noteRead(database, user.id);
  const etag = `"${hashOf(text)}"`;
  const isSame = isUnchanged(headers['if-none-match'], etag);
  return {
    raw: isSame ? '' : text,
    status: isSame ? 304 : 200,
    type: 'text/calendar; charset=utf-8',
    headers: {
      etag,
      'cache-control': 'private, max-age=300',
      'content-disposition': 'inline; filename="officina.ics"',
    },
  };
}

const calendarCall = (parts: FeedParts, attempts: Attempts): Call => ({
  ...callAt('GET', `${PATH}/:token`, 'public', 'calendar'),
  summary: {
    it: 'Lavoro pianificato di una persona come iCalendar, al suo indirizzo privato ({token}.ics)',
    en: "A user's planned work as iCalendar, at their private address ({token}.ics)",
  },
  bare: 'text/calendar',
  reply: { type: 'string', description: 'The calendar itself, without the envelope' },
  example: { data: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n' },
  // Only failed attempts count, because many users may share a network address.
  async handle(context) {
    const reader = await readerOf(context, parts.accounts);
    if (reader) return feedReply(context, reader, parts);
    return attempts.run(context.address, () => Promise.reject(notFound()));
  },
});

export function feedCalls(
  schemas: Schemas,
  { accounts, limits }: Pick<Sessions, 'accounts' | 'limits'>,
  rules: RulesByResource,
): Call[] {
  const attempts = limits.attempts('feed', FAILURES_A_MINUTE);
  const parts = { accounts, work: schemas.byResource.entity('odl'), rules: rules.odl };
  const shared = { path: PATH, access: 'session' as const, tag: 'calendar' };
  return [
    {
      ...shared,
      method: 'GET',
      summary: { it: 'Il mio calendario', en: 'My calendar feed' },
      reply: FEED,
      example: { data: EXAMPLE },
      handle: async ({ database, user }) => ({
        data: (await feedOf(database, personOf({ user }).id)) ?? null,
      }),
    },
    {
      ...shared,
      method: 'POST',
      shownOnce: ['link'],
      summary: {
        it: 'Nuovo indirizzo del mio calendario, mostrato una sola volta',
        en: 'New address of my calendar feed, shown once',
      },
      reply: { ...FEED, properties: { ...FEED.properties, link: { type: 'string' } } },
      example: { data: { ...EXAMPLE, link: 'https://officina.example/api/cmms/calendario/ofc_Zk3w9a….ics' } },
      async handle(context) {
        const { database, user, language } = context;
        const token = await newFeed(database, personOf({ user }).id, language);
        const feed = await feedOf(database, personOf({ user }).id);
        const link = `${originOf(context)}${API}${PATH}/${token}.ics`;
        return { data: { ...feed, link }, description: say('feed-shown-once', language) };
      },
    },
    {
      ...shared,
      method: 'DELETE',
      summary: {
        it: "Revoca dell'indirizzo del mio calendario",
        en: 'Revoke the address of my calendar feed',
      },
      ...NO_DATA,
      async handle({ database, user, language }) {
        if (!(await revokeFeed(database, personOf({ user }).id))) throw notFound();
        return { data: null, description: say('feed-revoked', language) };
      },
    },
    calendarCall(parts, attempts),
  ];
}
