/** The statements that our own server runs for a call: it is asked in this process, and its statements are stored. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readSchemas } from '../schemas/read-schemas.ts';
import { buildApp } from '../server/app.ts';
import type { Database } from '../server/database/engine.ts';
import { API } from '../server/http/register.ts';
import { JSON_BODY, PASSWORD } from './signed-in.ts';
import type { Statement, TableCall } from './table-calls.ts';

export type RecordedCall = Pick<TableCall, 'user' | 'method' | 'request'>;

/** The statements of the request that runs. Background work has no list. */
const recorded = new AsyncLocalStorage<Statement[]>();
const record = (text: string, values: unknown[] = []): void =>
  void recorded.getStore()?.push({ text, values });

const recording = (database: Database): Database => ({
  ...database,
  reading: () => recording(database.reading()),
  query(text, values) {
    record(text, values);
    return database.query(text, values);
  },
  async transaction(work, options) {
    record('begin');
    const result = await database.transaction((inner) => {
      const query: typeof inner.query = (text, values) => {
        record(text, values);
        return inner.query(text, values);
      };
      const send: typeof inner.send = (text, values) => {
        record(text, values);
        return inner.send(text, values);
      };
      return work({ ...inner, query, send });
    }, options);
    record('commit');
    return result;
  },
});

/** Leaves out what a write starts after its commit. */
function ofRequest(all: Statement[]): Statement[] {
  const end = all.findIndex(({ text }) => text === 'commit');
  return end < 0 ? all : all.slice(0, end + 1);
}

let codes = 0;
/** Returns the values of another row: the code of an intervention is unique. */
export const renewed = (values: unknown[] = []): unknown[] => {
  const code = `B${process.pid}-${codes++}`;
  return values.map((value) => (typeof value === 'string' && /^ODL-\d\d-\d+$/.test(value) ? code : value));
};

/** Returns the statements of each call, without those of the first time, which fill caches. */
export async function recordedStatements(
  database: Database,
  calls: RecordedCall[],
  folder: string,
): Promise<Statement[][]> {
  const parts = { schemas: readSchemas(), version: 'bench', site: 'none', folder };
  const app = await buildApp({ ...parts, database: recording(database) });
  const send = (path: string, method: TableCall['method'] = 'GET', body?: object, authorization = '') =>
    app.server.inject({
      method,
      url: `${API}${path}`,
      headers: { authorization, ...(body && JSON_BODY) },
      ...(body && { payload: body }),
    });
  const all: Statement[][] = [];
  try {
    for (const { user, request, method } of calls) {
      const login = await send('/utente/login', 'POST', { username: user, pwd: PASSWORD });
      const token = `Bearer ${login.json().data.access_token}`;
      let list: Statement[] = [];
      for (let time = 0; time < 2; time++) {
        const { path, body } = request(time);
        list = [];
        const reply = await recorded.run(list, async () => await send(path, method, body, token));
        if (list.length === 0) throw new Error(`${path}: no statement was recorded`);
        if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`);
      }
      all.push(ofRequest(list));
    }
  } finally {
    await app.close();
    // It would slow down each asynchronous call of the bare server.
    recorded.disable();
  }
  return all;
}
