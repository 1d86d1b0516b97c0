/**
 * A call of the API as a value: address, who may make it, what goes in and comes out, and the function that answers.
 * Routes, access check, API description and the access test are all made from the one list of calls.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Access, Person, SettingOf } from '../../schemas/access.ts';
import type { Language, Row, Text } from '../../schemas/entity.ts';
import type { Database, Transaction } from '../database/engine.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The person behind a call. `scopes` holds the ids his rows are limited to, by dimension; 'all' limits nothing. */
export interface User extends Person {
  id: number;
  name: string;
  role: string;
  roleId: number;
  scopes: Record<string, number[] | 'all'>;
}

export interface Context {
  database: Database;
  /** Undefined only in calls that are public or opened by a mailed link. */
  user: User | undefined;
  language: Language;
  setting: SettingOf;
  params: Record<string, string>;
  query: Record<string, string>;
  /** The parsed JSON body; {} when there is none. */
  body: Row;
  /** The bearer token as sent, for the calls opened by a mailed link. */
  token: string | undefined;
  address: string;
  /** 'https://officina.example', as the caller addressed the server. */
  origin: string;
  requestId: string;
  log: FastifyBaseLogger;
}

/** What a handler answers: `data`, and beside it what the envelope carries for lists. */
export interface Reply {
  data: unknown;
  tot?: number;
  max_rows?: number;
  description?: string;
  status?: number;
}

/** A file as it is, for the calls whose reply is no envelope. */
export interface RawReply {
  raw: AsyncIterable<string | Uint8Array> | string | Uint8Array;
  type: string;
  filename?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema as OpenAPI prints it.
export type ApiSchema = Record<string, any>;

export interface Call {
  method: Method;
  /** Below /api/cmms, with :name for parameters, no trailing slash. */
  path: string;
  access: Access;
  summary: Text;
  tag: string;
  /** Query parameters by name, for the description. */
  query?: Record<string, ApiSchema>;
  body?: ApiSchema;
  /** The schema of `data`. */
  reply?: ApiSchema;
  example?: { body?: unknown; data?: unknown };
  /** List replies carry tot and max_rows. */
  paged?: boolean;
  /** Most bytes of a body, when not the usual. */
  bodyLimit?: number;
  handle(context: Context): Promise<Reply | RawReply>;
}

export type { Database, Transaction };
