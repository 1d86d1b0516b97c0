/** The configuration. It is read once, from the command line and then from the environment. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../schemas/failures.ts';
import { furtherFolders } from '../schemas/read-schemas.ts';
import { isEmail } from '../schemas/validate.ts';
import { StartupError } from './database/startup-error.ts';
import type { S3Settings } from './files/s3-client.ts';
import { LEVELS, type Level } from './log.ts';
import { readS3Settings } from './s3-settings.ts';
import { readTrustedProxy, type TrustedProxy } from './trusted-proxy.ts';

export interface Configuration {
  port: number;
  /** The address to listen on. By default a demo plant uses loopback, a real one all addresses. */
  host: string | undefined;
  folder: string;
  url: string | undefined;
  /** The address of the same database without a pooler; undefined if `url` leads to it directly. */
  direct: string | undefined;
  poolerPrepares: boolean;
  /** The address of a replica of the database; undefined for none. */
  replica: string | undefined;
  empty: boolean;
  /** Whether the start waits for servers of older versions to stop, if it must change the database for them too. */
  wait: boolean;
  admin: string;
  /** Whether a new demo plant includes a year of work. */
  demoYear: boolean;
  /** Further folders of entity files. */
  schemas: string[];
  logLevel: Level;
  /** Whether users reach the server by https, through a proxy. */
  https: boolean;
  /** The proxies whose forwarded headers are trusted; undefined for none. */
  trustProxy: TrustedProxy | undefined;
  /** Whether webhooks may reach addresses inside the own network. */
  webhooksInside: boolean;
  /** Whether the identity provider may be reached by plain http. */
  signOnByHttp: boolean;
  /** The bucket of the files; undefined if the files are in the data folder. */
  s3: S3Settings | undefined;
}

type Environment = Record<string, string | undefined>;

export const readHelp = (): string => readFileSync(new URL('./help.txt', import.meta.url), 'utf8');

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  admin: { type: 'string' },
  empty: { type: 'boolean', default: false },
  wait: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: false, strict: true }).values;
  } catch (error) {
    const reason = messageOf(error).split('. ')[0];
    throw new StartupError(`${reason}. Run npm start -- --help for the options.`);
  }
}

function portOf(text: string | undefined): number {
  const port = text === undefined ? 8080 : /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535)
    throw new StartupError(`--port ${text} is not a port. Use a number from 0 to 65535.`);
  return port;
}

function urlOf(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined;
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  if (protocol !== 'postgres:' && protocol !== 'postgresql:')
    throw new StartupError(
      `${name} is not an address of a database. Use postgres://user:password@host:5432/name.`,
    );
  return text;
}

/** Reads the addresses of the database. */
function databaseOf(
  environment: Environment,
): Pick<Configuration, 'url' | 'direct' | 'poolerPrepares' | 'replica'> {
  const url = urlOf('DATABASE_URL', environment.DATABASE_URL);
  const direct = urlOf('DATABASE_DIRECT_URL', environment.DATABASE_DIRECT_URL);
  if (direct && !url)
    throw new StartupError(
      'DATABASE_DIRECT_URL is set without DATABASE_URL. Set DATABASE_URL to the address of the pooler, or to the address of the database if there is no pooler.',
    );
  const replica = urlOf('DATABASE_READ_URL', environment.DATABASE_READ_URL);
  if (replica && !url)
    throw new StartupError(
      'DATABASE_READ_URL is set without DATABASE_URL. Set DATABASE_URL to the address of the database that the replica follows.',
    );
  return { url, direct, replica, poolerPrepares: environment.DATABASE_POOLER_PREPARES === '1' };
}

function levelOf(text: string | undefined, terminal: boolean): Level {
  if (!text) return terminal ? 'warn' : 'info';
  const level = LEVELS.find((one) => one === text);
  if (level) return level;
  throw new StartupError(`OFFICINA_LOG=${text} is not a level. Use one of ${LEVELS.join(', ')}.`);
}

function mailOf(text: string | undefined): string {
  const mail = text ?? 'superadmin@officina.local';
  if (!isEmail(mail))
    throw new StartupError(`--admin ${mail} is not an e-mail address. Use name@domain.example.`);
  return mail;
}

export const asksForHelp = (args: string[]): boolean => args.includes('--help') || args.includes('-h');

export function readConfiguration(
  args: string[],
  environment: Environment,
  terminal: boolean,
): Configuration {
  const options = parse(args);
  return {
    port: portOf(options.port),
    host: options.host,
    folder: resolve(options.data ?? 'data'),
    ...databaseOf(environment),
    empty: options.empty,
    wait: options.wait,
    admin: mailOf(options.admin),
    demoYear: environment.OFFICINA_DEMO_YEAR !== '0',
    schemas: furtherFolders(environment.OFFICINA_SCHEMAS),
    logLevel: levelOf(environment.OFFICINA_LOG, terminal),
    https: environment.OFFICINA_HTTPS === '1',
    trustProxy: readTrustedProxy(environment.OFFICINA_TRUSTED_PROXY),
    webhooksInside: environment.OFFICINA_WEBHOOK_PRIVATE === '1',
    signOnByHttp: environment.OFFICINA_SSO_HTTP === '1',
    s3: readS3Settings(environment),
  };
}
