/**
 * Reads an entity's JSON Schema once into what the rest of the house works with: an Entity and its Fields.
 * Pure: the server and the browser use it alike. The files are checked before (check-schemas.ts).
 */
import type { Access, Family } from './access.ts';

export type Language = 'it' | 'en';
export const LANGUAGES: Language[] = ['it', 'en'];
export type Text = Record<Language, string>;

export type Kind =
  | 'text'
  | 'note'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'quantity'
  | 'flag'
  | 'choice'
  | 'date'
  | 'instant'
  | 'email'
  | 'uri'
  | 'reference'
  | 'colour'
  | 'icon'
  | 'translations'
  | 'options'
  | 'column'
  | 'file';

export type Value = string | number | null | Record<string, unknown> | unknown[];
export type Row = Record<string, unknown>;

export interface Choice {
  value: string | number;
  title: Text;
}

export interface Reference {
  resource: string;
  /** The name under which lists and records carry the text of the row pointed to. */
  text?: string;
  /** More joined columns: name here -> column, or joined name, there. */
  fields: Record<string, string>;
  /** Limits the choices: filter of the target -> property of this record. */
  where: Record<string, string>;
  /** The text of the choice -1, where -1 is one. */
  none?: Text;
}

export interface Field {
  name: string;
  kind: Kind;
  title: Text;
  help?: Text;
  required: boolean;
  /** The server fills it; sent values are ignored. */
  readOnly: boolean;
  /** No column of its own: a joined text, or filled by a domain. */
  virtual: boolean;
  /** Set at creation, then read only. */
  locked: boolean;
  unique: boolean;
  hidden: boolean;
  maxLength?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  default?: Value;
  choices?: Choice[];
  choicesFrom?: string;
  kindBy?: KindBy;
  reference?: Reference;
  translates?: string;
  /** The wire name of its filter. */
  query: string;
  when?: Record<string, (string | number)[]>;
  write?: Access;
  was?: string;
  width?: number;
  cut?: number;
}

/** A text on the wire, shown and typed as the kind that another property's value tells. */
export interface KindBy {
  property: string;
  kinds: Record<string, Kind>;
  /** The property that holds the {codice, valore} pairs to choose from. */
  choices?: string;
}

export interface Section {
  title: Text;
  fields: string[];
  tab: boolean;
}

export interface Child {
  path: string;
  entity: string;
  /** The child's column that holds this record's id. */
  parent: string;
  /** The child's column that names it in the address; its primary key when not said. */
  key?: string;
}

export interface Protection {
  match: Record<string, string | number>;
  against: ('update' | 'delete')[];
  unless: Family[];
}

/** More is required, or narrower, when other properties have these values. */
export interface Condition {
  when: Record<string, (string | number)[]>;
  met: Demand;
  otherwise: Demand;
}
export interface Demand {
  required: string[];
  properties: Record<
    string,
    Partial<Pick<Field, 'minLength' | 'pattern'>> & { format?: string; const?: Value }
  >;
}

export type CallName = 'list' | 'read' | 'create' | 'update' | 'delete';

export interface Entity {
  name: string;
  title: Text;
  titles: Text;
  description: string;
  resource: string;
  table: string;
  id: string;
  routes: { list?: string; form?: string; copy?: string; tab?: string };
  update: 'PUT' | 'PATCH';
  calls: CallName[];
  menu?: { group: string; order: number; label?: Text };
  icon?: string;
  key?: string[];
  unique: string[][];
  display: string;
  sort: [string, 'ASC' | 'DESC'];
  search: string[];
  list: string[];
  filters: string[];
  group?: string;
  form: Section[];
  children: Child[];
  /** `rows`: the list reply is the rows alone, and who shows them makes the tree. */
  tree?: { child: string; parent: string; rows?: boolean };
  tabs: string[];
  traits: string[];
  scope: Record<string, string>;
  protect: Protection[];
  delete: 'soft' | 'refuse-if-used';
  access: { list: Access; read: Access; write: Access };
  help: { list?: string; form?: string };
  conditions: Condition[];
  fields: Field[];
  field(name: string): Field | undefined;
}

/** What a file of schemas/ holds, as far as types can say; check-schemas.ts says the rest. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON file; read here once and nowhere else.
export type EntitySchema = Record<string, any>;

const MAX_LENGTHS: Partial<Record<Kind, number>> = {
  text: 200,
  note: 2000,
  email: 150,
  uri: 500,
  icon: 100,
  colour: 100,
  column: 30,
};

const text = (english: string, italian: string | undefined): Text => ({
  it: italian ?? english,
  en: english,
});

function kindOf(schema: EntitySchema): Kind {
  if (schema['x-kind']) return schema['x-kind'];
  if (schema['x-ref']) return 'reference';
  if (schema.oneOf || schema.enum) return 'choice';
  if (schema.type === 'integer') return 'integer';
  if (schema.type === 'number') return 'decimal';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'date-time') return 'instant';
  if (schema.format === 'email') return 'email';
  if (schema.format === 'uri') return 'uri';
  return 'text';
}

const many = (value: unknown): (string | number)[] =>
  (Array.isArray(value) ? value : [value]) as (string | number)[];
const eachMany = (values: Record<string, unknown> | undefined) =>
  values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, many(value)]));

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
  return {
    name,
    kind,
    title: text(schema.title, schema['x-title']?.it),
    help: schema.description ? text(schema.description, schema['x-description']?.it) : undefined,
    required,
    readOnly: schema.readOnly === true || virtual,
    virtual,
    locked: schema['x-locked'] === true,
    unique: schema['x-unique'] === true,
    hidden: schema['x-hidden'] === true,
    maxLength: schema.maxLength ?? MAX_LENGTHS[kind],
    minLength: schema.minLength,
    minimum: schema.minimum,
    maximum: schema.maximum,
    pattern: schema.pattern,
    default: schema.default,
    choices: choicesOf(schema),
    choicesFrom: schema['x-choices'],
    kindBy: schema['x-kind-by'],
    reference: schema['x-ref'] && {
      resource: schema['x-ref'],
      text: schema['x-ref-text'],
      fields: schema['x-ref-fields'] ?? {},
      where: schema['x-ref-where'] ?? {},
      none: schema['x-none'] && text(schema['x-none'].title, schema['x-none']['x-title']?.it),
    },
    translates: schema['x-translates'],
    query: schema['x-query'] ?? name,
    when: eachMany(schema['x-when']),
    write: schema['x-write'],
    was: schema['x-was'],
    width: schema['x-width'],
    cut: schema['x-cut'],
  };
}

/** A reference brings joined texts with it; they are fields too, read only and without a column. */
function joinedFields(field: Field): Field[] {
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
    locked: false,
    unique: false,
    hidden: true,
    query: name,
  }));
}

const serverField = (name: string, kind: Kind, en: string, it: string, rest: Partial<Field> = {}): Field => ({
  name,
  kind,
  title: { en, it },
  required: false,
  readOnly: true,
  virtual: false,
  locked: false,
  unique: false,
  hidden: true,
  query: name,
  ...rest,
});

/** Columns that every table has and no file repeats. `versione` is sent back on a save; see I21. */
export const SERVER_FIELDS: Field[] = [
  serverField('versione', 'integer', 'Version', 'Versione', { default: 1 }),
  serverField('data_ins', 'instant', 'Created', 'Inserito il'),
  serverField('id_usr_ins', 'integer', 'Created by', 'Inserito da'),
  serverField('data_ultima_mod', 'instant', 'Last modified', 'Ultima modifica'),
  serverField('id_usr_ultima_mod', 'integer', 'Modified by', 'Modificato da'),
];

const demand = (schema: EntitySchema | undefined): Demand => ({
  required: schema?.required ?? [],
  properties: schema?.properties ?? {},
});

function readConditions(schema: EntitySchema): Condition[] {
  const parts: EntitySchema[] = [...(schema.if ? [schema] : []), ...(schema.allOf ?? [])];
  return parts.map((part) => ({
    when: Object.fromEntries(
      Object.entries(part.if.properties as Record<string, EntitySchema>).map(([name, test]) => [
        name,
        test.enum ?? [test.const],
      ]),
    ),
    met: demand(part.then),
    otherwise: demand(part.else),
  }));
}

const ALL_CALLS: CallName[] = ['list', 'read', 'create', 'update', 'delete'];

export const tableOf = (resource: string): string => resource.replaceAll(/[/-]/g, '_').toLowerCase();

/** `name` is the file's name without .json; `schema` a checked file with its base merged in. */
export function readEntity(name: string, schema: EntitySchema): Entity {
  const required: string[] = schema.required ?? [];
  const id: string = schema['x-id'] ?? 'id';
  const own = Object.entries(schema.properties as Record<string, EntitySchema>).map(([property, part]) =>
    readField(property, part, required.includes(property)),
  );
  const declared = new Set(own.map((field) => field.name));
  const joined = own.flatMap(joinedFields).filter((field) => !declared.has(field.name));
  const removal: Field[] =
    schema['x-delete'] === 'soft'
      ? [serverField('canc', 'flag', 'Deleted', 'Cancellato', { default: 0 })]
      : [];
  const fields = [serverField(id, 'integer', 'Id', 'Id'), ...own, ...joined, ...removal, ...SERVER_FIELDS];
  const byName = new Map(fields.map((field) => [field.name, field]));
  const access = schema['x-access'] ?? {};
  const read: Access = access.read ?? 'session';
  const visible = own
    .filter((field) => !field.virtual && !field.hidden && !field.readOnly)
    .map((field) => field.name);
  return {
    name,
    title: text(schema.title, schema['x-title']?.it),
    titles: text(schema['x-title']?.ens ?? `${schema.title}s`, schema['x-title']?.its),
    description: schema.description ?? schema.title,
    resource: schema['x-resource'],
    table: tableOf(schema['x-resource']),
    id,
    routes: schema['x-routes'] ?? {},
    update: schema['x-update'] ?? 'PUT',
    calls: schema['x-calls'] ?? ALL_CALLS,
    menu: schema['x-menu'] && {
      ...schema['x-menu'],
      label: schema['x-menu'].label && text(schema['x-menu'].label.en, schema['x-menu'].label.it),
    },
    icon: schema['x-icon'],
    key: schema['x-key'],
    unique: schema['x-unique'] ?? [],
    display: schema['x-display'] ?? `{${id}}`,
    sort: schema['x-sort'] ?? [id, 'ASC'],
    search: schema['x-search'] ?? [],
    list: schema['x-list'] ?? visible,
    filters: schema['x-filters'] ?? [],
    group: schema['x-group'],
    form: (schema['x-form'] ?? [{ title: 'General', 'x-title': { it: 'Generali' }, fields: visible }]).map(
      (section: EntitySchema) => ({
        title: text(section.title, section['x-title']?.it),
        fields: section.fields,
        tab: section.tab === true,
      }),
    ),
    children: schema['x-children'] ?? [],
    tree: schema['x-tree'],
    tabs: schema['x-tabs'] ?? [],
    traits: schema['x-traits'] ?? [],
    scope: schema['x-scope'] ?? {},
    protect: (schema['x-protect'] ?? []).map((part: EntitySchema) => ({ unless: [], ...part })),
    delete: schema['x-delete'] ?? 'refuse-if-used',
    access: { list: access.list ?? read, read, write: access.write ?? read },
    help: schema['x-help'] ?? {},
    conditions: readConditions(schema),
    fields,
    field: (property) => byName.get(property),
  };
}

/** Fields with a column of their own. */
export const columns = (entity: Entity): Field[] => entity.fields.filter((field) => !field.virtual);

/** Fields a person may send. */
export const writable = (entity: Entity): Field[] =>
  entity.fields.filter((field) => !field.readOnly && !field.virtual);

/** The columns named in a display template: '{codice} - {descrizione}' -> codice, descrizione. */
export const displayColumns = (display: string): string[] =>
  [...display.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

export const displayOf = (entity: Entity, row: Row): string =>
  entity.display.replaceAll(/\{(\w+)\}/g, (_, name) => String(row[name] ?? ''));

/** Is this field in force, given the record's other values? */
export const inForce = (field: Pick<Field, 'when'>, row: Row): boolean =>
  Object.entries(field.when ?? {}).every(([name, values]) => values.includes(row[name] as string | number));

/** May a person of this family change, or delete, this row? Access to the entity is asked elsewhere. */
export const isProtected = (
  entity: Entity,
  row: Row,
  against: 'update' | 'delete',
  family: Family,
): boolean =>
  entity.protect.some(
    (part) =>
      part.against.includes(against) &&
      !part.unless.includes(family) &&
      Object.entries(part.match).every(([name, value]) => row[name] === value),
  );
