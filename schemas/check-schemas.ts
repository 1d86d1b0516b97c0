/** Holds the entity files against the closed vocabulary and against each other. Every fault at once. */
import { FAMILIES } from './access.ts';
import { displayColumns } from './entity.ts';
import { type EntitySchema, SERVER_FIELDS } from './read-entity.ts';
import { ENTITY_SHAPES, isObject, PROPERTY_SHAPES, type Shape } from './shapes.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

type Say = (path: string, reason: string) => void;
type Words = Record<string, { says: string; type?: string | string[] }>;

const ENTITY_WORDS: Words = { ...vocabulary.standard.entity, ...vocabulary.entity };
const PROPERTY_WORDS: Words = { ...vocabulary.standard.property, ...vocabulary.property };
const CALLS = ['list', 'read', 'create', 'update', 'delete'];

const typeOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'array'
    : Number.isInteger(value)
      ? 'integer'
      : value === null
        ? 'null'
        : typeof value;

/** The nearest known word, for the typo's sake. */
function nearest(word: string, words: string[]): string | undefined {
  const distance = (a: string, b: string): number => {
    let row = Array.from({ length: b.length + 1 }, (_, index) => index);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++)
        next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      row = next;
    }
    return row[b.length]!;
  };
  return words
    .map((known) => ({ known, far: distance(word, known) }))
    .sort((a, b) => a.far - b.far)
    .find(({ far }) => far <= Math.max(1, Math.floor(word.length / 3)))?.known;
}

/** Are the values of all known words such that one may look inside them? */
function checkWords(
  schema: EntitySchema,
  words: Words,
  shapes: Record<string, Shape>,
  path: string,
  say: Say,
): boolean {
  let sound = true;
  const tellWrong = (word: string, reason: string) => {
    sound = false;
    say(`${path}/${word}`, reason);
  };
  for (const [word, value] of Object.entries(schema)) {
    const known = words[word];
    const shape = shapes[word];
    if (!known) {
      const meant = nearest(word, Object.keys(words));
      say(`${path}/${word}`, `unknown keyword${meant ? `; did you mean ${meant}?` : ''}`);
    } else if (known.type && ![known.type].flat().includes(typeOf(value))) {
      tellWrong(word, `must be ${[known.type].flat().join(' or ')}`);
    } else if (shape && !shape.holds(value)) {
      tellWrong(word, shape.says);
    }
  }
  return sound;
}

const TYPES = ['string', 'integer', 'number', 'object', 'array'];

function checkProperty(schema: unknown, path: string, say: Say): boolean {
  if (!isObject(schema)) {
    say(path, 'must be an object');
    return false;
  }
  const sound = checkWords(schema, PROPERTY_WORDS, PROPERTY_SHAPES, path, say);
  if (typeof schema.title !== 'string') say(`${path}/title`, 'the English label is missing');
  if (schema['x-title'] === undefined) say(`${path}/x-title`, 'the Italian label is missing');
  if (!TYPES.includes(schema.type)) say(`${path}/type`, 'must be string, integer, number, object or array');
  if (!sound) return false;
  const kind = schema['x-kind'];
  if (kind !== undefined && !(kind in vocabulary.kinds)) say(`${path}/x-kind`, `no kind ${kind}`);
  for (const [index, one] of (schema.oneOf ?? []).entries())
    if (one.const === undefined || !one.title || !one['x-title']?.it)
      say(`${path}/oneOf/${index}`, 'needs const, title and x-title');
  return true;
}

/** Every place that names properties, with the names found there. */
function namedProperties(schema: EntitySchema): [string, string[]][] {
  const sections: EntitySchema[] = Array.isArray(schema['x-form']) ? schema['x-form'] : [];
  return [
    ['/required', schema.required ?? []],
    ['/x-list', schema['x-list'] ?? []],
    ['/x-filters', schema['x-filters'] ?? []],
    ['/x-search', schema['x-search'] ?? []],
    ['/x-key', schema['x-key'] ?? []],
    ['/x-unique', (schema['x-unique'] ?? []).flat()],
    ['/x-sort', schema['x-sort'] ? [schema['x-sort'][0]] : []],
    ['/x-group', schema['x-group'] ? [schema['x-group']] : []],
    ['/x-scope', Object.keys(schema['x-scope'] ?? {})],
    ['/x-display', displayColumns(schema['x-display'] ?? '')],
    ['/if', Object.keys(schema.if?.properties ?? {})],
    ['/then/required', schema.then?.required ?? []],
    ['/else/required', schema.else?.required ?? []],
    ['/x-tree', schema['x-tree'] ? [schema['x-tree'].child, schema['x-tree'].parent] : []],
    ...sections.map((section, index): [string, string[]] => [
      `/x-form/${index}/fields`,
      section.fields ?? [],
    ]),
    ...(schema['x-protect'] ?? []).map((part: EntitySchema, index: number): [string, string[]] => [
      `/x-protect/${index}/match`,
      Object.keys(part.match ?? {}),
    ]),
    ...Object.entries(schema.properties as Record<string, EntitySchema>).flatMap(
      ([name, part]): [string, string[]][] => [
        [`/properties/${name}/x-when`, Object.keys(part['x-when'] ?? {})],
        [`/properties/${name}/x-ref-where`, Object.values(part['x-ref-where'] ?? {}) as string[]],
        [
          `/properties/${name}/x-kind-by`,
          [part['x-kind-by']?.property, part['x-kind-by']?.choices].filter((named) => named !== undefined),
        ],
        [`/properties/${name}/x-translates`, part['x-translates'] ? [part['x-translates']] : []],
      ],
    ),
  ];
}

function propertyNames(schema: EntitySchema): Set<string> {
  const joined = Object.values(schema.properties as Record<string, EntitySchema>).flatMap((part) => [
    part['x-ref-text'],
    ...Object.keys(part['x-ref-fields'] ?? {}),
  ]);
  const removal = schema['x-delete'] === 'soft' ? ['canc'] : [];
  return new Set([
    schema['x-id'] ?? 'id',
    ...Object.keys(schema.properties),
    ...joined.filter(Boolean),
    ...removal,
    ...SERVER_FIELDS.map((field) => field.name),
  ]);
}

function checkAccess(schema: EntitySchema, say: Say): void {
  for (const [act, access] of Object.entries(schema['x-access'] ?? {})) {
    if (!['list', 'read', 'write'].includes(act)) say(`/x-access/${act}`, 'must be list, read or write');
    if (access === 'public' || access === 'session') continue;
    if (!Array.isArray(access) || !access.every(isObject))
      say(`/x-access/${act}`, 'must be public, session or a list of {role, setting?}');
    else
      for (const [index, grant] of access.entries())
        if (!(FAMILIES as readonly unknown[]).includes(grant.role))
          say(`/x-access/${act}/${index}/role`, `no family ${grant.role}`);
  }
}

/** What an entity says of others: the resources it points to and what they bring, its children, its tabs. */
function checkOthers(schema: EntitySchema, all: Record<string, EntitySchema>, say: Say): void {
  const byResource = new Map(
    Object.values(all)
      .filter((other) => isObject(other) && isObject(other.properties))
      .map((other) => [other['x-resource'], other]),
  );
  for (const [name, part] of Object.entries(schema.properties as Record<string, EntitySchema>)) {
    const target = byResource.get(part['x-ref']);
    if (part['x-ref'] !== undefined && !target)
      say(`/properties/${name}/x-ref`, `no resource ${part['x-ref']}`);
    for (const there of target ? Object.values(part['x-ref-fields'] ?? {}) : [])
      if (!propertyNames(target!).has(there as string))
        say(`/properties/${name}/x-ref-fields`, `${part['x-ref']} has no property ${there}`);
  }
  for (const [index, child] of (schema['x-children'] ?? []).entries()) {
    const entity = all[child.entity];
    if (!entity) say(`/x-children/${index}/entity`, `no entity ${child.entity}`);
    for (const word of ['parent', 'key'])
      if (isObject(entity?.properties) && child[word] && !propertyNames(entity).has(child[word]))
        say(`/x-children/${index}/${word}`, `${child.entity} has no property ${child[word]}`);
  }
  for (const [index, tab] of (schema['x-tabs'] ?? []).entries())
    if (!all[tab]) say(`/x-tabs/${index}`, `no entity ${tab}`);
}

function checkNames(schema: EntitySchema, say: Say): void {
  const known = propertyNames(schema);
  for (const [path, names] of namedProperties(schema))
    for (const name of names)
      if (!known.has(name)) {
        const meant = nearest(name, [...known]);
        say(path, `no property ${name}${meant ? `; did you mean ${meant}?` : ''}`);
      }
}

/** Words with few values. */
function checkValues(schema: EntitySchema, say: Say): void {
  for (const call of schema['x-calls'] ?? []) if (!CALLS.includes(call)) say('/x-calls', `no call ${call}`);
  for (const trait of schema['x-traits'] ?? [])
    if (!(trait in vocabulary.traits)) say('/x-traits', `no trait ${trait}`);
  if (schema['x-delete'] && !['soft', 'refuse-if-used'].includes(schema['x-delete']))
    say('/x-delete', 'must be soft or refuse-if-used');
  if (schema['x-update'] && !['PUT', 'PATCH'].includes(schema['x-update']))
    say('/x-update', 'must be PUT or PATCH');
}

function checkProperties(schema: EntitySchema, say: Say): boolean {
  const sound = Object.entries(schema.properties).map(([name, part]) => {
    if (!/^[a-z][a-zA-Z0-9_]*$/.test(name)) say(`/properties/${name}`, 'a name is letters, digits and _');
    return checkProperty(part, `/properties/${name}`, say);
  });
  return sound.every(Boolean);
}

function checkEntity(schema: unknown, all: Record<string, EntitySchema>, say: Say): void {
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
  // What is not what it should be is not looked into: its own fault is told, and nothing of what follows from it.
  if (!checkProperties(schema, say) || !sound) return;
  checkNames(schema, say);
  checkValues(schema, say);
  checkAccess(schema, say);
  checkOthers(schema, all, say);
}

export function checkSchemas(all: Record<string, EntitySchema>, places: Record<string, string>): string[] {
  const faults: string[] = [];
  const seen = new Map<string, string>();
  for (const [name, schema] of Object.entries(all)) {
    const say: Say = (path, reason) => faults.push(`${places[name]}: ${path || '/'}: ${reason}`);
    checkEntity(schema, all, say);
    if (!isObject(schema)) continue;
    const other = seen.get(schema['x-resource']);
    if (other) say('/x-resource', `${schema['x-resource']} is already ${other}'s`);
    seen.set(schema['x-resource'], name);
  }
  return faults;
}
