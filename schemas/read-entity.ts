/**
 * Reads an entity's JSON Schema into an Entity. The file was already checked (check-schemas.ts). Has no side
 * effects.
 */

import type { Access } from './access.ts';
import { property } from './catalogue.ts';
import { freeFields } from './custom-fields.ts';
import type { CallName, Choice, Condition, Demand, Entity, EntitySchema, Field, Kind } from './entity.ts';
import { propertiesOf } from './entity-parts.ts';
import { keptFrom } from './kept.ts';
import { KINDS } from './kinds.ts';
import type { Text } from './language.ts';
import { offeredIn } from './offered.ts';
import { drawnBy, sheetColumns } from './rest.ts';
import { searchedTexts } from './search-words.ts';
import { keysOf } from './values.ts';

export type { EntitySchema };

const text = (english: string, italian: string | undefined): Text => ({
  it: italian ?? english,
  en: english,
});

const titleOf = (schema: EntitySchema | undefined): Text | undefined =>
  schema && text(schema.title, schema['x-title']?.it);

const BY_TYPE = keysOf(KINDS).filter((kind) => KINDS[kind].byType);

function kindOf({ type, format, ...schema }: EntitySchema): Kind {
  if (schema['x-kind']) return schema['x-kind'];
  if (schema['x-ref']) return 'reference';
  if (schema.oneOf || schema.enum) return 'choice';
  const ofType = BY_TYPE.filter((kind) => KINDS[kind].json[0] === type);
  return ofType.find((kind) => KINDS[kind].format === format) ?? ofType[0] ?? 'text';
}

const listOf = (value: unknown): (string | number)[] =>
  (Array.isArray(value) ? value : [value]) as (string | number)[];
const listOfEach = (values: Record<string, unknown> | undefined) =>
  values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, listOf(value)]));

function choicesOf(schema: EntitySchema): Choice[] | undefined {
  if (schema.oneOf)
    return schema.oneOf.map((one: EntitySchema) => ({
      value: one.const,
      title: text(one.title, one['x-title']?.it),
    }));
  return schema.enum?.map((value: string | number) => ({ value, title: text(String(value), undefined) }));
}

function readField(name: string, schema: EntitySchema, required: boolean): Field {
  const kind = kindOf(schema);
  const virtual = schema['x-computed'] === true;
  const lock = schema['x-locked'];
  return {
    name,
    kind,
    title: text(schema.title, schema['x-title']?.it),
    help: schema.description ? text(schema.description, schema['x-description']?.it) : undefined,
    required,
    readOnly: schema.readOnly === true || virtual,
    virtual,
    locked: lock ? { ...lock, when: listOfEach(lock.when) } : undefined,
    unique: schema['x-unique'] === true,
    hidden: schema['x-hidden'] === true,
    maxLength: schema.maxLength ?? KINDS[kind].maxLength,
    minLength: schema.minLength,
    minimum: schema.minimum,
    maximum: schema.maximum,
    pattern: schema.pattern,
    step: schema['x-step'],
    default: schema.default,
    proposed: schema['x-proposed'],
    defaultSetting: schema['x-default-setting'],
    choices: choicesOf(schema),
    choicesFrom: schema['x-choices'],
    kindBy: schema['x-kind-by'],
    inherits: schema['x-inherits'],
    requiredUnless: schema['x-required-unless'],
    widens: titleOf(schema['x-widens']),
    reference: schema['x-ref'] && {
      resource: schema['x-ref'],
      text: schema['x-ref-text'],
      fields: schema['x-ref-fields'] ?? {},
      where: schema['x-ref-where'] ?? {},
      none: titleOf(schema['x-none']),
    },
    translates: schema['x-translates'],
    query: schema['x-query'] ?? name,
    when: listOfEach(schema['x-when']),
    write: schema['x-write'],
    read: schema['x-read'],
    was: schema['x-was'],
    width: schema['x-width'],
    cut: schema['x-cut'],
    html: schema['x-html'] === true,
    namesEntity: schema['x-names-entity'] === true,
    timeSetting: schema['x-time-setting'],
    due: schema['x-due'] && { unless: {}, ...schema['x-due'] },
    gone: schema['x-gone'],
    ...offeredIn(schema),
  };
}

/** Returns the joined texts of a reference, as read-only fields without a column. */
function joinedFields(field: Field, filters: Set<string>): Field[] {
  if (!field.reference) return [];
  const names = [field.reference.text, ...Object.keys(field.reference.fields)].filter(
    (name) => name !== undefined,
  );
  return names.map((name) => ({
    name,
    kind: 'text' as const,
    title: field.title,
    required: false,
    readOnly: true,
    virtual: true,
    locked: undefined,
    unique: false,
    hidden: true,
    // A text has no filter if a reference's id uses its name as filter.
    query: filters.has(name) ? '' : name,
  }));
}

const serverField = (name: string, kind: Kind, en: string, it: string, rest: Partial<Field> = {}): Field => ({
  name,
  kind,
  title: { en, it },
  required: false,
  readOnly: true,
  virtual: false,
  locked: undefined,
  unique: false,
  hidden: true,
  query: name,
  ...rest,
});

/** The columns that every table has and no file repeats. Clients send `versione` back on a save; see I21. */
export const SERVER_FIELDS: Field[] = [
  serverField('versione', 'integer', 'Version', 'Versione', { default: 1 }),
  serverField('data_ins', 'instant', 'Created', 'Inserito il'),
  serverField('id_usr_ins', 'integer', 'Created by', 'Inserito da'),
  serverField('data_ultima_mod', 'instant', 'Last modified', 'Ultima modifica'),
  serverField('id_usr_ultima_mod', 'integer', 'Modified by', 'Modificato da'),
];

/** The columns that the server fills. The history does not report their changes. */
export const SERVER_FILLED = new Set([...SERVER_FIELDS.map((field) => field.name), 'canc']);

const demand = (schema: EntitySchema | undefined): Demand => ({
  required: schema?.required ?? [],
  properties: schema?.properties ?? {},
});

function readConditions(schema: EntitySchema): Condition[] {
  const parts: EntitySchema[] = [...(schema.if ? [schema] : []), ...(schema.allOf ?? [])];
  return parts.map((part) => ({
    when: Object.fromEntries(
      Object.entries(propertiesOf(part.if)).map(([name, test]) => [name, test.enum ?? [test.const]]),
    ),
    met: demand(part.then),
    otherwise: demand(part.else),
  }));
}

const ALL_CALLS: CallName[] = ['list', 'read', 'create', 'update', 'delete'];

export const tableOf = (resource: string): string => resource.replaceAll(/[/-]/g, '_').toLowerCase();

/** Returns the name of the closure table of a hierarchy. It contains which row is below which, at any depth. */
export const closureTableOf = (table: string): string => `${table}_discendenza`;

/**
 * Returns the fields of the entity, including columns without a property in the file: joined ones, free ones, those
 * of the server.
 */
function allFields(schema: EntitySchema, id: string, ownFields: Field[]): Field[] {
  const declared = new Set(ownFields.map((field) => field.name));
  const filters = new Set(ownFields.map((field) => field.query));
  const joined = ownFields
    .flatMap((field) => joinedFields(field, filters))
    .filter((field) => !declared.has(field.name));
  const removal: Field[] =
    schema['x-delete'] === 'soft'
      ? [serverField('canc', 'flag', 'Deleted', 'Cancellato', { default: 0 })]
      : [];
  const free = schema['x-custom-fields'] ? freeFields(schema['x-custom-fields'].texts) : [];
  const ids = [serverField(id, 'integer', 'Id', 'Id')];
  return [...ids, ...ownFields, ...joined, ...free, ...removal, ...SERVER_FIELDS];
}

const textsOf = (schema: EntitySchema) => ({
  title: text(schema.title, schema['x-title']?.it),
  titles: text(schema['x-title']?.ens ?? `${schema.title}s`, schema['x-title']?.its),
  description: schema.description ?? schema.title,
  ask: schema['x-ask'] ?? {},
  help: schema['x-help'] ?? {},
  empty: titleOf(schema['x-empty']),
});

/** Reads the words about menus, lists and forms. */
function screensOf(schema: EntitySchema, ownFields: Field[]) {
  const drawn = drawnBy(schema, ownFields);
  return {
    routes: schema['x-routes'] ?? {},
    menu: schema['x-menu'] && {
      ...schema['x-menu'],
      label: schema['x-menu'].label && text(schema['x-menu'].label.en, schema['x-menu'].label.it),
    },
    icon: schema['x-icon'],
    list: drawn.list,
    offered: drawn.offered,
    filters: drawn.filters,
    group: schema['x-group'],
    master: schema['x-master'],
    below: schema['x-below'],
    dialog: schema['x-dialog'] && { add: titleOf(schema['x-dialog'].add) },
    form: drawn.form.map((section) => ({
      title: text(section.title, section['x-title']?.it),
      fields: section.fields,
      tab: section.tab === true,
    })),
    tabs: schema['x-tabs'] ?? [],
  };
}

/** Reads the words that give an entity a capability: documents, trees, import, labels, search. */
const capabilitiesOf = (schema: EntitySchema, ownFields: Field[], write: Access) => ({
  children: schema['x-children'] ?? [],
  customFields: schema['x-custom-fields'],
  documents: schema['x-documents'] && { cover: false, with: {}, ...schema['x-documents'] },
  hierarchy: schema['x-hierarchy'] && {
    parent: schema['x-hierarchy'].parent,
    within: schema['x-hierarchy'].within,
    top: titleOf(schema['x-hierarchy'].top),
    below: titleOf(schema['x-hierarchy'].below),
    add: titleOf(schema['x-hierarchy'].add),
  },
  import: schema['x-import'] && {
    path: `${schema['x-resource']}/templatexls`,
    access: write,
    ...schema['x-import'],
    columns: sheetColumns(schema['x-import'].columns, ownFields),
  },
  qr: schema['x-qr'] && { among: {}, settings: {}, ...schema['x-qr'] },
  finder: schema['x-finder'] && { among: {}, ...schema['x-finder'] },
  tree: schema['x-tree'],
  lookup: schema['x-lookup'] ?? [],
  traits: schema['x-traits'] ?? [],
});

/** Reads an entity. `name` is the file name without .json. `schema` is a checked file merged with its base. */
export function readEntity(name: string, schema: EntitySchema): Entity {
  const id: string = schema['x-id'] ?? 'id';
  const properties = Object.entries(propertiesOf(schema));
  const ownFields = properties.map(([property, part]) => ({
    ...readField(property, part, schema.required?.includes(property) ?? false),
    kept: part['x-kept'] === true ? keptFrom(property, properties) : undefined,
  }));
  const fields = allFields(schema, id, ownFields);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const access = schema['x-access'] ?? {};
  // Without access rules nobody has access. The check requires the rules anyway.
  const read: Access = access.read ?? [];
  const write: Access = access.write ?? [];
  return {
    name,
    ...textsOf(schema),
    base: schema['x-base'],
    resource: schema['x-resource'],
    table: tableOf(schema['x-resource']),
    id,
    calls: schema['x-calls'] ?? ALL_CALLS,
    view: schema['x-view'] === true,
    key: schema['x-key'],
    unique: schema['x-unique'] ?? [],
    indexes: schema['x-index'] ?? [],
    counts: schema['x-counts'] ?? [],
    display: schema['x-display'] ?? `{${id}}`,
    sort: schema['x-sort'] ?? [id, 'ASC'],
    search: schema['x-search'] ?? [],
    searched: searchedTexts(schema, fields),
    ...screensOf(schema, ownFields),
    ...capabilitiesOf(schema, ownFields, write),
    scope: schema['x-scope'] ?? {},
    protect: (schema['x-protect'] ?? []).map((part: EntitySchema) => ({ match: {}, unless: [], ...part })),
    delete: schema['x-delete'] ?? 'refuse-if-used',
    inUse: { replace: true, ...schema['x-in-use'] },
    access: { list: access.list ?? read, read, write, create: access.create ?? write },
    conditions: readConditions(schema),
    fields,
    field: (fieldName) => byName.get(fieldName),
    property,
  };
}
