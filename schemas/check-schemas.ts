/** Checks entity files against the closed vocabulary and each other. Reports all faults together. */

import { FAMILIES } from './access.ts';
import { checkFields } from './check-fields.ts';
import { checkNames } from './check-names.ts';
import { checkRest } from './check-rest.ts';
import { checkScreens } from './check-screens.ts';
import { checkApart, checkOthers } from './check-together.ts';
import { propertiesOf } from './entity-parts.ts';
import { type Say, suggestion } from './faults.ts';
import { type EntitySchema, readEntity } from './read-entity.ts';
import { isObject } from './shape-parts.ts';
import { ENTITY_SHAPES, GRANT, PROPERTY_SHAPES } from './shapes.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { checkProperty, checkWords, type Words } from './words.ts';

export const ENTITY_WORDS: Words = { ...vocabulary.standard.entity, ...vocabulary.entity };
export const PROPERTY_WORDS: Words = { ...vocabulary.standard.property, ...vocabulary.property };

const PROPERTY_GRAMMAR = { words: PROPERTY_WORDS, shapes: PROPERTY_SHAPES };

export const ACTS = ['list', 'read', 'write', 'create'];

function checkGrants(act: string, access: unknown, say: Say): void {
  const path = `/x-access/${act}`;
  if (access === 'public' && (act === 'write' || act === 'create')) say(path, 'must not be public');
  if (access === 'public' || access === 'session') return;
  if (!Array.isArray(access) || !access.every(isObject)) {
    say(path, 'must be public, session or a list of {role, setting?}');
    return;
  }
  for (const [index, grant] of access.entries())
    if (!FAMILIES.some((family) => family === grant.role))
      say(`${path}/${index}/role`, `no family ${grant.role}${suggestion(grant.role, FAMILIES)}`);
    else if (!GRANT.holds(grant)) say(`${path}/${index}`, 'must be {role, setting?}');
}

/** Checks that the file sets read and write access, so that a forgotten word never opens or closes an entity. */
function checkAccess(schema: EntitySchema, say: Say): void {
  const access = schema['x-access'] ?? {};
  for (const act of ['read', 'write']) if (access[act] === undefined) say(`/x-access/${act}`, 'is missing');
  for (const [act, granted] of Object.entries(access))
    if (!ACTS.includes(act)) say(`/x-access/${act}`, 'must be list, read, write or create');
    else checkGrants(act, granted, say);
}

export const CALLS = ['list', 'read', 'create', 'update', 'delete'];
export const RESOURCE = /^[a-z][a-zA-Z0-9-]*(\/[a-z][a-zA-Z0-9-]*)*$/;
export const NAME = /^[a-z][a-zA-Z0-9_]*$/;
export const DELETES = ['soft', 'refuse-if-used'];
export const GONE = ['stays', 'goes'];

/** Checks words whose value must be one of a short list. */
function checkValues(schema: EntitySchema, say: Say): void {
  const oneOf = (path: string, value: string | undefined, what: string, allowed: string[]): void => {
    if (value !== undefined && !allowed.includes(value))
      say(path, `no ${what} ${value}${suggestion(value, allowed)}`);
  };
  for (const call of schema['x-calls'] ?? []) oneOf('/x-calls', call, 'call', CALLS);
  const written = (schema['x-calls'] ?? CALLS).filter((call: string) => call !== 'list' && call !== 'read');
  if (schema['x-view'] && written.length > 0)
    say('/x-view', `an entity with a view cannot be written, but x-calls contains ${written.join(', ')}`);
  for (const trait of schema['x-traits'] ?? [])
    oneOf('/x-traits', trait, 'trait', Object.keys(vocabulary.traits));
  oneOf('/x-menu/group', schema['x-menu']?.group, 'group', vocabulary.groups);
  oneOf('/x-icon', schema['x-icon'], 'icon', vocabulary.icons);
  if (schema['x-delete'] !== undefined && !DELETES.includes(schema['x-delete']))
    say('/x-delete', `must be ${DELETES.join(' or ')}`);
  for (const [name, part] of Object.entries(propertiesOf(schema)))
    if (part['x-gone'] !== undefined && !(part['x-ref'] && GONE.includes(part['x-gone'])))
      say(`/properties/${name}/x-gone`, `must be ${GONE.join(' or ')}, of a reference`);
  if (!RESOURCE.test(schema['x-resource']))
    say('/x-resource', 'must be words of letters, digits and -, each beginning small, joined by /');
}

function checkProperties(schema: EntitySchema, say: Say): boolean {
  const sound = Object.entries(propertiesOf(schema)).map(([name, part]) => {
    if (!NAME.test(name)) say(`/properties/${name}`, 'a name is letters, digits and _');
    return checkProperty(part, `/properties/${name}`, PROPERTY_GRAMMAR, say);
  });
  return sound.every(Boolean);
}

function checkEntity(name: string, schema: unknown, all: Record<string, EntitySchema>, say: Say): void {
  if (!isObject(schema)) {
    say('', 'must be an object');
    return;
  }
  const sound = checkWords(schema, ENTITY_WORDS, ENTITY_SHAPES, '', say);
  for (const word of ['title', 'x-resource'])
    if (typeof schema[word] !== 'string') say(`/${word}`, 'is missing');
  if (!isObject(schema['x-title'])) say('/x-title', 'is missing');
  if (!isObject(schema.properties)) {
    say('/properties', 'is missing');
    return;
  }
  // The deeper checks are left out for a file with wrong shapes, because they would only report consequences of
  // the same fault.
  if (!checkProperties(schema, say) || !sound || typeof schema['x-resource'] !== 'string') return;
  const entity = readEntity(name, schema);
  checkFields(schema, entity, say);
  checkNames(schema, entity, say);
  checkRest(schema, entity, say);
  checkScreens(entity, say);
  checkValues(schema, say);
  checkAccess(schema, say);
  checkOthers(schema, all, say);
}

export function checkSchemas(all: Record<string, EntitySchema>, places: Record<string, string>): string[] {
  const faults: string[] = [];
  const sayOf =
    (name: string): Say =>
    (path, reason) =>
      faults.push(`${places[name]}: ${path || '/'}: ${reason}`);
  for (const [name, schema] of Object.entries(all)) checkEntity(name, schema, all, sayOf(name));
  checkApart(all, sayOf);
  return faults;
}
