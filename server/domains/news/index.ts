/**
 * News of each user: work assigned to them, a state that others set, a comment, work that is late. Written
 * after the change, read in the bell of the bar. See docs/decisions/064-news.md.
 */
import type { SettingOf } from '../../../schemas/access.ts';
import { OVER_SQL } from '../../../schemas/interventions.ts';
import { NEWS_KINDS } from '../../../schemas/news.ts';
import { numberOf } from '../../../schemas/values.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { type Call, callAt } from '../../http/call.ts';
import { malformed } from '../../http/problem.ts';
import { NO_DATA, OPTIONAL_TEXT } from '../../http/reply-schemas.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { Routine } from '../../jobs/routine.ts';
import { ID_MAX } from '../../requests/ids.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { type Change, concerns, type Reporter } from '../outbox/index.ts';
import { forgetNews, markRead, type News, newsOf, notify, notifyLate, notifyPeople } from './news-table.ts';

export interface NewsParts {
  lateBounds(setting: SettingOf, now?: Date): { before: string; today: string };
}

const RETENTION_DAYS = 90;
const LATE_EVERY_MINUTES = 15;

/** The people of an intervention, in the columns that name them. */
const PEOPLE = ['id_tecnico', 'id_usr_ins', 'id_usr_notifica'];

/** Returns the people to notify, each once, without the author. */
const peopleOf = ({ row, user }: Change): number[] => [
  ...new Set(PEOPLE.flatMap((column) => numberOf(row[column]) ?? []).filter((id) => id !== user)),
];

/** Returns the technician who was just assigned by another user. */
function assigned(change: Change): number | undefined {
  const technician = numberOf(change.row.id_tecnico);
  return technician && technician !== change.user && concerns(change, ['id_tecnico'])
    ? technician
    : undefined;
}

function newsOfChange(change: Change): News[] {
  const { record: intervention, by, row, before } = change;
  const technician = assigned(change);
  const states: News[] =
    before && 'id_stato' in before
      ? peopleOf(change)
          .filter((user) => user !== technician)
          .map((user) => ({ kind: 'stato', intervention, by, user, state: Number(row.id_stato) }))
      : [];
  return technician ? [{ kind: 'assegnato', intervention, by, user: technician }, ...states] : states;
}

export const newsReporters: Reporter[] = [
  {
    resource: 'odl',
    columns: ['id_tecnico', 'id_stato'],
    report: (transaction, changes) => notify(transaction, changes.flatMap(newsOfChange)),
  },
  {
    resource: 'commento',
    columns: [],
    async report(transaction, changes) {
      for (const { row, by, user } of changes)
        await notifyPeople(transaction, {
          ...{ kind: 'commento', intervention: Number(row.id_intervento), by },
          ...{ columns: PEOPLE, author: user ?? undefined },
        });
    },
  },
];

const listCall = (rules: RulesByResource): Call => ({
  ...callAt('GET', '/novita', 'session', 'intervention'),
  summary: { it: 'Le proprie novità', en: 'News of the user' },
  reply: {
    type: 'object',
    properties: {
      non_lette: { type: 'integer', description: 'How many are unread' },
      righe: {
        type: 'array',
        description: 'The newest 50, the newest first',
        items: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            tipo: { enum: [...NEWS_KINDS] },
            id_odl: { type: 'integer' },
            codice: OPTIONAL_TEXT,
            descrizione: { type: 'string' },
            chi: { ...OPTIONAL_TEXT, description: 'Who did it; null for the server' },
            stato: { ...OPTIONAL_TEXT, description: 'The state that was entered' },
            creata: { type: 'string', format: 'date-time' },
            letta: { ...OPTIONAL_TEXT, format: 'date-time' },
          },
        },
      },
    },
  },
  example: {
    data: {
      non_lette: 1,
      righe: [
        {
          ...{ id: 12, tipo: 'assegnato', id_odl: 7, codice: '2026-0007', descrizione: 'Rumore anomalo' },
          ...{ chi: 'Giulia Marchetti', stato: null, creata: '2026-11-24T09:42:10.123Z', letta: null },
        },
      ],
    },
  },
  async handle(context) {
    const { database, language } = context;
    const visible = rules.odl?.visible?.(context);
    const { rows, unread } = await newsOf(database, personOf(context).id, visible, language);
    return { data: { non_lette: unread, righe: rows } };
  },
});

function idIn(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= ID_MAX) return value;
  throw malformed('bad-filter', { name });
}

const readCall: Call = {
  ...callAt('POST', '/novita/lette', 'session', 'intervention'),
  summary: { it: 'Segna le novità come lette', en: 'Mark news as read' },
  body: {
    type: 'object',
    properties: {
      id: { type: 'integer', description: 'One of them' },
      fino_a: { type: 'integer', description: 'All up to this one' },
    },
  },
  ...NO_DATA,
  example: { body: { fino_a: 12 }, data: null },
  async handle(context) {
    const { body, database } = context;
    const target = { id: idIn(body.id, 'id'), upTo: idIn(body.fino_a, 'fino_a') };
    if (!target.id && !target.upTo) throw malformed('bad-filter', { name: 'id' });
    await markRead(database, personOf(context).id, target);
    return { data: null };
  },
};

export const newsCalls = (rules: RulesByResource): Call[] => [listCall(rules), readCall];

export const newsRoutines = ({ lateBounds }: NewsParts): Routine[] => [
  {
    name: 'novita-ritardi',
    title: { it: 'Novità degli interventi in ritardo', en: 'News of overdue interventions' },
    every: { minutes: LATE_EVERY_MINUTES },
    async run({ context: { database, setting } }) {
      await forgetNews(database, RETENTION_DAYS);
      const count = await notifyLate(database, OVER_SQL, lateBounds(setting));
      return count > 0 ? inBoth('news-late', { count }) : undefined;
    },
  },
];
