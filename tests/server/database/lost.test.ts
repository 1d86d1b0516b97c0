/** A database that disappears while the server runs: no unexpected errors, and no success without a commit. */
import { describe, expect, it } from 'vitest';
import { EngineBusy } from '../../../server/database/engine.ts';
import { problemOf } from '../../../server/http/errors.ts';
import { ownPlant } from '../plant/plant.ts';
import { SERVER } from '../plant/templates.ts';

const { demo, admin } = await ownPlant();

const responseTo = (error: unknown) => {
  const { status, key } = problemOf(error as Error);
  return [status, key];
};

const MINE = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

describe.runIf(SERVER)('a backend that is killed', () => {
  it('during calls causes a 503 with a message', async () => {
    const answers: { status: number; result: number; description: string }[] = [];
    for (let round = 0; round < 10; round += 1) {
      const calls = [
        ...Array.from({ length: 6 }, () => admin.get('/oggetto/?pag=1')),
        ...Array.from({ length: 3 }, (_, n) =>
          admin.post('/costo-tipo/', { codice: `K${round}-${n}`, descrizione: 'Prova' }),
        ),
        admin.get('/odl/csv/'),
      ];
      const kill = demo.database.query(MINE).catch(() => undefined);
      answers.push(...(await Promise.all(calls)));
      await kill;
    }
    const others = answers.filter(({ status }) => status !== 200 && status !== 503 && status !== 404);
    expect(others).toEqual([]);
    for (const { status, result, description } of answers)
      if (status === 503)
        expect([result, description]).toEqual([-1, expect.stringMatching(/occupato|interrotto/)]);
    expect((await admin.get('/oggetto/?pag=1')).status).toBe(200);
  });

  it('in a transaction causes a 503; at its commit the outcome is unknown', async () => {
    const killed = demo.database.transaction((transaction) =>
      transaction.query('select pg_terminate_backend(pg_backend_pid())'),
    );
    expect(responseTo(await killed.catch((error) => error))).toEqual([503, 'busy']);
    const atCommit = demo.database.transaction(async (transaction) => {
      const { rows } = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
      await demo.database.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    });
    expect(responseTo(await atCommit.catch((error) => error))).toEqual([503, 'outcome-unknown']);
  });

  it('between two calls is not noticed', async () => {
    await demo.database.query(MINE);
    expect((await admin.get('/oggetto/?pag=1')).status).toBe(200);
  });

  it('under an export is a wait too', async () => {
    const rows = demo.database.cursor(
      'select pg_terminate_backend(pg_backend_pid()) from generate_series(1, 9)',
      [],
      2,
    );
    const read = async () => {
      for await (const portion of rows) expect(portion).toBeDefined();
    };
    expect(responseTo(await read().catch((error) => error))).toEqual([503, 'busy']);
  });
});

describe('errors of the driver about a lost connection', () => {
  it.each([
    ['57P01'],
    ['57P02'],
    ['57P05'],
    ['08006'],
    ['53300'],
    ['EPIPE'],
    ['ETIMEDOUT'],
    ['ENOTFOUND'],
    ['EHOSTUNREACH'],
  ])('%s is a wait', async (code) => {
    const lost = () => Promise.reject(Object.assign(new Error('gone'), { code }));
    const error = await demo.database.transaction(lost).catch((reason) => reason);
    expect(responseTo(error)[0]).toBe(503);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
  ])('%s is a wait', async (message) => {
    const error = await demo.database
      .transaction(() => Promise.reject(new Error(message)))
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(EngineBusy);
  });
});
