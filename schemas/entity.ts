/**
 * What the rest of the house works with: an Entity and its Fields, and the questions asked of them.
 * read-entity.ts makes them from a file. Pure: the server and the browser use them alike.
 */

import type { Access, Family, KnownPerson } from './access.ts';
import type {
  Child,
  CustomFields,
  Documents,
  Finder,
  Hierarchy,
  Import,
  Protection,
  QrCode,
  RecordAction,
  SavedFilters,
} from './entity-parts.ts';
import type { Kind } from './kinds.ts';
import { LANGUAGES, type Language, LOCALES, saidIn, type Text } from './language.ts';
import type { Offered } from './offered.ts';

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
  /** On rows whose property of this name names the person himself. */
  own?: string;
}

export interface Field extends Offered {
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
  /** By how much the arrow keys change it. */
  step?: number;
  default?: Value;
  /** What a form begins with; unlike the default it is nobody's value until it is sent. */
  proposed?: Value;
  defaultSetting?: string;
  /** The sentence told where it is required and not there, when it is one of its own. */
  missing?: string;
  choices?: Choice[];
  choicesFrom?: string;
  kindBy?: KindBy;
  reference?: Reference;
  /** It has the value of the row that the reference `through` points to, unless that value is `unless`. */
  inherits?: { through: string; unless: string | number };
  requiredUnless?: { setting: string; value: string };
  /** A list leaves out the rows that have the flag; its filter, called so, shows them too. */
  widens?: Text;
  /** What becomes of the row when what it points to is deleted; not said, it stands in the way. */
  gone?: 'stays' | 'goes';
  /** In a form: the value it has, and keeps. */
  fixed?: Value;
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
  /** Lists show what its HTML says. */
  html?: boolean;
  /** Its value is the resource of an entity, whose title is shown. */
  namesEntity?: boolean;
  /** The setting that says whether the hour of a moment is shown. */
  timeSetting?: string;
  /** Past it is late, unless a property has one of these values. */
  due?: { unless: Record<string, (string | number)[]> };
  /** Of what an act answers: the entity of a row in it, or the row's properties. */
  holds?: { row: string | Entity; several: boolean };
  /** A free column: nothing until a definition names it; see custom-fields.ts. */
  custom?: boolean;
  /** A file field that is not to stay empty. */
  fileRequired?: boolean;
  /** A file field whose file a person may put in and take away. */
  fileEditable?: boolean;
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

/** `R` is what its rows look like, for an entity that the code names; see types.ts. */
export interface Entity<R extends Row = Row> {
  name: string;
  title: Text;
  titles: Text;
  description: string;
  resource: string;
  table: string;
  id: string;
  routes: {
    list?: string;
    detail?: string;
    form?: string;
    copy?: string;
    /** Of a new row below another. */
    child?: string;
    tab?: string;
    /** Where files are put into it, and where one of its documents is changed. */
    upload?: string;
    document?: string;
  };
  update: 'PUT' | 'PATCH';
  calls: CallName[];
  /** It has no table: its rows are the server's own, read through a view. */
  view: boolean;
  menu?: { group: string; order: number; label?: Text };
  icon?: string;
  key?: string[];
  unique: string[][];
  /** Columns with an index of their own, for what a domain filters by; a column and ASC or DESC, to sort by. */
  indexes: string[][];
  display: string;
  sort: [string, 'ASC' | 'DESC'];
  search: string[];
  list: string[];
  /** Columns of the list that are there to be switched on. */
  offered: string[];
  filters: string[];
  group?: string;
  /** The reference whose rows stand beside the list: it shows those of the chosen one. */
  master?: string;
  /** The reference whose row they stand below: a tab of its page, where they are added and changed. */
  below?: string;
  /** The form is a dialog over the list; `add` are the words of the button that opens a new one. */
  dialog?: { add?: Text };
  form: Section[];
  children: Child[];
  customFields?: CustomFields;
  documents?: Documents;
  hierarchy?: Hierarchy;
  import?: Import;
  qr?: QrCode;
  finder?: Finder;
  savedFilters?: SavedFilters;
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
  /** What is offered in place of deleting one that others point to. */
  inUse: { off?: Record<string, string | number>; replace: boolean };
  /** `create` adds a row; `write` is what it is when not said. */
  access: { list: Access; read: Access; write: Access; create: Access };
  /** The question before deleting one; a key of the translation files. */
  ask: { delete?: string; move?: string; switch?: string };
  help: { list?: string; form?: string };
  /** What its empty list says to do next. */
  empty?: Text;
  conditions: Condition[];
  fields: Field[];
  field(name: string): Field | undefined;
  /** The field of that name, which is there. */
  property(this: Pick<Entity, 'name' | 'field'>, name: keyof R & string): Field;
}

/** The columns of a list that nobody has arranged. */
export const shownAtFirst = ({ list, offered }: Entity): string[] =>
  list.filter((name) => !offered.includes(name));

/** Fields with a column of their own. */
export const columns = (entity: Entity): Field[] => entity.fields.filter((field) => !field.virtual);

/** Fields a person may send. */
export const writable = (entity: Entity): Field[] =>
  entity.fields.filter((field) => !field.readOnly && !field.virtual);

/** The columns named in a display template: '{codice} - {descrizione}' -> codice, descrizione. */
export const displayColumns = (display: string): string[] =>
  [...display.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** A part that is missing takes the text after it with it: no code, no dash. */
export const displayOf = (entity: Entity, row: Row, language?: Language): string =>
  entity.display.replaceAll(/\{(\w+)\}([^{]*)/g, (_, name, after) => {
    const text = textIn(entity, row, name, language);
    return text === null || text === undefined || text === '' ? '' : `${text}${after}`;
  });

/** A text and its translations stand in two properties; the reader gets the one of his language. */
export function textIn(entity: Entity, row: Row, name: string, language: Language | undefined): unknown {
  const translations = entity.fields.find(({ translates }) => translates === name);
  if (!translations || !language) return row[name];
  return saidIn(row[translations.name], language) ?? row[name];
}

/** Is this field in force, given the record's other values? */
export const inForce = (field: Pick<Field, 'when'>, row: Row): boolean =>
  Object.entries(field.when ?? {}).every(([name, values]) => values.some((one) => one === row[name]));

const isOwn = (own: string | undefined, row: Row, { id }: KnownPerson): boolean =>
  own === undefined || row[own] === id;

const fits = (values: Record<string, string | number> | undefined, row: Row): boolean =>
  Object.entries(values ?? {}).every(([name, value]) => row[name] === value);

/** May this person change, or delete, this row? Access to the entity is asked elsewhere. */
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
      fits(part.match, row),
  );

/** May this field of a stored row no longer be changed by this person? Without one the product itself writes. */
export const isLocked = (
  { locked }: Pick<Field, 'locked'>,
  stored: Row,
  person: KnownPerson | undefined,
): boolean =>
  locked !== undefined &&
  (!locked.for || person === undefined || locked.for.includes(person.family)) &&
  (person === undefined ? locked.own === undefined : isOwn(locked.own, stored, person)) &&
  fits(locked.when, stored);
