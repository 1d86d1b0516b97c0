/** Checks act files against the closed vocabulary, the entities and each other. Reports all faults together. */
import { FAMILIES } from './access.ts';
import { type Act, bodyFields, groupByCall, namedIn, readAct } from './act.ts';
import { ACT_PROPERTY_SHAPES, ACT_PROPERTY_WORDS, ACT_SHAPES, ACT_WORDS } from './act-shapes.ts';
import { checkFields } from './check-fields.ts';
import { NAME } from './check-schemas.ts';
import { checkKnown, type Say } from './faults.ts';
import { type EntitySchema, readEntity } from './read-entity.ts';
import { isObject } from './shape-parts.ts';
import { RULES } from './validate.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { checkProperty, checkWords } from './words.ts';

type Files = Record<string, EntitySchema>;

export const NEEDED = ['title', 'x-title', 'x-on', 'x-call', 'x-access', 'properties'];
const GRAMMAR = { words: ACT_PROPERTY_WORDS, shapes: ACT_PROPERTY_SHAPES };

function checkProperties(properties: Files, path: string, say: Say): boolean {
  const sound = Object.entries(properties).map(([name, part]) => {
    if (!NAME.test(name)) say(`${path}/${name}`, 'a name is letters, digits and _');
    return checkProperty(part, `${path}/${name}`, GRAMMAR, say);
  });
  return sound.every(Boolean);
}

/** Checks the names of properties, resources and sentences that the properties mention. */
function checkNames(schema: EntitySchema, entities: Files, say: Say): void {
  const names = Object.keys(schema.properties);
  const resources = Object.values(entities).map((one) => String(one['x-resource']));
  for (const name of schema.required ?? []) checkKnown('/required', 'property', name, names, say);
  for (const [name, part] of Object.entries<EntitySchema>(schema.properties)) {
    const at = `/properties/${name}`;
    if (part['x-ref'] !== undefined) checkKnown(`${at}/x-ref`, 'resource', part['x-ref'], resources, say);
    for (const other of Object.keys(part['x-when'] ?? {}))
      checkKnown(`${at}/x-when`, 'property', other, names, say);
    const { within = [], fills = {}, typed } = part['x-rows'] ?? {};
    const mentioned = {
      within,
      fills: Array.isArray(fills) ? fills : Object.keys(fills),
      typed: typed ? [typed.into] : [],
    };
    for (const [word, others] of Object.entries(mentioned))
      for (const other of others) checkKnown(`${at}/x-rows/${word}`, 'property', other, names, say);
    for (const other of part['x-beside']?.match ?? [])
      checkKnown(`${at}/x-beside/match`, 'property', other, names, say);
    for (const other of [...Object.keys(part['x-fills'] ?? {}), part['x-beside']?.times ?? []].flat())
      checkKnown(at, 'property', other, names, say);
    const row = part['x-beside']?.row;
    if (row !== undefined) checkKnown(`${at}/x-beside/row`, 'property', row, names, say);
    if (row !== undefined && schema.properties[row] && !schema.properties[row]['x-rows'])
      say(`${at}/x-beside/row`, `${row} has no x-rows`);
    const ways = ['call', 'row', 'times'].filter((way) => part['x-beside']?.[way] !== undefined);
    if (part['x-beside'] && ways.length !== 1)
      say(`${at}/x-beside`, 'needs exactly one of call, row and times');
    for (const rule of [part['x-beside']?.most, part['x-beside']?.least?.rule])
      if (rule !== undefined) checkKnown(`${at}/x-beside`, 'sentence', rule, RULES, say);
    if (part['x-negated'] && part.type !== 'number' && part.type !== 'integer')
      say(`${at}/x-negated`, 'is allowed only for a number');
  }
}

const PATH = /^(\/(:?[\w-]+))+$/;

function checkCall(schema: EntitySchema, say: Say): void {
  const { path, also = [], params = {}, query = {} } = schema['x-call'];
  for (const one of [path, ...also]) {
    if (!PATH.test(one)) say('/x-call/path', 'must be words and :parameters, each after a /');
    const parameters = [...String(one).matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
    if (!parameters.includes('id')) say('/x-call/path', 'has no :id, the record that the act changes');
    for (const parameter of parameters)
      if (parameter !== 'id' && !Object.hasOwn(params, parameter))
        say('/x-call/params', `does not say which property :${parameter} is`);
  }
  for (const [word, map] of Object.entries({ params, query }))
    for (const [parameter, property] of Object.entries(map))
      checkKnown(`/x-call/${word}/${parameter}`, 'property', property, Object.keys(schema.properties), say);
}

function checkAccess(access: unknown, say: Say): void {
  if (Array.isArray(access))
    for (const [index, { role }] of access.entries())
      checkKnown(`/x-access/${index}/role`, 'family', role, FAMILIES, say);
}

/** Returns the entity whose row the call of an entity writes, and its properties: the record's, or a child's. */
function changedBy(made: string, name: string, on: EntitySchema, entities: Files): [string, string[]] {
  const child = (on['x-children'] ?? []).find(({ path }: EntitySchema) =>
    made.startsWith(`${on['x-resource']}.${path}.`),
  );
  const changed = child?.entity ?? name;
  const properties = entities[changed]?.properties;
  return [changed, isObject(properties) ? Object.keys(properties) : []];
}

/** Checks the names of entities, their properties and icons that the act mentions. */
function checkOthers(schema: EntitySchema, entities: Files, say: Say): void {
  const entityNames = Object.keys(entities);
  const on = entities[schema['x-on']];
  checkKnown('/x-on', 'entity', schema['x-on'], entityNames, say);
  if (schema['x-icon'] !== undefined) checkKnown('/x-icon', 'icon', schema['x-icon'], vocabulary.icons, say);
  const places = schema['x-place'] ?? [];
  if (places.includes('selection') && schema['x-many'] !== true) say('/x-place', 'selection needs x-many');
  if (places.includes('row') && schema['x-icon'] === undefined) say('/x-place', 'row needs x-icon');
  if (schema['x-like'] !== undefined) checkKnown('/x-like', 'entity', schema['x-like'], entityNames, say);
  const reply = schema['x-reply'];
  for (const name of isObject(reply)
    ? Object.values<EntitySchema>(reply.properties).map((part) => part['x-holds'])
    : [reply].flat())
    if (typeof name === 'string') checkKnown('/x-reply', 'entity', name, entityNames, say);
  const columns = on && isObject(on.properties) ? Object.keys(on.properties) : [];
  for (const name of on ? Object.keys(schema['x-when'] ?? {}) : [])
    checkKnown('/x-when', `property in ${schema['x-on']},`, name, columns, say);
  for (const [name, part] of Object.entries<EntitySchema>(schema.properties))
    for (const other of namedIn(part['x-begins'] ?? ''))
      checkKnown(`/properties/${name}/x-begins`, `property in ${schema['x-on']},`, other, columns, say);
  for (const [index, name] of (schema['x-stale'] ?? []).entries())
    checkKnown(`/x-stale/${index}`, 'entity', name, entityNames, say);
  for (const [language, sentence] of Object.entries(schema['x-says'] ?? {}))
    for (const name of namedIn(String(sentence)))
      checkKnown(`/x-says/${language}`, 'property', name, Object.keys(schema.properties), say);
  const { made } = schema['x-call'];
  if (made && schema['x-says'] && on) {
    const [changed, ofChanged] = changedBy(made, schema['x-on'], on, entities);
    for (const name of namedIn(`${schema['x-says'].en}${schema['x-says'].it}`))
      checkKnown('/x-says', `property in ${changed},`, name, ofChanged, say);
  }
  if (schema['x-says'] && on && !(on['x-traits'] ?? []).includes('history'))
    say('/x-says', `${schema['x-on']} has no history (x-traits) for the sentence`);
}

/** Returns the act if the file is sound enough to be read. */
function checkAct(name: string, schema: unknown, entities: Files, say: Say): Act | undefined {
  if (!isObject(schema)) {
    say('', 'must be an object');
    return undefined;
  }
  const sound = checkWords(schema, ACT_WORDS, ACT_SHAPES, '', say);
  const missing = NEEDED.filter((word) => schema[word] === undefined);
  for (const word of missing) say(`/${word}`, 'is missing');
  if (missing.length > 0 || !isObject(schema.properties)) return undefined;
  const reply = isObject(schema['x-reply']) ? schema['x-reply'].properties : {};
  const parts = [
    checkProperties(schema.properties, '/properties', say),
    checkProperties(reply, '/x-reply/properties', say),
  ];
  if (!sound || parts.includes(false)) return undefined;
  const { form, ...act } = readAct(name, schema);
  // readEntity ignores words that only acts have; checkFields checks an act's properties like those of an entity.
  checkFields(schema, readEntity(name, { ...schema, 'x-resource': name }), say);
  checkNames(schema, entities, say);
  checkCall(schema, say);
  checkAccess(schema['x-access'], say);
  checkOthers(schema, entities, say);
  if (act.atOnce && bodyFields({ form, ...act }).length > 0)
    say('/x-at-once', 'is allowed only for an act without fields');
  if (act.ask !== undefined && !act.atOnce) say('/x-ask', 'is allowed only with x-at-once');
  return { form, ...act };
}

/** Checks that the sign of a number separates two acts of one call. Calls of entities (`made`) need no such check. */
function checkShared(acts: Act[], sayOf: (name: string) => Say): void {
  for (const [call, shared] of groupByCall(acts.filter(({ made }) => made === undefined))) {
    const below = shared.filter(({ form }) => form.fields.some(({ negated }) => negated));
    if (shared.length > 1 && (below.length !== 1 || shared.length > 2))
      for (const { name } of shared)
        sayOf(name)(
          '/x-call',
          `${call} is also ${shared.filter((one) => one.name !== name).map((one) => one.name)}: one of two must have x-negated`,
        );
  }
}

export function checkActs(all: Files, entities: Files, places: Record<string, string>): string[] {
  const faults: string[] = [];
  const sayOf =
    (name: string): Say =>
    (path, reason) =>
      faults.push(`${places[name]}: ${path || '/'}: ${reason}`);
  const acts = Object.entries(all).flatMap(
    ([name, schema]) => checkAct(name, schema, entities, sayOf(name)) ?? [],
  );
  checkShared(acts, sayOf);
  return faults;
}
