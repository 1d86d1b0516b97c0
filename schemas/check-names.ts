/** Holds every place of an entity file that names properties against the properties there are. */
import { displayColumns, type Entity } from './entity.ts';
import { meant, type Say } from './faults.ts';
import { type EntitySchema, SERVER_FIELDS } from './read-entity.ts';
import { namedBy, REST } from './rest.ts';

type Named = [path: string, names: string[]][];

const partsOf = (schema: EntitySchema): [string, EntitySchema][] => Object.entries(schema.properties);

/** Conditions speak of what a person fills: own properties only. */
function conditions(schema: EntitySchema): Named {
  const one = (part: EntitySchema, path: string): Named => [
    [`${path}/if`, Object.keys(part.if?.properties ?? {})],
    ...['then', 'else'].flatMap(
      (word): Named => [
        [`${path}/${word}/required`, part[word]?.required ?? []],
        [`${path}/${word}/properties`, Object.keys(part[word]?.properties ?? {})],
      ],
    ),
  ];
  const several: EntitySchema[] = schema.allOf ?? [];
  return [...one(schema, ''), ...several.flatMap((part, index) => one(part, `/allOf/${index}`))];
}

const ownNames = (schema: EntitySchema): Named => [
  ['/required', schema.required ?? []],
  ['/x-drawn', schema['x-drawn'] ?? []],
  ...conditions(schema),
];

const isName = (value: unknown): value is string => typeof value === 'string';
const named = (value: unknown): string[] => [value].filter(isName);

/** What the database is asked for directly, not by way of a joined text. */
const columnNames = (schema: EntitySchema): Named => [
  ['/x-search', schema['x-search'] ?? []],
  ['/x-finder/code', named(schema['x-finder']?.code)],
  ['/x-finder/words', schema['x-finder']?.words ?? []],
  ['/x-key', schema['x-key'] ?? []],
  ['/x-unique', (schema['x-unique'] ?? []).flat()],
  ['/x-index', (schema['x-index'] ?? []).flat().filter((name: unknown) => name !== 'ASC' && name !== 'DESC')],
  ['/x-scope', Object.keys(schema['x-scope'] ?? {})],
  ['/x-custom-fields/class', named(schema['x-custom-fields']?.class)],
  ['/x-hierarchy/parent', named(schema['x-hierarchy']?.parent)],
  ['/x-import/columns', Object.values(schema['x-import']?.columns ?? {}).filter(isName)],
  ['/x-import/columns/...', (schema['x-import']?.columns?.[REST] ?? []).flatMap(namedBy)],
  ['/x-import/key', named(schema['x-import']?.key)],
  ['/x-saved-filters', Object.values(schema['x-saved-filters'] ?? {}).filter(isName)],
  ['/x-master', named(schema['x-master'])],
  ['/x-below', named(schema['x-below'])],
  ['/x-in-use/off', Object.keys(schema['x-in-use']?.off ?? {})],
];

/** Whatever a list or a record carries. */
function knownNames(schema: EntitySchema): Named {
  const sections: EntitySchema[] = schema['x-form'] ?? [];
  const protections: EntitySchema[] = schema['x-protect'] ?? [];
  const actions: EntitySchema[] = schema['x-actions'] ?? [];
  return [
    ['/x-list', (schema['x-list'] ?? []).flatMap(namedBy)],
    ['/x-filters', (schema['x-filters'] ?? []).flatMap(namedBy)],
    ['/x-sort', schema['x-sort'] ? [schema['x-sort'][0]] : []],
    ['/x-group', schema['x-group'] ? [schema['x-group']] : []],
    ['/x-display', displayColumns(schema['x-display'] ?? '')],
    ['/x-finder/fact', named(schema['x-finder']?.fact)],
    ['/x-qr/texts', schema['x-qr']?.texts ?? []],
    ['/x-tree', schema['x-tree'] ? [schema['x-tree'].child, schema['x-tree'].parent] : []],
    ...sections.map(({ fields }, index): Named[0] => [`/x-form/${index}/fields`, fields.flatMap(namedBy)]),
    ...protections.map(({ match = {}, own }, index): Named[0] => [
      `/x-protect/${index}/${own ? 'own' : 'match'}`,
      [...Object.keys(match), ...named(own)],
    ]),
    ...actions.map(({ when }, index): Named[0] => [`/x-actions/${index}/when`, Object.keys(when ?? {})]),
    ...partsOf(schema).flatMap(
      ([name, part]): Named => [
        [`/properties/${name}/x-locked/own`, named(part['x-locked']?.own)],
        [`/properties/${name}/x-due/unless`, Object.keys(part['x-due']?.unless ?? {})],
        [`/properties/${name}/x-when`, Object.keys(part['x-when'] ?? {})],
        [`/properties/${name}/x-ref-where`, Object.values(part['x-ref-where'] ?? {})],
        [`/properties/${name}/x-inherits`, named(part['x-inherits']?.through)],
        [
          `/properties/${name}/x-kind-by`,
          [part['x-kind-by']?.property, part['x-kind-by']?.choices].filter((named) => named !== undefined),
        ],
        [`/properties/${name}/x-translates`, part['x-translates'] ? [part['x-translates']] : []],
      ],
    ),
  ];
}

const joinedNames = (schema: EntitySchema): string[] =>
  partsOf(schema)
    .flatMap(([, part]) => [part['x-ref-text'], ...Object.keys(part['x-ref-fields'] ?? {})])
    .filter(Boolean);

const idOf = (schema: EntitySchema): string => schema['x-id'] ?? 'id';

/** Names with a column of their own, as far as a file alone tells. */
export function columnsOf(schema: EntitySchema): Set<string> {
  const own = partsOf(schema).filter(([, part]) => part['x-computed'] !== true);
  return new Set([
    idOf(schema),
    ...own.map(([name]) => name),
    ...(schema['x-delete'] === 'soft' ? ['canc'] : []),
    ...SERVER_FIELDS.map((field) => field.name),
  ]);
}

export const propertyNames = (schema: EntitySchema): Set<string> =>
  new Set([...columnsOf(schema), ...Object.keys(schema.properties), ...joinedNames(schema)]);

const PARAMETERS = ['pag', 'max_rows', 'filtro', 'sort', 'orderByCol', 'orderByDir'];

/** Names that the server gives its own columns, or reads in a list's address. */
function checkReserved(schema: EntitySchema, say: Say): void {
  const reserved = new Set([
    'id',
    idOf(schema),
    'canc',
    ...SERVER_FIELDS.map((field) => field.name),
    ...PARAMETERS,
  ]);
  const asked = partsOf(schema).map(([name, part]): [string, string] => [name, part['x-query'] ?? name]);
  for (const [name, query] of asked) {
    if (reserved.has(name)) say(`/properties/${name}`, "is a name of the server's own");
    if (query !== name && reserved.has(query))
      say(`/properties/${name}/x-query`, `${query} is the server's own`);
    for (const [other, its] of asked) {
      if (other !== name && query === its && query !== name)
        say(`/properties/${name}/x-query`, `${query} is the filter of ${other}`);
      for (const end of ['Da', 'A'])
        if (query === its + end)
          say(`/properties/${name}`, `${query} is the name of a filter of ${other}: ${its}Da, ${its}A`);
    }
  }
  for (const name of joinedNames(schema))
    if (reserved.has(name)) say('/properties', `the joined name ${name} is the server's own`);
}

/** A lookup is asked by a filter; one in camel letters, as idClasse for id_classe, is answered by a domain. */
function checkLookup(schema: EntitySchema, say: Say): void {
  const filters = partsOf(schema).flatMap(([name, part]) => [
    name,
    part['x-query'] ?? name,
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ]);
  for (const parameter of schema['x-lookup'] ?? [])
    if (!filters.includes(parameter)) say('/x-lookup', `no filter ${parameter}${meant(parameter, filters)}`);
}

export function checkNames(schema: EntitySchema, entity: Entity, say: Say): void {
  const known = propertyNames(schema);
  const hold = (places: Named, allowed: Set<string>, lack: string): void => {
    for (const [path, names] of places)
      for (const name of names)
        if (!known.has(name)) say(path, `no property ${name}${meant(name, known)}`);
        else if (!allowed.has(name)) say(path, `${name} ${lack}`);
  };
  hold(knownNames(schema), known, '');
  hold(columnNames(schema), columnsOf(schema), 'has no column of its own');
  hold(ownNames(schema), new Set(Object.keys(schema.properties)), 'is no property of its own');
  for (const name of schema['x-search'] ?? []) {
    const kind = entity.field(name)?.kind;
    const isText = schema.properties[name]?.type === 'string' && kind !== 'date' && kind !== 'instant';
    if (columnsOf(schema).has(name) && !isText) say('/x-search', `${name} is no text`);
  }
  checkReserved(schema, say);
  checkLookup(schema, say);
}
