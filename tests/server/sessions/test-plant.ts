/** A small plant with one user of each kind, and a function to call it. */
import type { LightMyRequestResponse } from 'fastify';
import { readSchemas } from '../../../schemas/read-schemas.ts';
import { type AppParts, buildApp } from '../../../server/app.ts';
import type { Database } from '../../../server/database/engine.ts';
import { createTokens, type Tokens } from '../../../server/http/tokens.ts';
import { seedInitial } from '../../../server/seed/initial.ts';
import { quickHash } from '../../processes/quick-password.ts';
import { testDatabase } from '../plant/database.ts';

export const PASSWORD = 'Officina2026!';

/** mail -> family, active, system */
const PEOPLE: Record<string, [string, number, number]> = {
  'super@plant.example': ['SUADMIN', 1, 0],
  'admin@plant.example': ['SUPER', 1, 0],
  'tech@plant.example': ['RIFTEC', 1, 0],
  'reporter@plant.example': ['RESP', 1, 0],
  'new@plant.example': ['RIFTEC', 0, 0],
  'new-super@plant.example': ['SUADMIN', 0, 0],
  'connector@plant.example': ['SUPER', 0, 1],
};

export interface Envelope {
  status: number;
  result: number;
  description: string;
  // biome-ignore lint/suspicious/noExplicitAny: the reply of any call.
  data: any;
  errors?: Record<string, string>;
  headers: LightMyRequestResponse['headers'];
}

export interface Ask {
  body?: unknown;
  token?: string;
  language?: string;
  address?: string;
  host?: string;
  headers?: Record<string, string>;
}

export interface TestPlant {
  database: Database;
  tokens: Tokens;
  id: Record<string, number>;
  ask(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, ask?: Ask): Promise<Envelope>;
  login(mail: string, password?: string): Promise<{ access_token: string; refresh_token: string }>;
  close(): Promise<void>;
}

async function addPeople(database: Database): Promise<Record<string, number>> {
  const hash = await quickHash(PASSWORD);
  const ids: Record<string, number> = {};
  for (const [mail, [family, active, system]] of Object.entries(PEOPLE)) {
    const name = mail.split('@')[0];
    const { rows } = await database.query<{ id: number }>(
      `insert into utente (nome, cognome, mail, id_utente_ruolo, attivo, sys)
       select $1, 'Test', $2, r.id, $4, $5 from ruolo r join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
       where f.codice = $3 order by r.id limit 1 returning id`,
      [name, system ? '-' : mail, family, active, system],
    );
    ids[mail] = rows[0]!.id;
    if (active)
      await database.query('insert into credenziale (id_utente, hash) values ($1, $2)', [ids[mail], hash]);
  }
  return ids;
}

export async function openTestPlant(more: Partial<AppParts> = {}): Promise<TestPlant> {
  const database = await testDatabase();
  const schemas = readSchemas();
  await database.transaction((transaction) => seedInitial(transaction, schemas));
  const id = await addPeople(database);
  const app = await buildApp({ database, schemas, version: '0.0.0', site: '/nowhere', ...more });
  let addresses = 0;

  const ask: TestPlant['ask'] = async (
    method,
    path,
    { body, token, language = 'it', address, host, headers } = {},
  ) => {
    const reply = await app.server.inject({
      method,
      url: `/api/cmms${path}`,
      headers: {
        'accept-language': language,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(host ? { host } : {}),
        ...headers,
      },
      remoteAddress: address ?? '10.0.0.1',
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: reply.statusCode, headers: reply.headers, ...reply.json() };
  };

  return {
    database,
    tokens: await createTokens(database),
    id,
    ask,
    async login(username, pwd = PASSWORD) {
      addresses += 1;
      const reply = await ask('POST', '/utente/login', {
        body: { username, pwd },
        address: `10.1.0.${addresses}`,
      });
      if (reply.result !== 0) throw new Error(reply.description);
      return reply.data;
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}
