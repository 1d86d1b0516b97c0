/**
 * A call of the API as a value: address, who may make it, what goes in and comes out, and the function that answers.
 * Routes, access check, API description and the access test are all made from the one list of calls.
 */

import type { FastifyBaseLogger } from 'fastify';
import type { Access, KnownPerson, SettingOf } from '../../schemas/access.ts';
import type { Definition } from '../../schemas/custom-fields.ts';
import type { Entity, Language, Row, Text } from '../../schemas/entity.ts';
import { isRow } from '../../schemas/values.ts';
import type { Database, Transaction } from '../database/engine.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The person behind a call. `scopes` holds the ids his rows are limited to, by dimension; 'all' limits nothing. */
export interface User extends KnownPerson {
  name: string;
  role: string;
  /** What the role is called in other languages. */
  roleNames?: Partial<Text> | null;
  roleId: number;
  scopes: Record<string, number[] | 'all'>;
}

/** A file of a call, while it arrives: its content is read once, before the next file. */
export interface SentFile {
  name: string;
  /** Ends in a refusal (413) when there is more than the call takes. */
  content: AsyncIterable<Uint8Array>;
}

/** How many files a call takes, and of how many bytes each. */
export interface FileLimits {
  /** The part of the form they come in, as the description says it; any name is taken. */
  part: string;
  max: number;
  bytes: number;
}

export interface Context {
  database: Database;
  /** Undefined only in calls that are public, or opened by a mailed link or a sealed address. */
  user: User | undefined;
  language: Language;
  setting: SettingOf;
  /** The definitions of an entity's custom fields. */
  definitionsOf(entity: Entity): Definition[];
  params: Record<string, string>;
  query: Record<string, string>;
  /** The parsed JSON body; {} when there is none. */
  body: Row;
  /** Empty but for the calls that take files. */
  files: AsyncIterable<SentFile>;
  /** As sent, by lower-case names. */
  headers: Record<string, string | undefined>;
  /** The bearer token as sent, for the calls opened by a mailed link. */
  token: string | undefined;
  address: string;
  /** 'https://officina.example', as the caller addressed the server. */
  origin: string;
  requestId: string;
  /** Under this name the call makes much at once: what is told of it is told together. */
  batch?: string;
  log: FastifyBaseLogger;
}

/** The context of a call whose access asks for a session. */
export type PersonContext = Context & { user: User };

/** What a handler answers: `data`, and beside it what the envelope carries for lists. */
export interface Reply {
  data: unknown;
  tot?: number;
  max_rows?: number;
  description?: string;
  status?: number;
  headers?: Record<string, string>;
  /** What else stands in the envelope. */
  beside?: Record<string, unknown>;
}

/** The rows of a list's reply. */
export const rowsIn = ({ data }: Pick<Reply, 'data'>): Row[] =>
  Array.isArray(data) ? data.filter(isRow) : [];

/** A file as it is, for the calls whose reply is no envelope. */
export interface RawReply {
  raw: AsyncIterable<string | Uint8Array> | string | Uint8Array;
  type: string;
  /** Saved under this name, not shown. */
  filename?: string;
  status?: number;
  headers?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema as OpenAPI prints it.
export type ApiSchema = Record<string, any>;

export interface Call {
  /** Of the calls that are made for an entity (`odl.list`), and of those that an act names; domains override one by it. */
  name?: string;
  method: Method;
  /** Below /api/cmms, with :name for parameters, no trailing slash. */
  path: string;
  access: Access;
  /** A sealed address opens it too, without a person behind it; see sealed-address.ts. */
  sealable?: boolean;
  summary: Text;
  tag: string;
  /** Query parameters by name, for the description. */
  query?: Record<string, ApiSchema>;
  body?: ApiSchema;
  /** The call is answered without a body too. */
  bodyOptional?: boolean;
  /** The schema of `data`. */
  reply?: ApiSchema;
  example?: { body?: unknown; data?: unknown };
  /** List replies carry tot and max_rows. */
  paged?: boolean;
  /** :id may be several ids with commas, each with an outcome of its own. */
  many?: boolean;
  /** The call takes files, as multipart/form-data, and no JSON. */
  files?: FileLimits;
  /** Most bytes of a body, when not the usual. */
  bodyLimit?: number;
  /**
   * How a write that comes with an idempotency key has one effect. When not said, effect and answer are one transaction.
   * `beside`: the answer is kept after the effect, for what is the same however often it is done, or leaves the house.
   * `never`: the call takes no key.
   */
  once?: 'beside' | 'never';
  /** Names of `data` that are shown once, and not kept with the answer. */
  shownOnce?: string[];
  /** The kept data for who sends the call again: refused where the record is out of reach by now, without what is hidden. */
  again?(data: unknown, context: Context): Promise<unknown>;
  /** What follows the commit: makes of the answer, new or kept, the one that is sent. */
  finish?(reply: Reply, context: Context): Promise<Reply>;
  handle(context: Context): Promise<Reply | RawReply>;
}

/** Writes in a person's name take an idempotency key; what opens or guards a session does not. */
export const takesKey = ({ method, access, once }: Call): boolean =>
  method !== 'GET' && access !== 'public' && access !== 'link' && once !== 'never';

export type { Database, Transaction };
