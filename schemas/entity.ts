/**
 * Entities and their fields as all other code uses them, with functions that answer questions about them.
 * read-entity.ts makes them from files. They have no side effects: the server and the browser share them.
 */

import type { Access, KnownPerson } from './access.ts';
import type {
  Child,
  CustomFields,
  Documents,
  Finder,
  Hierarchy,
  Import,
  Kept,
  Lock,
  Protection,
  QrCode,
} from './entity-parts.ts';
import type { Kind } from './kinds.ts';
import { LANGUAGES, type Language, LOCALES, saidIn, type Text } from './language.ts';
import type { Offered } from './offered.ts';
import type { SearchedText } from './search-words.ts';

export type * from './entity-parts.ts';
export type { Kind } from './kinds.ts';
export type * from './offered.ts';
export { LANGUAGES, type Language, LOCALES, type Text };

export type Value = string | number | null | Record<string, unknown> | unknown[];
export type Row = Record<string, unknown>;

export interface Choice {
  value: string | number;
  title: Text;
}

export interface Reference {
  resource: string;
  /** The property under which lists and records carry the text of the referenced row. */
  text?: string;
  /** More joined columns: property of this entity -> column or joined name of the target. */
  fields: Record<string, string>;
  /** Limits the choices: filter of the target -> property of this record. */
  where: Record<string, string>;
  /** The text of the choice -1, where -1 is valid. */
  none?: Text;
}

export interface Field extends Offered {
  name: string;
  kind: Kind;
  title: Text;
  help?: Text;
  required: boolean;
  /** Whether the server fills the field and ignores values that clients send. */
  readOnly: boolean;
  /** Whether the field has no column: a joined text, or a value that a domain fills. */
  virtual: boolean;
  /** Where the database reads the value of the column of this virtual field; see x-kept. */
  kept?: Kept;
  /** Whether, and for which users, the field is read-only after creation. */
  locked: Lock | undefined;
  unique: boolean;
  hidden: boolean;
  maxLength?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  /** The step of the arrow keys. */
  step?: number;
  default?: Value;
  /** The initial value of a form. Unlike the default, it has no effect until it is sent. */
  proposed?: Value;
  defaultSetting?: string;
  choices?: Choice[];
  choicesFrom?: string;
  kindBy?: KindBy;
  reference?: Reference;
  /** Takes its value from the row that `through` refers to, except if that value equals `unless`. */
  inherits?: { through: string; unless: string | number };
  requiredUnless?: { setting: string; value: string };
  /** Lists leave out rows with this flag, unless the filter with this label includes them. */
  widens?: Text;
  /** What happens to the row when its target is deleted. Without it, the target cannot be deleted. */
  gone?: 'stays' | 'goes';
  /** The fixed value of the field in a form. */
  fixed?: Value;
  translates?: string;
  /** The name of its filter in calls. */
  query: string;
  when?: Record<string, (string | number)[]>;
  write?: Access;
  /** The users who see the field, if they are fewer than those who see the record. */
  read?: Access;
  was?: string;
  width?: number;
  cut?: number;
  /** Whether lists display the text of its HTML. */
  html?: boolean;
  /** Whether the value is the resource of an entity, of which users see the title. */
  namesEntity?: boolean;
  /** The setting that decides whether the time of an instant is visible. */
  timeSetting?: string;
  /** A past date is overdue, unless a property has one of these values. */
  due?: { unless: Record<string, (string | number)[]> };
  /** In the reply of an act: the entity of a row, or the row's properties. */
  holds?: { row: string | Entity; several: boolean };
  /** Whether it is a free column, which is unused until a definition names it; see custom-fields.ts. */
  custom?: boolean;
  /** Whether it is a file field that must not be empty. */
  fileRequired?: boolean;
  /** Whether it is a file field whose file a user may upload and remove. */
  fileEditable?: boolean;
}

/** A text in calls that is displayed and edited as the kind that another property's value selects. */
export interface KindBy {
  property: string;
  kinds: Record<string, Kind>;
  /** The property with the {codice, valore} pairs to choose from, and the other property's value for secrets. */
  choices?: string;
  secret?: string;
}

export interface Section {
  title: Text;
  fields: string[];
  tab: boolean;
}

/** Further requirements when other properties have these values. */
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

/** `R` is the row type, for entities that the code names; see types.ts. */
export interface Entity<R extends Row = Row> {
  name: string;
  title: Text;
  titles: Text;
  description: string;
  /** The file of bases/ from which it starts. */
  base?: string;
  resource: string;
  table: string;
  id: string;
  routes: {
    list?: string;
    detail?: string;
    form?: string;
    copy?: string;
    /** The form of a new row below another. */
    child?: string;
    tab?: string;
    /** Pages for uploading files to a record, and for changing one of its documents. */
    upload?: string;
    document?: string;
  };
  calls: CallName[];
  /** Whether it has no table, because its rows come from the server's own tables through a view. */
  view: boolean;
  menu?: { group: string; order: number; label?: Text };
  icon?: string;
  key?: string[];
  unique: string[][];
  /** The columns with an index, for filters of domains; for sorting, a column and ASC or DESC. */
  indexes: string[][];
  /** The columns whose combinations of values the database counts; see x-counts. */
  counts: string[][];
  display: string;
  sort: [string, 'ASC' | 'DESC'];
  search: string[];
  searched: SearchedText[];
  list: string[];
  /** Columns of the list that are hidden at first. */
  offered: string[];
  filters: string[];
  group?: string;
  /** The reference whose rows form a second list next to this one. A selected row filters this list. */
  master?: string;
  /** The parent reference. Rows are added and changed in a tab of the parent's page. */
  below?: string;
  /** Opens the form as a dialog over the list. `add` is the label of the button for a new record. */
  dialog?: { add?: Text };
  form: Section[];
  children: Child[];
  customFields?: CustomFields;
  documents?: Documents;
  hierarchy?: Hierarchy;
  import?: Import;
  qr?: QrCode;
  finder?: Finder;
  /** With `rows`, the list reply has only rows, and the browser builds the tree. */
  tree?: { child: string; parent: string; rows?: boolean };
  tabs: string[];
  /** The query parameters that turn the list into a lookup; see x-lookup. */
  lookup: string[];
  traits: string[];
  scope: Record<string, string>;
  protect: Protection[];
  delete: 'soft' | 'refuse-if-used';
  /** Alternatives offered if a row that others refer to is deleted. */
  inUse: { off?: Record<string, string | number>; replace: boolean };
  /** Access to `create` is the same as to `write`, unless the file sets it. */
  access: { list: Access; read: Access; write: Access; create: Access };
  /** Translation keys of the questions asked before each action. */
  ask: { delete?: string; move?: string; switch?: string };
  help: { list?: string; form?: string };
  /** The advice of an empty list. */
  empty?: Text;
  conditions: Condition[];
  fields: Field[];
  field(name: string): Field | undefined;
  /** Returns the field of that name, or throws. */
  property(this: Pick<Entity, 'name' | 'field'>, name: keyof R & string): Field;
}

/** The list columns visible by default. */
export const defaultColumns = ({ list, offered }: Entity): string[] =>
  list.filter((name) => !offered.includes(name));

/** Fields with a column in the table. */
export const columns = (entity: Entity): Field[] => entity.fields.filter((field) => !field.virtual);

/** Fields that a client may send. */
export const writable = (entity: Entity): Field[] =>
  entity.fields.filter((field) => !field.readOnly && !field.virtual);

/** Returns the columns of a display template: codice and descrizione of '{codice} - {descrizione}'. */
export const displayColumns = (display: string): string[] =>
  [...display.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** Fills a display template. An empty part also removes the text after it: without a code there is no dash. */
export const displayOf = (entity: Entity, row: Row, language?: Language): string =>
  entity.display.replaceAll(/\{(\w+)\}([^{]*)/g, (_, name, after) => {
    const text = textIn(entity, row, name, language);
    return text === null || text === undefined || text === '' ? '' : `${text}${after}`;
  });

/** Returns the text in the reader's language, if another property holds its translations. */
export function textIn(entity: Entity, row: Row, name: string, language: Language | undefined): unknown {
  const translations = entity.fields.find(({ translates }) => translates === name);
  if (!translations || !language) return row[name];
  return saidIn(row[translations.name], language) ?? row[name];
}

/** Returns whether the field applies, given the record's other values. */
export const inForce = (field: Pick<Field, 'when'>, row: Row): boolean =>
  Object.entries(field.when ?? {}).every(([name, values]) => values.some((one) => one === row[name]));

const isOwn = (own: string | undefined, row: Row, { id }: KnownPerson): boolean =>
  own === undefined || row[own] === id;

const matches = (values: Record<string, string | number> | undefined, row: Row): boolean =>
  Object.entries(values ?? {}).every(([name, value]) => row[name] === value);

/**
 * Returns whether a rule prevents this user from changing or deleting the row. Access to the entity is checked
 * elsewhere.
 */
export const isProtected = (
  entity: Entity,
  row: Row,
  against: 'update' | 'delete',
  person: KnownPerson,
): boolean =>
  entity.protect.some(
    (part) =>
      part.against.includes(against) &&
      !part.unless.includes(person.family) &&
      isOwn(part.own, row, person) &&
      matches(part.match, row),
  );

/**
 * Returns whether the field of a stored row is read-only for this user. Without a user, it is for the server
 * itself.
 */
export const isLocked = (
  { locked }: Pick<Field, 'locked'>,
  stored: Row,
  person: KnownPerson | undefined,
): boolean =>
  locked !== undefined &&
  (!locked.for || person === undefined || locked.for.includes(person.family)) &&
  (person === undefined ? locked.own === undefined : isOwn(locked.own, stored, person)) &&
  inForce(locked, stored);
