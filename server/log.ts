/** The server's log: JSON lines, or short lines on a terminal. Secrets are removed. */
import type { FastifyBaseLogger } from 'fastify';
import { isRow } from '../schemas/values.ts';

export const LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type Level = (typeof LEVELS)[number];

const SECRET_NAMES = new Set(
  'authorization cookie pwd password password2 hash segreto chiave access_token refresh_token auth authCode token link'.split(
    ' ',
  ),
);
/** Tokens, connector keys and passwords, anywhere in a text: how one begins, its pattern, and what is logged. */
const SECRET_TEXTS: [begin: string, pattern: RegExp, replacement: string][] = [
  ['eyJ', /eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  ['ofk_', /ofk_[\w-]{6,}/g, '[key]'],
  ['ofc_', /ofc_[\w-]{6,}/g, '[feed]'],
  ['whsec_', /whsec_[\w-]{6,}/g, '[secret]'],
  ['firma=', /\bfirma=[\w-]+/g, 'firma=[seal]'],
  ['secret=', /\bsecret=\w+/g, 'secret=[secret]'],
  ['(?:code|state)=', /([?&])(code|state)=[^&\s"']+/g, '$1$2=[sign-in]'],
  ['://', /(\w+:\/\/[^\s:/@]*):[^\s/@]+@/g, '$1:***@'],
];

/** Most lines have no secret, so they are searched once. */
const MAY_BE_SECRET = new RegExp(SECRET_TEXTS.map(([begin]) => begin).join('|'));

const redact = (text: string): string =>
  !MAY_BE_SECRET.test(text)
    ? text
    : SECRET_TEXTS.reduce((clean, [, pattern, replacement]) => clean.replaceAll(pattern, replacement), text);

type Fields = Record<string, unknown>;

const REQUEST = 'req';

const requestOf = (request: Fields): Fields => ({ method: request.method, url: request.url, ip: request.ip });
const errorOf = (error: Error & { code?: unknown }): Fields => ({
  type: error.name,
  message: error.message,
  code: error.code,
  stack: error.stack,
  cause: error.cause instanceof Error ? errorOf(error.cause) : undefined,
});

function loggedValue(name: string, value: unknown): unknown {
  if (SECRET_NAMES.has(name)) return '[redacted]';
  if (value instanceof Error) return errorOf(value);
  if (name === REQUEST && isRow(value)) return requestOf(value);
  if (name === 'res' && isRow(value)) return value.statusCode;
  return value;
}

const fieldsOf = (object: Fields): Fields =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, loggedValue(name, value)]));

type Write = (line: string) => void;
interface Line extends Fields {
  level: Level;
  time: string;
  msg?: unknown;
}

const withoutSecrets = (name: string, value: unknown): unknown =>
  SECRET_NAMES.has(name) ? '[redacted]' : value;
/** Members of the line itself are already redacted. Without others, JSON needs no replacing function. */
const hasNested = (line: Line): boolean =>
  Object.entries(line).some(
    ([name, value]) => typeof value === 'object' && value !== null && name !== REQUEST,
  );
const asJson = (line: Line): string => JSON.stringify(line, hasNested(line) ? withoutSecrets : undefined);

/** Formats an entry as a short line: 14:03:22 warn  message {"more":…} */
function asShort({ level, time, msg = '', err, ...rest }: Line): string {
  const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest, withoutSecrets)}` : '';
  const stack = isRow(err) ? `\n${err.stack ?? err.message}` : '';
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${msg}${more}${stack}`;
}

export interface LogOptions {
  level: Level;
  short: boolean;
  write: Write;
}

export function createLog(options: LogOptions, bound: Fields = {}): FastifyBaseLogger {
  const maximum = LEVELS.indexOf(options.level);
  const print = options.short ? asShort : asJson;

  const at = (level: Level) =>
    LEVELS.indexOf(level) > maximum
      ? () => undefined
      : (first: unknown, second?: unknown) => {
          const fields = first instanceof Error ? { err: first } : isRow(first) ? first : {};
          const msg = typeof first === 'string' ? first : second;
          const line: Line = {
            level,
            time: new Date().toISOString(),
            ...bound,
            ...fieldsOf(fields),
            msg,
          };
          options.write(`${redact(print(line))}\n`);
        };

  return {
    level: options.level,
    fatal: at('fatal'),
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    trace: at('trace'),
    silent: () => undefined,
    child: (more: Fields) => createLog(options, { ...bound, ...fieldsOf(more) }),
  };
}
