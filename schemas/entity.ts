/**
 * What the rest of the house works with: an Entity and its Fields, and the questions asked of them.
 * read-entity.ts makes them from a file. Pure: the server and the browser use them alike.
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

/** Set at creation, then read only: for these families, or for all; on rows with these values, or on all. */
export interface Lock {
  for?: Family[];
  when?: Record<string, string | number>;
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
  locked: Lock | undefined;
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
  /** Who sees it, when fewer than see the record. */
  read?: Access;
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

/** A call offered on a record, beyond reading and writing it. */
export interface RecordAction {
  path: string;
  title: Text;
  icon: string;
  when: Record<string, string | number>;
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
  /** What the server refuses is told in a dialog of its own. */
  refusalsInDialog: boolean;
  actions: RecordAction[];
  /** Query parameters that make the list a lookup; see x-lookup. */
  lookup: string[];
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

/** May this field of a stored row no longer be changed by a person of this family? */
export const isLocked = (
  { locked }: Pick<Field, 'locked'>,
  stored: Row,
  family: Family | undefined,
): boolean =>
  locked !== undefined &&
  (!locked.for || family === undefined || locked.for.includes(family)) &&
  Object.entries(locked.when ?? {}).every(([name, value]) => stored[name] === value);
