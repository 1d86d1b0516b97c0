/** Checks that the properties an entity file mentions exist. */
import { displayColumns, type Entity } from './entity.ts';
import { type Say, suggestion } from './faults.ts';
import { isCalendar } from './kinds.ts';
import { camelCase } from './letter-case.ts';
import { endNamed, RANGE_ENDS, rangeOf } from './ranges.ts';
import { type EntitySchema, SERVER_FIELDS } from './read-entity.ts';
import { namedBy, REST } from './rest.ts';

type Mentions = [path: string, names: string[]][];

const partsOf = (schema: EntitySchema): [string, EntitySchema][] => Object.entries(schema.properties);

/** Lists the properties in conditions, which may only name properties that users fill. */
function conditions(schema: EntitySchema): Mentions {
  const one = (part: EntitySchema, path: string): Mentions => [
    [`${path}/if`, Object.keys(part.if?.properties ?? {})],
    ...['then', 'else'].flatMap(
      (word): Mentions => [
        [`${path}/${word}/required`, part[word]?.required ?? []],
        [`${path}/${word}/properties`, Object.keys(part[word]?.properties ?? {})],
      ],
    ),
  ];
  const several: EntitySchema[] = schema.allOf ?? [];
  return [...one(schema, ''), ...several.flatMap((part, index) => one(part, `/allOf/${index}`))];
}

const ownNames = (schema: EntitySchema): Mentions => [
  ['/required', schema.required ?? []],
  ['/x-drawn', schema['x-drawn'] ?? []],
  ...conditions(schema),
];

const isName = (value: unknown): value is string => typeof value === 'string';
const named = (value: unknown): string[] => [value].filter(isName);

/** The words that need a column of the table, not a joined text. */
const columnNames = (schema: EntitySchema): Mentions => [
  ['/x-search', schema['x-search'] ?? []],
  ['/x-finder/code', named(schema['x-finder']?.code)],
  ['/x-finder/words', schema['x-finder']?.words ?? []],
  ['/x-key', schema['x-key'] ?? []],
  ['/x-unique', (schema['x-unique'] ?? []).flat()],
  ['/x-custom-fields/class', named(schema['x-custom-fields']?.class)],
  ['/x-hierarchy/parent', named(schema['x-hierarchy']?.parent)],
  ['/x-import/columns', Object.values(schema['x-import']?.columns ?? {}).filter(isName)],
  ['/x-import/columns/...', (schema['x-import']?.columns?.[REST] ?? []).flatMap(namedBy)],
  ['/x-import/key', named(schema['x-import']?.key)],
  ['/x-master', named(schema['x-master'])],
  ['/x-below', named(schema['x-below'])],
  ['/x-in-use/off', Object.keys(schema['x-in-use']?.off ?? {})],
];

/** The words for which a column that the database fills is enough. */
const storedNames = (schema: EntitySchema): Mentions => [
  ['/x-index', (schema['x-index'] ?? []).flat().filter((name: unknown) => name !== 'ASC' && name !== 'DESC')],
  ['/x-counts', (schema['x-counts'] ?? []).flat()],
  ['/x-scope', Object.keys(schema['x-scope'] ?? {})],
];

/** The words that may name any property of a list or record. */
function anyNames(schema: EntitySchema): Mentions {
  const sections: EntitySchema[] = schema['x-form'] ?? [];
  const protections: EntitySchema[] = schema['x-protect'] ?? [];
  return [
    ['/x-list', (schema['x-list'] ?? []).flatMap(namedBy)],
    ['/x-filters', (schema['x-filters'] ?? []).flatMap(namedBy)],
    ['/x-sort', schema['x-sort'] ? [schema['x-sort'][0]] : []],
    ['/x-group', schema['x-group'] ? [schema['x-group']] : []],
    ['/x-display', displayColumns(schema['x-display'] ?? '')],
    ['/x-finder/fact', named(schema['x-finder']?.fact)],
    ['/x-qr/texts', schema['x-qr']?.texts ?? []],
    ['/x-tree', schema['x-tree'] ? [schema['x-tree'].child, schema['x-tree'].parent] : []],
    ...sections.map(({ fields }, index): Mentions[0] => [`/x-form/${index}/fields`, fields.flatMap(namedBy)]),
    ...protections.map(({ match = {}, own }, index): Mentions[0] => [
      `/x-protect/${index}/${own ? 'own' : 'match'}`,
      [...Object.keys(match), ...named(own)],
    ]),
    ...partsOf(schema).flatMap(
      ([name, part]): Mentions => [
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

/** Returns the names that have a column, as far as the file shows. */
export function columnsOf(schema: EntitySchema): Set<string> {
  const own = partsOf(schema).filter(([, part]) => part['x-computed'] !== true);
  return new Set([
    idOf(schema),
    ...own.map(([name]) => name),
    ...(schema['x-delete'] === 'soft' ? ['canc'] : []),
    ...SERVER_FIELDS.map((field) => field.name),
  ]);
}

/** Returns also the names whose column the database fills. */
export const storedOf = (schema: EntitySchema): Set<string> =>
  new Set([
    ...columnsOf(schema),
    ...partsOf(schema).flatMap(([name, part]) => (part['x-kept'] === true ? [name] : [])),
  ]);

export const propertyNames = (schema: EntitySchema): Set<string> =>
  new Set([...columnsOf(schema), ...Object.keys(schema.properties), ...joinedNames(schema)]);

const PARAMETERS = ['pag', 'max_rows', 'filtro', 'sort', 'orderByCol', 'orderByDir'];

/** Reports properties named like a column of the server, or like a parameter that every list reads. */
function checkReserved(schema: EntitySchema, say: Say): void {
  const reserved = new Set([
    'id',
    idOf(schema),
    'canc',
    ...SERVER_FIELDS.map((field) => field.name),
    ...PARAMETERS,
  ]);
  const filters = partsOf(schema).map(([name, part]): [string, string] => [name, part['x-query'] ?? name]);
  for (const [name, query] of filters) {
    if (reserved.has(name)) say(`/properties/${name}`, 'is a name that the server reserves');
    if (query !== name && reserved.has(query))
      say(`/properties/${name}/x-query`, `${query} is a name that the server reserves`);
    for (const [other, otherQuery] of filters) {
      if (other !== name && query === otherQuery && query !== name)
        say(`/properties/${name}/x-query`, `${query} is the filter of ${other}`);
      for (const end of RANGE_ENDS)
        if (query === endNamed(otherQuery, end))
          say(
            `/properties/${name}`,
            `${query} is the name of a filter of ${other}: ${Object.values(rangeOf(otherQuery)).join(', ')}`,
          );
    }
  }
  for (const name of joinedNames(schema))
    if (reserved.has(name)) say('/properties', `the joined name ${name} is reserved by the server`);
}

/** Checks that each lookup parameter is a filter. A domain reads a camel-case name, such as idClasse for id_classe. */
function checkLookup(schema: EntitySchema, say: Say): void {
  const filters = partsOf(schema).flatMap(([name, part]) => [name, part['x-query'] ?? name, camelCase(name)]);
  for (const parameter of schema['x-lookup'] ?? [])
    if (!filters.includes(parameter))
      say('/x-lookup', `no filter ${parameter}${suggestion(parameter, filters)}`);
}

export function checkNames(schema: EntitySchema, entity: Entity, say: Say): void {
  const properties = propertyNames(schema);
  const hold = (places: Mentions, allowed: Set<string>, lack: string): void => {
    for (const [path, names] of places)
      for (const name of names)
        if (!properties.has(name)) say(path, `no property ${name}${suggestion(name, properties)}`);
        else if (!allowed.has(name)) say(path, `${name} ${lack}`);
  };
  hold(anyNames(schema), properties, '');
  hold(columnNames(schema), columnsOf(schema), 'has no column of its own');
  hold(storedNames(schema), storedOf(schema), 'has no column of its own');
  hold(ownNames(schema), new Set(Object.keys(schema.properties)), 'is no property of its own');
  for (const name of schema['x-search'] ?? []) {
    const field = entity.field(name);
    const isText = schema.properties[name]?.type === 'string' && !(field && isCalendar(field.kind));
    if (columnsOf(schema).has(name) && !isText) say('/x-search', `${name} is not a text`);
  }
  checkReserved(schema, say);
  checkLookup(schema, say);
}
