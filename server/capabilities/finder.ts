/** Finds records of all entities with x-finder. Returns only records that the user's lists would contain. */

import { allows } from '../../schemas/access.ts';
import { having, idOf } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { numberOf } from '../../schemas/values.ts';
import {
  beginningStatement,
  FEW,
  type FindRequest,
  firstStatement,
  isLookedUp,
  LOOKED,
  lookedUpStatement,
  MANY,
} from '../database/find-statement.ts';
import type { Statement } from '../database/list-query.ts';
import { type ApiSchema, type Call, type Context, callAt } from '../http/call.ts';
import { rowsOf } from '../http/reply-schemas.ts';
import { isOn, textParameter } from '../requests/list-parameters.ts';
import { listRequest } from './crud.ts';
import { readableEntity } from './readable-entity.ts';
import type { RulesByResource } from './rules.ts';

/** The maximum number of hits per entity. */
export const MOST_HITS = 6;
const LONGEST = 100;
const AT_ONCE = 'subito';

interface Hit {
  id: number;
  codice: string | null;
  testo: string;
  fatto: string | null;
}

interface Found {
  risorsa: string;
  righe: Hit[];
  /** Whether there may be more hits. */
  altre: 0 | 1;
}

const asText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Returns the value of the fact; for a choice, its title. */
function factOf(entity: Entity, row: Row, { language }: Context): string | null {
  const { fact } = having(entity, 'finder').finder;
  if (!fact || !entity.field(fact)) return null;
  const choice = entity.property(fact).choices?.find(({ value }) => value === row[fact]);
  return (choice ? choice.title[language] : asText(row[fact])) || null;
}

function hitOf(entity: Entity, row: Row, context: Context): Hit {
  const { code, words } = having(entity, 'finder').finder;
  const testo = words.map((name) => asText(row[name])).filter((word) => word !== '');
  const codice = code ? asText(row[code]) || null : null;
  return {
    id: idOf(entity, row),
    codice,
    testo: testo.join(' '),
    fatto: factOf(entity, row, context),
  };
}

function isFound({ finder, routes, calls, access }: Entity, { user, setting }: Context): boolean {
  if (!finder || !calls.includes('list') || !(routes.detail ?? routes.form)) return false;
  return allows(access.list, user, setting) && allows(access.read, user, setting);
}

/** Returns the hits in order without duplicates, and whether they are complete. The fast statements run first. */
async function hitsOf(
  findRequest: FindRequest,
  { database, query }: Context,
): Promise<{ hits: Row[]; all: boolean }> {
  const { entity, text } = findRequest;
  const run = async (statement: Statement | undefined): Promise<Row[]> =>
    statement ? (await database.query<Row>(statement.text, statement.values)).rows : [];
  const lookUp = async (many: number) => {
    const rows = await run(lookedUpStatement(findRequest, many));
    const found = rows.filter((row) => row[entity.id] !== null);
    return { rows: found, all: (numberOf(rows[0]?.[LOOKED]) ?? 0) < many };
  };
  const distinct = (...rows: Row[][]): Row[] => [
    ...new Map(rows.flat().map((row) => [row[entity.id], row] as const)).values(),
  ];
  const byBeginning = await run(beginningStatement(findRequest));
  if (byBeginning.length > MOST_HITS) return { hits: byBeginning, all: false };
  let hits = distinct(byBeginning, await run(firstStatement(findRequest)));
  if (!isLookedUp(text)) return { hits, all: true };
  if (isOn(query[AT_ONCE])) return { hits, all: false };
  let all = false;
  for (const many of [FEW, MANY]) {
    if (all || hits.length > MOST_HITS) break;
    const result = await lookUp(many);
    hits = distinct(hits, result.rows);
    all = result.all;
  }
  return { hits, all };
}

async function foundOf(
  entity: Entity,
  findRequest: Omit<FindRequest, 'entity'>,
  context: Context,
): Promise<Found> {
  const visible = readableEntity(context, entity);
  const { hits, all } = await hitsOf({ ...findRequest, entity: visible }, context);
  return {
    risorsa: entity.resource,
    righe: hits.slice(0, MOST_HITS).map((row) => hitOf(visible, row, context)),
    altre: hits.length > MOST_HITS || !all ? 1 : 0,
  };
}

const textOf = ({ query }: Context): string => (textParameter(query, 'q') ?? '').trim().slice(0, LONGEST);

const among = ({ finder }: Entity): Record<string, string> =>
  Object.fromEntries(Object.entries(finder?.among ?? {}).map(([name, value]) => [name, String(value)]));

async function find(schemas: Schemas, rules: RulesByResource, context: Context): Promise<Found[]> {
  const text = textOf(context);
  if (text === '') return [];
  const found = await Promise.all(
    schemas.entities
      .filter((entity) => isFound(entity, context))
      .map((entity) => {
        const request = listRequest(entity, rules, { ...context, query: among(entity) });
        return foundOf(entity, { schemas, request, text, limit: MOST_HITS + 1 }, context);
      }),
  );
  return found.filter(({ righe, altre }) => righe.length > 0 || altre === 1);
}

const REPLY: ApiSchema = rowsOf({
  risorsa: { type: 'string', description: 'The resource of the rows' },
  righe: rowsOf({
    id: { type: 'integer' },
    codice: { type: ['string', 'null'] },
    testo: { type: 'string' },
    fatto: { type: ['string', 'null'], description: 'An additional value, such as the state' },
  }),
  altre: { enum: [0, 1], description: '1 if there may be more rows' },
});

const exampleOf = ({ entities }: Schemas): Found[] =>
  entities
    .filter(({ finder }) => finder)
    .slice(0, 1)
    .map(({ resource, titles }) => ({
      risorsa: resource,
      righe: [{ id: 12, codice: 'L1-PR', testo: titles.it, fatto: null }],
      altre: 0,
    }));

export const finderCalls = (schemas: Schemas, rules: RulesByResource): Call[] => [
  {
    ...callAt('GET', '/cerca', 'session', 'finder'),
    summary: { it: 'Ricerca per codice e parole', en: 'Search by code and words' },
    query: {
      q: { type: 'string', maxLength: LONGEST, description: 'The beginning of a code, or words to search' },
      [AT_ONCE]: {
        enum: [0, 1],
        description:
          '1 returns only quick results: codes that begin with the text, and matches among the first rows of each list',
      },
    },
    reply: REPLY,
    example: { data: exampleOf(schemas) },
    broad: true,
    handle: async (context) => ({ data: await find(schemas, rules, context) }),
  },
];
