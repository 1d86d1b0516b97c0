/** Keys of connectors: shown once, kept as a hash, revoked by a super admin. */
import { randomBytes } from 'node:crypto';
import type { Access } from '../../../schemas/access.ts';
import type { ApiSchema, Call, Context, Reply } from '../../http/call.ts';
import { readId } from '../../http/parameters.ts';
import { notFound, refused, say } from '../../http/problem.ts';
import { KEY_PREFIX, keyHash } from '../../http/session.ts';
import type { Licensing } from './parts.ts';
import { personById } from './people.ts';

const SHOWN = KEY_PREFIX.length + 6;
const COLLECTION = '/utente/:id/chiave-api';
const access: Access = [{ role: 'SUADMIN' }];

interface KeyRow {
  id: number;
  prefisso: string;
  creata: string;
  revocata: string | null;
}

const EXAMPLE: KeyRow = { id: 1, prefisso: 'ofk_Zk3w9a', creata: '2026-11-21T09:30:00.000Z', revocata: null };
const KEY: ApiSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    prefisso: { type: 'string' },
    creata: { type: 'string', format: 'date-time' },
    revocata: { type: ['string', 'null'], format: 'date-time' },
  },
};

async function createKey({ requireKeySeat }: Licensing, context: Context): Promise<Reply> {
  const id = readId(context.params.id);
  const key = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
  const row = await context.database.transaction(async (transaction) => {
    const person = await personById(transaction, id);
    if (!person) throw notFound();
    if (person.sys !== 1) throw refused('key-system-only');
    await requireKeySeat(transaction, id);
    const { rows } = await transaction.query<KeyRow>(
      `insert into chiave_api (id_utente, hash, prefisso, creata) values ($1, $2, $3, now())
       returning id, prefisso, creata, revocata`,
      [id, keyHash(key), key.slice(0, SHOWN)],
    );
    return rows[0]!;
  });
  return { data: { ...row, chiave: key }, description: say('key-shown-once', context.language) };
}

async function listKeys(context: Context): Promise<Reply> {
  const id = readId(context.params.id);
  if (!(await personById(context.database, id))) throw notFound();
  const { rows } = await context.database.query<KeyRow>(
    'select id, prefisso, creata, revocata from chiave_api where id_utente = $1 order by id desc',
    [id],
  );
  return { data: rows };
}

async function revokeKey(context: Context): Promise<Reply> {
  const { count } = await context.database.query(
    'update chiave_api set revocata = now() where id_utente = $1 and id = $2 and revocata is null',
    [readId(context.params.id), readId(context.params.idChiave)],
  );
  if (count === 0) throw notFound();
  return { data: null };
}

export const connectorKeyCalls = (licensing: Licensing): Call[] => [
  {
    method: 'GET',
    path: COLLECTION,
    access,
    tag: 'user',
    summary: { it: 'Chiavi di un connettore', en: 'Keys of a connector' },
    reply: { type: 'array', items: KEY },
    example: { data: [EXAMPLE] },
    handle: listKeys,
  },
  {
    method: 'POST',
    path: COLLECTION,
    access,
    tag: 'user',
    summary: {
      it: 'Nuova chiave di un connettore, mostrata una sola volta',
      en: 'New key of a connector, shown once',
    },
    reply: { ...KEY, properties: { ...KEY.properties, chiave: { type: 'string' } } },
    example: { data: { ...EXAMPLE, chiave: 'ofk_Zk3w9a…' } },
    handle: (context) => createKey(licensing, context),
  },
  {
    method: 'DELETE',
    path: `${COLLECTION}/:idChiave`,
    access,
    tag: 'user',
    summary: { it: 'Revoca di una chiave', en: 'Revoke a key' },
    reply: { type: 'null' },
    example: { data: null },
    handle: revokeKey,
  },
];
