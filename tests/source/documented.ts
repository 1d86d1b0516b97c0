/** The examples of docs/adding-an-entity.md: an entity, and properties added to it. */
import { readFileSync } from 'node:fs';
import type { EntitySchema } from '../../schemas/read-entity.ts';

const page = readFileSync(new URL('../../docs/adding-an-entity.md', import.meta.url), 'utf8');
const [entity, added] = [...page.matchAll(/^```json\n([\s\S]+?)^```/gm)].map(([, text]) => JSON.parse(text!));

export const EXAMPLE: EntitySchema = entity;
export const ADDED: Record<string, EntitySchema> = added;
