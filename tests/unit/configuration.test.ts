/** The command line and the environment: read, completed, and refused with a sentence; and what a start prints. */
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SchemaError } from '../../schemas/read-schemas.ts';
import { asksForHelp, readConfiguration, readHelp } from '../../server/configuration.ts';
import { StartupError } from '../../server/database/startup-error.ts';
import { addressesOf, greeting } from '../../server/greeting.ts';

type Environment = Record<string, string>;

const read = (args: string[], environment: Environment = {}) => readConfiguration(args, environment, false);

function refusal(args: string[], environment: Environment = {}): Error {
  try {
    read(args, environment);
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was refused');
}

describe('a configuration', () => {
  it('is complete when nothing is set', () => {
    expect(read([])).toMatchObject({
      port: 8080,
      host: undefined,
      folder: resolve('data'),
      url: undefined,
      direct: undefined,
      poolerPrepares: false,
      replica: undefined,
      empty: false,
      wait: false,
      admin: 'superadmin@officina.local',
      demoYear: true,
      schemas: [],
      logLevel: 'info',
      https: false,
      s3: undefined,
    });
  });

  it('is read from the command line and the environment', () => {
    const args = ['--empty', '--admin', 'capo@plant.example', '--port', '0', '--host', '::1', '--data', 'x'];
    const environment = { DATABASE_URL: 'postgres://me@db/cmms', OFFICINA_SCHEMAS: tmpdir() };
    expect(read(args, { ...environment, OFFICINA_LOG: 'debug', OFFICINA_DEMO_YEAR: '0' })).toMatchObject({
      port: 0,
      host: '::1',
      folder: resolve('x'),
      url: 'postgres://me@db/cmms',
      empty: true,
      admin: 'capo@plant.example',
      demoYear: false,
      schemas: [tmpdir()],
      logLevel: 'debug',
    });
  });

  it('knows the addresses of a pooler, the database behind it and its replica', () => {
    const environment = {
      DATABASE_URL: 'postgres://me@pooler/cmms',
      DATABASE_DIRECT_URL: 'postgres://me@db/cmms',
      DATABASE_POOLER_PREPARES: '1',
      DATABASE_READ_URL: 'postgres://me@replica/cmms',
    };
    expect(read([], environment)).toMatchObject({
      url: 'postgres://me@pooler/cmms',
      direct: 'postgres://me@db/cmms',
      poolerPrepares: true,
      replica: 'postgres://me@replica/cmms',
    });
  });

  it.each<[string, string[], Environment, string]>([
    ['an address that is none', [], { DATABASE_URL: 'mysql://me:geheim@x' }, 'Use postgres://'],
    [
      'a direct address without a pooler',
      [],
      { DATABASE_DIRECT_URL: 'postgres://me:geheim@x' },
      'without DATABASE_URL',
    ],
    [
      'a direct address that is none',
      [],
      { DATABASE_URL: 'postgres://x/y', DATABASE_DIRECT_URL: 'x:geheim' },
      'DATABASE_DIRECT_URL is not',
    ],
    [
      'a replica without a database',
      [],
      { DATABASE_READ_URL: 'postgres://x/y' },
      'DATABASE_READ_URL is set without',
    ],
    ['a port that is none', ['--port', '70000'], {}, '--port 70000 is not a port'],
    ['an option that is none', ['--prot', '80'], {}, '--help'],
    ['a level that is none', [], { OFFICINA_LOG: 'loud' }, 'OFFICINA_LOG=loud'],
    ['an e-mail that is none', ['--empty', '--admin', 'capo'], {}, '--admin capo'],
    ['half a bucket', [], { OFFICINA_S3_BUCKET: 'impianto' }, 'OFFICINA_S3_KEY is not set'],
  ])('is refused with %s', (_name, args, environment, words) => {
    const error = refusal(args, environment);
    expect(error).toBeInstanceOf(StartupError);
    expect(error.message).toContain(words);
    expect(error.message).not.toContain('geheim');
  });

  it('is refused with a folder of schemas that is none', () => {
    const error = refusal([], { OFFICINA_SCHEMAS: '/no/such' });
    expect(error).toBeInstanceOf(SchemaError);
    expect(error.message).toContain('/no/such');
  });

  it('is explained by --help, which lists all settings', () => {
    expect(['--help', '-h', '--port'].map((word) => asksForHelp([word]))).toEqual([true, true, false]);
    const help = readHelp();
    for (const word of [
      '--empty',
      '--port',
      '--host',
      '--data',
      '--dev',
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
    ])
      expect(help).toContain(word);
  });
});

describe('a start prints', () => {
  const facts = { demo: false, invitation: undefined, isAddressSet: true, isProxyUnnamed: false };
  const printed = (change: Partial<Parameters<typeof greeting>[1]> = {}): string =>
    greeting(['http://localhost:8080'], { ...facts, ...change });

  it('the address, and how to stop', () => {
    expect(printed()).toBe('\n  Officina is at  http://localhost:8080\n\n  Ctrl+C stops it.\n');
    expect(addressesOf('::1', 80)).toEqual(['http://[::1]:80']);
  });

  it('the accounts of a demo plant, which needs no public address', () => {
    const said = printed({ demo: true, isAddressSet: false });
    expect(said).toContain('superadmin@officina.example');
    expect(said).not.toContain('ClienteURL');
  });

  it('what a real plant still lacks: an address of its own, and the name of its proxy', () => {
    expect(printed({ isAddressSet: false })).toContain('The setting ClienteURL is empty');
    expect(printed({ isAddressSet: false })).not.toContain('OFFICINA_TRUSTED_PROXY');
    expect(printed({ isProxyUnnamed: true })).toContain('OFFICINA_TRUSTED_PROXY is not');
    expect(printed({ isProxyUnnamed: true })).not.toContain('ClienteURL');
  });
});
