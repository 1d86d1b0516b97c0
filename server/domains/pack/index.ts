/**
 * GET /pacchetto returns everything that a user's open work needs, for a device that may lose its connection. With
 * the cursor of an earlier pack it returns only the changes since. See docs/decisions/063-the-pack.md.
 */
import { createHash } from 'node:crypto';
import type { Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Queryable } from '../../database/engine.ts';
import { joined } from '../../database/joined.ts';
import { type Call, type Context, callAt, type PersonContext, type Reply } from '../../http/call.ts';
import { malformed } from '../../http/problem.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { ROOT } from './contents.ts';
import { type Hashes, hashesOf, type Marks, marksOf, remember, wasGiven } from './given.ts';
import { type Packed, type PackParts, packedFor, type Reached, reachedBy } from './reached.ts';
import { kindOf, type PackedRows, shortHash } from './rows.ts';

const MEGABYTE = 1024 * 1024;
const MEGABYTES_MAX = 2000;

interface Files {
  schemas: Pick<Schemas, 'files' | 'actFiles'>;
  hash: string;
}

const filesOf = ({ files, actFiles }: Schemas): Files => ({
  schemas: { files, actFiles },
  hash: createHash('sha256')
    .update(JSON.stringify([files, actFiles]))
    .digest('base64url'),
});

/** Returns a mark of everything outside of the rows that changes what the user sees, such as role and language. */
const commonMark = ({ user, language, query }: PersonContext, watched: string, { hash }: Files): string =>
  shortHash([user.id, user.roleId, user.family, user.scopes, language, query.mb, watched, hash]);

const marksFrom = (reached: Reached[], common: string): Marks => ({
  common,
  kinds: Object.fromEntries(reached.map(({ name, mark }) => [name, mark])),
});

const isSame = (one: Marks, other: Marks): boolean =>
  one.common === other.common && JSON.stringify(one.kinds) === JSON.stringify(other.kinds);

const schemaPart = ({ schemas, hash }: Files, { query }: Context) =>
  query.schemi === hash
    ? { impronta: hash }
    : { impronta: hash, dati: { schemi: schemas.files, atti: schemas.actFiles } };

function limitOf({ query }: Context): number {
  if (!query.mb) return 0;
  const megabytes = Number(query.mb);
  if (!(megabytes >= 0 && megabytes <= MEGABYTES_MAX)) throw malformed('bad-filter', { name: 'mb' });
  return megabytes * MEGABYTE;
}

/** Returns the documents whose contents fit into the limit. Those of interventions come first. */
function documentsWithin(kinds: PackedRows[], packed: Packed[], limit: number): Row[] {
  const isDocument = new Set(packed.filter(({ document }) => document).map(({ entity }) => entity));
  let left = limit;
  return kinds
    .filter(({ name }) => isDocument.has(name))
    .flatMap(({ resource, rows }) =>
      rows.map((row) => ({ risorsa: resource, id: row.id, byte: Number(row.dimensione) })),
    )
    .filter(({ byte }) => {
      if (!(byte <= left)) return false;
      left -= byte;
      return true;
    });
}

/** Returns the differences from the rows that the device has. */
function changesOf(kinds: PackedRows[], hashes: Hashes, had: Hashes) {
  const record: Record<string, Row[]> = {};
  const tolti: Record<string, number[]> = {};
  for (const { name, resource, id, rows } of kinds) {
    const [before, now] = [had[name] ?? {}, hashes[name] ?? {}];
    const changed = rows.filter((row) => before[String(row[id])] !== now[String(row[id])]);
    const gone = Object.keys(before).filter((key) => !(key in now));
    if (changed.length > 0) record[resource] = changed;
    if (gone.length > 0) tolti[resource] = gone.map(Number);
  }
  return { record, tolti };
}

const hashesFrom = (kinds: PackedRows[]): Hashes =>
  Object.fromEntries(
    kinds.map(({ name, id, rows }) => [
      name,
      Object.fromEntries(rows.map((row) => [String(row[id]), shortHash(row)])),
    ]),
  );

interface Pack {
  cursor: string;
  whole: boolean;
  record: Record<string, Row[]>;
  tolti: Record<string, number[]>;
  documenti: Row[];
}

/** Reads a pack in one snapshot, and stores its hashes. */
async function packAt(
  queryable: Context['database'],
  parts: PackParts,
  files: Files,
  context: PersonContext,
  cursor: string | undefined,
): Promise<Pack> {
  const reading = { ...context, database: queryable };
  const { reached, watched } = await reachedBy(parts, reading, queryable);
  const packed = packedFor(parts, reading);
  const kinds: PackedRows[] = [];
  for (const one of reached) kinds.push(await kindOf(one, packed, parts, reading));
  const hashes = hashesFrom(kinds);
  const had = cursor ? await hashesOf(queryable, context.user.id, cursor) : {};
  const marks = marksFrom(reached, commonMark(context, watched, files));
  return {
    cursor: await remember(queryable, context.user.id, { marks, hashes }),
    whole: cursor === undefined,
    ...changesOf(kinds, hashes, had),
    documenti: documentsWithin(kinds, packed, limitOf(context)),
  };
}

/** Runs in a transaction that reads everything from one snapshot. */
const atOnce = (queryable: Queryable) => queryable.query('set transaction isolation level repeatable read');

async function packReply(parts: PackParts, files: Files, context: PersonContext): Promise<Reply> {
  const { database, query, user } = context;
  limitOf(context);
  const schemi = schemaPart(files, context);
  const marks = await marksOf(database, user.id, query.dal);
  if (marks) {
    const { reached, watched } = await reachedBy(parts, context, database);
    if (isSame(marks, marksFrom(reached, commonMark(context, watched, files))))
      return { data: { cursor: query.dal, intero: 0, record: {}, tolti: {}, schemi } };
  }
  const { whole, ...pack } = await database.transaction(async (transaction) => {
    await atOnce(transaction);
    return packAt(joined(transaction, database), parts, files, context, marks && query.dal);
  });
  return { data: { ...pack, intero: whole ? 1 : 0, schemi } };
}

const ROWS_BY_RESOURCE = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'object' } },
};

const QUERY: Call['query'] = {
  dal: {
    type: 'string',
    description:
      'The cursor of the last pack: only what has changed since. An unknown one is answered with everything',
  },
  schemi: {
    type: 'string',
    description: 'The hash of the schemas that the device has; they are sent if it differs',
  },
  mb: {
    type: 'number',
    description:
      'The megabytes of documents that the device keeps: those that fit are listed; their contents are read by the calls of documents',
  },
};

const REPLY: Call['reply'] = {
  type: 'object',
  properties: {
    cursor: { type: 'string', description: 'For the next pack; the same one if nothing has changed' },
    intero: { enum: [0, 1], description: '1 if it holds everything: the device forgets what it had' },
    record: {
      ...ROWS_BY_RESOURCE,
      description:
        'New and changed rows by resource, without their empty fields; giacenza are the balances of the parts',
    },
    tolti: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'integer' } },
      description: 'The ids of rows that are gone: deleted, closed, or out of sight',
    },
    documenti: {
      type: 'array',
      description: 'The documents to keep; absent if nothing has changed',
      items: {
        type: 'object',
        properties: { risorsa: { type: 'string' }, id: { type: 'integer' }, byte: { type: 'integer' } },
      },
    },
    schemi: {
      type: 'object',
      properties: {
        impronta: { type: 'string' },
        dati: { type: 'object', description: 'Entities (schemi) and acts (atti), if the hash differs' },
      },
    },
  },
};

const EXAMPLE = {
  data: {
    cursor: '8e03978e-40d5-43dd-bc93-6894a57f9324',
    intero: 0,
    record: {
      odl: [{ id: 7, codice: '2026-0007', descrizione: 'Rumore anomalo', id_stato: 2, versione: 3 }],
    },
    tolti: { commento: [4] },
    documenti: [{ risorsa: 'odl/documento', id: 12, byte: 48_211 }],
    schemi: { impronta: 'q1Zk3w9a' },
  },
};

/** Returns whether the intervention was in one of the last packs of the user. */
export const hadWork = (queryable: Queryable, user: number, id: number): Promise<boolean> =>
  wasGiven(queryable, user, ROOT, id);

export function packCalls(parts: PackParts): Call[] {
  const files = filesOf(parts.schemas);
  return [
    {
      ...callAt('GET', '/pacchetto', 'session', 'intervention'),
      summary: {
        it: 'Il lavoro aperto, per chi può restare senza rete',
        en: 'The open work, for devices that may lose their connection',
      },
      query: QUERY,
      reply: REPLY,
      example: EXAMPLE,
      handle: (context) => packReply(parts, files, { ...context, user: personOf(context) }),
    },
  ];
}
