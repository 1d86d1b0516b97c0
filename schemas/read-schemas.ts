/** Reads and checks the entity files. A wrong file throws an error with file, path and reason. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Act, readAct } from './act.ts';
import { likeEntity } from './act-shapes.ts';
import { EntityMap } from './catalogue.ts';
import { checkActs } from './check-acts.ts';
import { undrawnIn } from './check-rest.ts';
import { checkSchemas } from './check-schemas.ts';
import type { Entity } from './entity.ts';
import { messageOf } from './failures.ts';
import { type EntitySchema, readEntity } from './read-entity.ts';
import { type FileKind, withoutRetired } from './retired-words.ts';
import { isObject } from './shape-parts.ts';
import type { Rows, RowsByName } from './types.ts';

export const SCHEMAS = fileURLToPath(new URL('.', import.meta.url));
const NOT_ENTITIES = new Set(['vocabulary.json', 'sentences.json']);

export class SchemaError extends Error {
  override name = 'SchemaError';
}

/** Returns the folder in OFFICINA_SCHEMAS, if it is set. */
export function furtherFolders(setting: string | undefined): string[] {
  if (!setting) return [];
  const folder = resolve(setting);
  if (existsSync(folder)) return [folder];
  throw new SchemaError(`OFFICINA_SCHEMAS names the folder ${folder}, which does not exist.`);
}

export interface Schemas {
  /** Files as the browser receives them, merged with their bases, by entity name. */
  files: Record<string, EntitySchema>;
  entities: Entity[];
  /** Act files by name. */
  actFiles: Record<string, EntitySchema>;
  acts: Act[];
  byName: EntityMap<RowsByName>;
  byResource: EntityMap<Rows>;
  /** Faults of a plant's own files that do not stop the start. */
  warnings: string[];
}

function parse(file: string): EntitySchema {
  try {
    const schema = JSON.parse(readFileSync(file, 'utf8'));
    // $schema is for editors only.
    if (isObject(schema)) delete schema.$schema;
    return schema;
  } catch (error) {
    throw new SchemaError(`${file}: not JSON: ${messageOf(error)}`);
  }
}

/** Merges a file over its base. Properties are merged one by one, so that a file may change a single word. */
function withBase(file: string, schema: EntitySchema, folder: string): EntitySchema {
  const base = isObject(schema) ? schema['x-base'] : undefined;
  if (base === undefined) return schema;
  const from = [join(folder, 'bases', `${base}.json`), join(SCHEMAS, 'bases', `${base}.json`)].find(
    existsSync,
  );
  if (!from) throw new SchemaError(`${file}: /x-base: no file bases/${base}.json`);
  const parent = parse(from);
  const names = new Set([...Object.keys(parent.properties ?? {}), ...Object.keys(schema.properties ?? {})]);
  const properties = Object.fromEntries(
    [...names].map((name) => [name, { ...parent.properties?.[name], ...schema.properties?.[name] }]),
  );
  return { ...parent, ...schema, properties };
}

/** Removes retired words from a plant's own file, and adds a warning for each. */
function upToDate(file: string, read: EntitySchema, of: FileKind, warnings: string[]): EntitySchema {
  const { schema, warnings: retired } = withoutRetired(read, of);
  warnings.push(...retired.map((warning) => `${file}: ${warning}`));
  return schema;
}

/** Reads the act files, which are in a subfolder next to the entities. */
function readActs(
  folders: string[],
  entities: Record<string, EntitySchema>,
  warnings: string[],
): Record<string, EntitySchema> {
  const files: Record<string, EntitySchema> = {};
  const places: Record<string, string> = {};
  for (const [index, folder] of folders.map((one) => join(one, 'actions')).entries())
    for (const name of (existsSync(folder) ? readdirSync(folder) : [])
      .filter((file) => file.endsWith('.json'))
      .sort()) {
      const act = basename(name, '.json');
      places[act] = join(folder, name);
      const read = parse(places[act]);
      const schema = index === 0 ? read : upToDate(places[act], read, 'act', warnings);
      const likesEntity = isObject(schema) && isObject(schema.properties) && schema['x-like'];
      files[act] = likesEntity ? likeEntity(schema, entities[schema['x-like']]) : schema;
    }
  const faults = checkActs(files, entities, places);
  if (faults.length > 0) throw new SchemaError(faults.join('\n'));
  return files;
}

/** Reads all files. The first folder is the product's own, the others are a plant's. */
export function readSchemas(folders: string[] = [SCHEMAS]): Schemas {
  const files: Record<string, EntitySchema> = {};
  const places: Record<string, string> = {};
  const ours = new Set<string>();
  const warnings: string[] = [];
  for (const folder of folders)
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.json') && !NOT_ENTITIES.has(file))
      .sort()) {
      const file = join(folder, name);
      const entity = basename(name, '.json');
      const schema = withBase(file, parse(file), folder);
      files[entity] = folder === folders[0] ? schema : upToDate(file, schema, 'entity', warnings);
      places[entity] = file;
      if (folder === folders[0]) ours.add(entity);
      else ours.delete(entity);
    }
  const faults = checkSchemas(files, places);
  if (faults.length > 0) throw new SchemaError(faults.join('\n'));
  const entities = Object.entries(files).map(([name, schema]) => readEntity(name, schema));
  const undrawn = (isOurs: boolean): string[] =>
    entities
      .filter(({ name }) => ours.has(name) === isOurs)
      .flatMap((entity) =>
        undrawnIn(files[entity.name]!, entity, isOurs).map((fault) => `${places[entity.name]}: ${fault}`),
      );
  const forgotten = undrawn(true);
  if (forgotten.length > 0) throw new SchemaError(forgotten.join('\n'));
  const actFiles = readActs(folders, files, warnings);
  return {
    files,
    entities,
    actFiles,
    acts: Object.entries(actFiles).map(([name, schema]) => readAct(name, schema)),
    byName: new EntityMap(entities.map((entity) => [entity.name, entity])),
    byResource: new EntityMap(entities.map((entity) => [entity.resource, entity])),
    warnings: [...warnings, ...undrawn(false)],
  };
}
