/** Checks entity files against each other: references to other entities, and values that must be unique. */

import { columnsOf, propertyNames, storedOf } from './check-names.ts';
import { propertiesOf } from './entity-parts.ts';
import { type Say, suggestion } from './faults.ts';
import { closureTableOf, type EntitySchema, tableOf } from './read-entity.ts';
import { isObject } from './shape-parts.ts';

type Files = Record<string, EntitySchema>;

/** The tables of the server that belong to no entity. */
export const RESERVED_TABLES = [
  'officina_versione',
  'storico_modifiche',
  'link_usato',
  'cambiamento',
  'risposta_tenuta',
  'logo_impianto',
  'secondo_fattore',
  'segreto',
  'sessione',
  'codice_recupero',
  'contatore',
  'licenza',
  'chiave_firma',
  'impianto',
  'credenziale',
  'lavoro',
  'importazione_riga',
  'calendario',
  'generazione_arretrata',
  'generazione_periodo',
  'giacenza',
  'movimentazione',
  'novita',
  'dispositivo_avvisi',
  'pacchetto',
  'tentativo',
  'nome_tentato',
];

const soundOf = (all: Files): EntitySchema[] =>
  Object.values(all).filter((one) => isObject(one) && isObject(one.properties));

/** Returns the resources that can limit a user's view: those whose rows are limited by their own id. */
const dimensionsOf = (all: Files): string[] =>
  soundOf(all)
    .filter((one) => isObject(one['x-scope']) && one['x-scope'][one['x-id'] ?? 'id'] === one['x-resource'])
    .map((one) => one['x-resource']);

function checkReferences(schema: EntitySchema, all: Files, say: Say): void {
  const byResource = new Map(soundOf(all).map((other) => [other['x-resource'], other]));
  const resources = [...byResource.keys()].filter((resource) => typeof resource === 'string');
  for (const [name, part] of Object.entries(propertiesOf(schema))) {
    const resource = part['x-ref'];
    const target = byResource.get(resource);
    if (resource !== undefined && !target)
      say(`/properties/${name}/x-ref`, `no resource ${resource}${suggestion(resource, resources)}`);
    const names = target && propertyNames(target);
    for (const there of names ? Object.values(part['x-ref-fields'] ?? {}) : [])
      if (!names?.has(String(there)))
        say(
          `/properties/${name}/x-ref-fields`,
          `${resource} has no property ${there}${suggestion(there, names ?? [])}`,
        );
    const through = schema.properties[part['x-inherits']?.through];
    if (!through) continue;
    const source = byResource.get(through['x-ref']);
    if (!source) say(`/properties/${name}/x-inherits`, `${part['x-inherits'].through} is not a reference`);
    else if (!columnsOf(source).has(name))
      say(`/properties/${name}/x-inherits`, `${through['x-ref']} has no property ${name}`);
  }
}

/** Checks that each kept property is carried by a reference from a stored column of an entity with a table. */
function checkKept(schema: EntitySchema, all: Files, say: Say): void {
  if (schema['x-view'] && schema['x-counts']) say('/x-counts', 'a view has no rows of its own to count');
  const properties = Object.entries(propertiesOf(schema));
  for (const [name, part] of properties) {
    if (part['x-kept'] !== true) continue;
    const path = `/properties/${name}/x-kept`;
    const carrier = properties.find(([, one]) => one['x-ref-fields']?.[name] !== undefined)?.[1];
    if (!carrier || part['x-computed'] !== true) {
      say(path, 'needs x-computed, and a reference whose x-ref-fields name the property');
      continue;
    }
    const target = soundOf(all).find((one) => one['x-resource'] === carrier['x-ref']);
    const from = carrier['x-ref-fields'][name];
    if (target && (target['x-view'] || !storedOf(target).has(from)))
      say(path, `${carrier['x-ref']}.${from} has no column to keep`);
  }
}

function checkChildren(schema: EntitySchema, all: Files, say: Say): void {
  for (const [index, child] of (schema['x-children'] ?? []).entries()) {
    const entity = all[child.entity];
    if (!entity)
      say(
        `/x-children/${index}/entity`,
        `no entity ${child.entity}${suggestion(child.entity, Object.keys(all))}`,
      );
    for (const word of ['parent', 'key']) {
      if (!isObject(entity?.properties) || !child[word]) continue;
      const [names, columns] = [propertyNames(entity), columnsOf(entity)];
      if (!names.has(child[word]))
        say(
          `/x-children/${index}/${word}`,
          `${child.entity} has no property ${child[word]}${suggestion(child[word], columns)}`,
        );
      else if (!columns.has(child[word]))
        say(`/x-children/${index}/${word}`, `${child[word]} has no column of its own in ${child.entity}`);
    }
  }
}

/** Checks the name of another entity, and that it has the column the word needs. */
function checkNamed(path: string, name: unknown, column: unknown, all: Files, say: Say): void {
  if (name === undefined) return;
  const entity = all[String(name)];
  if (!entity) say(path, `no entity ${name}${suggestion(String(name), Object.keys(all))}`);
  else if (column !== undefined && isObject(entity.properties) && !columnsOf(entity).has(String(column)))
    say(path, `${name} has no property ${column}${suggestion(String(column), columnsOf(entity))}`);
}

/** Checks that found records have a page to open and are searched by text properties, which are in the column of words. */
function checkFound(schema: EntitySchema, say: Say): void {
  const { detail, form } = schema['x-routes'] ?? {};
  if (!detail && !form)
    say('/x-finder', 'needs the address of a page to open: x-routes.detail or x-routes.form');
  if (schema['x-view']) say('/x-finder', 'a view has no index for the search');
  const { code, words } = schema['x-finder'];
  for (const name of [code, ...words].filter((one) => schema.properties[one]))
    if (schema.properties[name].type !== 'string') say('/x-finder', `${name} is not a text`);
  if (schema.properties[schema['x-finder'].fact]?.['x-computed'])
    say('/x-finder/fact', `${schema['x-finder'].fact} is computed, and cannot be used here`);
}

/**
 * Checks a file alone: a tree needs a reference to its own entity, and a sheet's column of codes needs a
 * sub-collection.
 */
function checkItself(schema: EntitySchema, say: Say): void {
  const parent = schema['x-hierarchy']?.parent;
  if (schema.properties[parent] && schema.properties[parent]['x-ref'] !== schema['x-resource'])
    say('/x-hierarchy/parent', `${parent} does not point to ${schema['x-resource']}`);
  if (schema['x-qr'] && !schema['x-routes']?.detail)
    say('/x-qr', 'needs the address of a page to open: x-routes.detail');
  for (const word of ['upload', 'document'])
    if (schema['x-routes']?.[word] && !schema['x-documents'])
      say(`/x-routes/${word}`, 'the entity has no files: x-documents is missing');
  if (schema['x-finder']) checkFound(schema, say);
  if (schema['x-qr'] && !schema['x-key']?.[0]) say('/x-qr', 'needs a code to print: x-key');
  const paths: string[] = (schema['x-children'] ?? []).map((child: EntitySchema) => child.path);
  for (const [header, column] of Object.entries<EntitySchema>(schema['x-import']?.columns ?? {}))
    if (isObject(column) && !paths.includes(column.child))
      say(
        `/x-import/columns/${header}`,
        `no sub-collection ${column.child}${suggestion(column.child, paths)}`,
      );
}

/** Checks that documents listed with a record's own belong to something the record points to. */
function checkBorrowed(schema: EntitySchema, all: Files, say: Say): void {
  for (const [type, name] of Object.entries<string>(schema['x-documents']?.with ?? {})) {
    const resource = schema.properties[name]?.['x-ref'];
    const target = soundOf(all).find((other) => other['x-resource'] === resource);
    if (!target?.['x-documents'])
      say(`/x-documents/with/${type}`, `${name} does not point to an entity with documents`);
  }
}

/** Checks that documents have folders, and that the record has a page or tab that shows them. */
function checkDocuments(schema: EntitySchema, all: Files, say: Say): void {
  const name = schema['x-documents']?.entity;
  const documents = all[name];
  if (documents && !documents.properties?.id_cartella?.['x-ref'])
    say(
      '/x-documents/entity',
      `${name} is not an entity of documents: it has no id_cartella that points to folders`,
    );
  // An entity without screens leaves its documents to the page that shows it.
  const { form, detail } = schema['x-routes'] ?? {};
  if (name && form && !detail && !schema['x-documents'].tab)
    say('/x-documents', 'needs a page that shows them: x-routes.detail, or a tab next to the form');
}

export function checkOthers(schema: EntitySchema, all: Files, say: Say): void {
  checkReferences(schema, all, say);
  checkKept(schema, all, say);
  checkChildren(schema, all, say);
  checkItself(schema, say);
  checkNamed(
    '/x-custom-fields/definitions',
    schema['x-custom-fields']?.definitions,
    'campo_tabella',
    all,
    say,
  );
  checkBorrowed(schema, all, say);
  checkNamed('/x-documents/entity', schema['x-documents']?.entity, schema['x-documents']?.parent, all, say);
  checkDocuments(schema, all, say);
  const dimensions = dimensionsOf(all);
  for (const [column, dimension] of Object.entries(schema['x-scope'] ?? {}))
    if (!dimensions.includes(String(dimension)))
      say(`/x-scope/${column}`, `no dimension ${dimension}${suggestion(dimension, dimensions)}`);
  for (const [index, tab] of (schema['x-tabs'] ?? []).entries())
    if (!all[tab]) say(`/x-tabs/${index}`, `no entity ${tab}${suggestion(tab, Object.keys(all))}`);
}

/** Returns the addresses of an entity's screens. A list that is a tab has an address below the shared one. */
function addressesOf(name: string, schema: EntitySchema, all: Files): [string, string][] {
  const routes: Record<string, unknown> = isObject(schema['x-routes']) ? schema['x-routes'] : {};
  const isTab = soundOf(all).some(
    (main) =>
      main !== schema &&
      [main['x-tabs'] ?? []].flat().includes(name) &&
      isObject(main['x-routes']) &&
      main['x-routes'].list === routes.list,
  );
  return ['list', 'detail', 'form', 'copy', 'child', 'upload', 'document'].flatMap(
    (word): [string, string][] => {
      const route = routes[word];
      if (typeof route !== 'string') return [];
      return [[word, word === 'list' && isTab ? `${route}/${routes.tab ?? name}` : route]];
    },
  );
}

/** Normalises an address. Parameter names do not matter, and an optional parameter may be absent. */
const normalised = (address: string): string => address.replace(/\/:\w+\?$/, '').replaceAll(/:\w+/g, ':');

export type SayOf = (name: string) => Say;

/** Reports resources, tables and screen addresses that two entities share. */
export function checkApart(all: Files, sayOf: SayOf): void {
  const [resources, tables, addresses] = [
    new Map<string, string>(),
    new Map(RESERVED_TABLES.map((table) => [table, 'the server'])),
    new Map<string, string>(),
  ];
  for (const [name, schema] of Object.entries(all)) {
    if (!isObject(schema)) continue;
    const say = sayOf(name);
    const resource = schema['x-resource'];
    if (typeof resource === 'string') {
      const [twin, table] = [resources.get(resource), tableOf(resource)];
      const owner = tables.get(table);
      if (twin) say('/x-resource', `${resource} is already used by ${twin}`);
      else if (owner) say('/x-resource', `its table ${table} is already used by ${owner}`);
      resources.set(resource, name);
      tables.set(table, name);
      if (schema['x-hierarchy']) tables.set(closureTableOf(table), name);
    }
    for (const [word, address] of addressesOf(name, schema, all)) {
      const owner = addresses.get(normalised(address));
      if (owner) say(`/x-routes/${word}`, `${address} is already used by ${owner}`);
      addresses.set(normalised(address), name);
    }
  }
}
