import { describe, expect, it } from 'vitest';
import { openDatabase, StartupError } from '../../../server/database/engine.ts';
import { freePort } from '../../processes/free-port.ts';
import { log, SERVER } from '../plant/templates.ts';

const refusal = async (url: string): Promise<string> => {
  const error = await openDatabase({ url, log }).then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  expect(String(error)).not.toContain('opensesame');
  return String(error);
};

describe('DATABASE_URL', () => {
  it('must be an address of PostgreSQL', async () => {
    expect(await refusal('mysql://me:opensesame@localhost/plant')).toContain('postgres://user:password@host');
  });

  it('must be reachable', async () => {
    const port = await freePort();
    expect(await refusal(`postgres://me:opensesame@127.0.0.1:${port}/plant`)).toContain(
      `Nothing answers at 127.0.0.1:${port}`,
    );
  });

  it('must name a host that exists', async () => {
    expect(await refusal('postgres://me:opensesame@nowhere.invalid/plant')).toContain('is unknown');
  });

  it.runIf(SERVER)('must name a database that exists', async () => {
    const url = new URL(SERVER!);
    url.pathname = '/no_such_plant';
    expect(await refusal(url.href)).toContain('has no database no_such_plant');
  });
});
