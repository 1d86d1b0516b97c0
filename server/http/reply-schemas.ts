/** The schemas of replies that many calls share. */
import type { ApiSchema } from './call.ts';

export const listOf = (items: ApiSchema): ApiSchema => ({ type: 'array', items });

/** Returns the schema of a list of objects with these properties. */
export const rowsOf = (properties: Record<string, ApiSchema>): ApiSchema =>
  listOf({ type: 'object', properties });

export const OPTIONAL_ID: ApiSchema = { type: ['integer', 'null'] };
export const OPTIONAL_TEXT: ApiSchema = { type: ['string', 'null'] };

/** A file inside the envelope, as base64. */
export const ENCODED_FILE: ApiSchema = {
  type: 'object',
  properties: { data: { type: 'string', format: 'byte' }, filename: { type: 'string' } },
};

/** The reply of a call that only reports success. */
export const NO_DATA = { reply: { type: 'null' }, example: { data: null } };
