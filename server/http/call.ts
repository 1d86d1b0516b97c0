/**
 * A call of the API as a value: address, access, input, output, and the function that answers it. Routes, access
 * check, API description and the access test are all made from the one list of calls.
 */

import type { FastifyBaseLogger } from 'fastify';
import type { Access, SettingOf } from '../../schemas/access.ts';
import type { Definition } from '../../schemas/custom-fields.ts';
import type { Entity, Language, Row, Text } from '../../schemas/entity.ts';
import { isRow } from '../../schemas/values.ts';
import type { Database, Transaction } from '../database/engine.ts';
import type { User } from '../plant/user.ts';
import type { LateAct } from './late.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A file of a call during upload. Its content must be read once, before the next file. */
export interface SentFile {
  name: string;
  /** Ends with an error (413) if the file exceeds the call's limit. */
  content: AsyncIterable<Uint8Array>;
}

/** The number of files that a call accepts, and their maximum size in bytes. */
export interface FileLimits {
  /** The form field of the files in the description. The call accepts any field name. */
  part: string;
  max: number;
  bytes: number;
}

export interface Context {
  database: Database;
  /** The user; undefined only in calls that are public, or opened by a mailed link or a sealed address. */
  user: User | undefined;
  language: Language;
  setting: SettingOf;
  /** Returns the definitions of an entity's custom fields. */
  definitionsOf(entity: Entity): Definition[];
  params: Record<string, string>;
  query: Record<string, string>;
  /** The parsed JSON body; {} if there is none. */
  body: Row;
  /** The files; empty except for calls that accept files. */
  files: AsyncIterable<SentFile>;
  /** The headers, with names in lower case. */
  headers: Record<string, string | undefined>;
  /** The bearer token as sent, for the calls that a mailed link opens. */
  token: string | undefined;
  address: string;
  /** The address of the server as the client used it, for example 'https://officina.example'. */
  origin: string;
  requestId: string;
  /** The time of the act, if it arrives late. Only calls with an idempotency key have it. */
  late?: LateAct;
  /** The name of a batch, if the call creates many rows: their notifications are combined. */
  batch?: string;
  log: FastifyBaseLogger;
}

/** The context of a call that requires a session. */
export type PersonContext = Context & { user: User };

/** A handler's result: `data`, and for lists the counts in the envelope. */
export interface Reply {
  data: unknown;
  tot?: number;
  max_rows?: number;
  description?: string;
  status?: number;
  headers?: Record<string, string>;
  /** Further members of the envelope. */
  beside?: Record<string, unknown>;
}

/** Returns the rows of a list's reply. */
export const rowsIn = ({ data }: Pick<Reply, 'data'>): Row[] =>
  Array.isArray(data) ? data.filter(isRow) : [];

/** A file, for the calls that reply without an envelope. */
export interface RawReply {
  raw: AsyncIterable<string | Uint8Array> | string | Uint8Array;
  type: string;
  /** The file name of a download. Without one the browser displays the file. */
  filename?: string;
  status?: number;
  headers?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema as OpenAPI prints it.
export type ApiSchema = Record<string, any>;

export interface Call {
  /** The name of an entity's call (`odl.list`), or of a call that an act uses. Domains override calls by it. */
  name?: string;
  method: Method;
  /** The address after /api/cmms: parameters are written as :name, and it does not end with a slash. */
  path: string;
  access: Access;
  /** Whether a sealed address opens the call too, without a user; see sealed-address.ts. */
  sealable?: boolean;
  summary: Text;
  tag: string;
  /** Query parameters by name, for the description. */
  query?: Record<string, ApiSchema>;
  body?: ApiSchema;
  /** Whether the call also accepts no body. */
  bodyOptional?: boolean;
  /** The schema of `data`, or of the whole reply if it is bare. */
  reply?: ApiSchema;
  /** The media type of a reply without the envelope; `redirect` is a reply without content. */
  bare?: string;
  example?: { body?: unknown; data?: unknown };
  /** Whether list replies carry tot and max_rows. */
  paged?: boolean;
  /** Whether a replica of the database may answer, because the call reads many rows. All paged calls may. */
  broad?: boolean;
  /** Whether :id may be several ids with commas, each with its own result. */
  many?: boolean;
  /** The limits of files, if the call accepts files (multipart/form-data) instead of JSON. */
  files?: FileLimits;
  /** The maximum size of the body in bytes, if not the default. */
  bodyLimit?: number;
  /**
   * How an idempotency key limits a write to one effect. By default, effect and response are one transaction. `beside`:
   * the response is stored after the effect, for calls that are repeatable or act outside the application. `never`: the
   * call accepts no key.
   */
  once?: 'beside' | 'never';
  /** Members of `data` that are returned once, and not stored with the response. */
  shownOnce?: string[];
  /**
   * Filters the stored data when a call is sent again: throws if the record is no longer visible, and removes hidden
   * fields.
   */
  replay?(data: unknown, context: Context): Promise<unknown>;
  /** Runs after the commit. Turns the response, new or stored, into the one that is sent. */
  finish?(reply: Reply, context: Context): Promise<Reply>;
  handle(context: Context): Promise<Reply | RawReply>;
}

/** Returns the beginning of a call: its address, the users who may make it, its chapter of the description. */
export const callAt = (method: Method, path: string, access: Access, tag: string) => ({
  method,
  path,
  access,
  tag,
});

/** Returns the beginning of a call on an entity, for the users who have this right to it. */
export const callOn = (entity: Entity, right: keyof Entity['access'], method: Method, path: string) =>
  callAt(method, path, entity.access[right], entity.name);

/** Returns a summary that ends with the title of an entity. */
export const summaryOf = (title: Text, it: string, en: string): Text => ({
  it: `${it}: ${title.it}`,
  en: `${en}: ${title.en}`,
});

/**
 * Returns whether the call accepts an idempotency key. Writing calls of users do. Sign-in and session calls do not.
 */
export const takesKey = ({ method, access, once }: Call): boolean =>
  method !== 'GET' && access !== 'public' && access !== 'link' && once !== 'never';

/** Returns whether a replica of the database may answer the call. */
export const isBroad = ({ method, paged, broad }: Call): boolean =>
  method === 'GET' && Boolean(paged || broad);

export type { Database, Transaction, User };
