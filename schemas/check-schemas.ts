/** Holds the entity files against the closed vocabulary and against each other. Every fault at once. */
import { FAMILIES } from './access.ts';
import { displayColumns, type EntitySchema, SERVER_FIELDS } from './entity.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

type Say = (path: string, reason: string) => void;
type Words = Record<string, { says: string; type?: string | string[] }>;

const ENTITY_WORDS: Words = { ...vocabulary.standard.entity, ...vocabulary.entity };
const PROPERTY_WORDS: Words = { ...vocabulary.standard.property, ...vocabulary.property };
const CALLS = ['list', 'read', 'create', 'update', 'delete'];

const isObject = (value: unknown): value is EntitySchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
    .find(({ far }) => far <= 3)?.known;
}

function checkWords(schema: EntitySchema, words: Words, path: string, say: Say): void {
  for (const [word, value] of Object.entries(schema)) {
    const known = words[word];
    if (!known) {
      const meant = nearest(word, Object.keys(words));
      say(`${path}/${word}`, `unknown keyword${meant ? `; did you mean ${meant}?` : ''}`);
    } else if (known.type && ![known.type].flat().includes(typeOf(value))) {
      say(`${path}/${word}`, `must be ${[known.type].flat().join(' or ')}`);
    }
  }
}

function checkProperty(schema: unknown, path: string, say: Say): void {
  if (!isObject(schema)) {
    say(path, 'must be an object');
    return;
  }
  checkWords(schema, PROPERTY_WORDS, path, say);
  if (typeof schema.title !== 'string') say(`${path}/title`, 'the English label is missing');
  if (typeof schema['x-title']?.it !== 'string') say(`${path}/x-title`, 'the Italian label is missing');
  if (!['string', 'integer', 'number', 'object', 'array'].includes(schema.type))
    say(`${path}/type`, 'must be string, integer, number, object or array');
  const kind = schema['x-kind'];
  if (kind !== undefined && !(kind in vocabulary.kinds)) say(`${path}/x-kind`, `no kind ${kind}`);
  for (const [index, one] of (schema.oneOf ?? []).entries())
    if (one.const === undefined || !one.title || !one['x-title']?.it)
      say(`${path}/oneOf/${index}`, 'needs const, title and x-title');
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
    if (!Array.isArray(access))
      say(`/x-access/${act}`, 'must be public, session or a list of {role, setting?}');
    else
      for (const [index, grant] of access.entries())
        if (!FAMILIES.includes(grant.role)) say(`/x-access/${act}/${index}/role`, `no family ${grant.role}`);
  }
}

function checkEntity(schema: EntitySchema, all: Record<string, EntitySchema>, say: Say): void {
  checkWords(schema, ENTITY_WORDS, '', say);
  for (const word of ['title', 'x-resource'])
    if (typeof schema[word] !== 'string') say(`/${word}`, 'is missing');
  if (!isObject(schema['x-title'])) say('/x-title', 'is missing');
  if (!isObject(schema.properties)) {
    say('/properties', 'is missing');
    return;
  }
  for (const [name, part] of Object.entries(schema.properties)) {
    if (!/^[a-z][a-zA-Z0-9_]*$/.test(name)) say(`/properties/${name}`, 'a name is letters, digits and _');
    checkProperty(part, `/properties/${name}`, say);
  }
  if (!Object.values(schema.properties).every(isObject)) return;
  const known = propertyNames(schema);
  for (const [path, names] of namedProperties(schema))
    for (const name of names)
      if (!known.has(name)) {
        const meant = nearest(name, [...known]);
        say(path, `no property ${name}${meant ? `; did you mean ${meant}?` : ''}`);
      }
  for (const call of schema['x-calls'] ?? []) if (!CALLS.includes(call)) say('/x-calls', `no call ${call}`);
  for (const trait of schema['x-traits'] ?? [])
    if (!(trait in vocabulary.traits)) say('/x-traits', `no trait ${trait}`);
  if (schema['x-delete'] && !['soft', 'refuse-if-used'].includes(schema['x-delete']))
    say('/x-delete', 'must be soft or refuse-if-used');
  if (schema['x-update'] && !['PUT', 'PATCH'].includes(schema['x-update']))
    say('/x-update', 'must be PUT or PATCH');
  checkAccess(schema, say);
  const resources = new Set(Object.values(all).map((other) => other['x-resource']));
  for (const [name, part] of Object.entries(schema.properties as Record<string, EntitySchema>))
    if (part['x-ref'] && !resources.has(part['x-ref']))
      say(`/properties/${name}/x-ref`, `no resource ${part['x-ref']}`);
  for (const [index, child] of (schema['x-children'] ?? []).entries())
    if (!all[child.entity]) say(`/x-children/${index}/entity`, `no entity ${child.entity}`);
  for (const [index, tab] of (schema['x-tabs'] ?? []).entries())
    if (!all[tab]) say(`/x-tabs/${index}`, `no entity ${tab}`);
}

export function checkSchemas(all: Record<string, EntitySchema>, places: Record<string, string>): string[] {
  const faults: string[] = [];
  const seen = new Map<string, string>();
  for (const [name, schema] of Object.entries(all)) {
    const say: Say = (path, reason) => faults.push(`${places[name]}: ${path || '/'}: ${reason}`);
    checkEntity(schema, all, say);
    const other = seen.get(schema['x-resource']);
    if (other) say('/x-resource', `${schema['x-resource']} is already ${other}'s`);
    seen.set(schema['x-resource'], name);
  }
  return faults;
}
