/** What an entity may have beside its fields, each a word of the vocabulary. entity.ts gathers them. */
import type { Access, Family } from './access.ts';
import type { Text } from './language.ts';

/** Free columns, named by the rows of another entity; see custom-fields.ts. */
export interface CustomFields {
  /** The entity of the definitions. */
  definitions: string;
  /** The property that holds a record's class. */
  class: string;
}

/** Files kept with a record. */
export interface Documents {
  entity: string;
  /** Their column that holds the record's id. */
  parent: string;
  /** One of them may be the record's cover image. */
  cover: boolean;
  /** What tells them, as `docType`, from those of what the record points to. */
  type?: string;
  /** Listed with them, to be read: the documents of what these references point to, by their type. */
  with: Record<string, string>;
  /** Read by whom they say themselves, where the record is in their reach; not by all who read the record. */
  own?: boolean;
  /** In a tab beside the form: the record has no page. */
  tab?: boolean;
  /** Put in one at a time. */
  single?: boolean;
}

/** Rows of an entity that stand in a tree by a reference to their own kind. */
export interface Hierarchy {
  parent: string;
  /** The filter for a row and all that is below it. */
  within: string;
  /** What a row at the top is called, and one below another. */
  top?: Text;
  below?: Text;
  /** The words of the button that adds one below. */
  add?: Text;
}

/** How a sheet's columns are called, and what fills them: a property, or a sub-collection of codes; `key` knows a row. */
export interface Import {
  file: string;
  columns: Record<string, string | { child: string }>;
  key?: string;
  /** Of the template and of the whole import. */
  path: string;
  /** Who may. */
  access: Access;
}

/** Its rows are what lists are narrowed to, kept under names: the properties that say of which list, to what, for everybody or not. */
export interface SavedFilters {
  of: string;
  values: string;
  shared: string;
}

/** What a record's QR code holds, and what is printed beside it; see qr/code.ts. */
export interface QrCode {
  prefix: string;
  texts: string[];
  /** Filters of the list in which a scanned code is looked for. */
  among: Record<string, string | number>;
  /** The codes of the settings that decide what a plant may decide. */
  settings: Partial<Record<'prefix' | 'type' | 'content' | 'texts' | 'header' | 'logos', string>>;
}

/** What a file of schemas/ holds, as far as types can say; check-schemas.ts says the rest. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON file; read by read-entity.ts once, and held before by the checks.
export type EntitySchema = Record<string, any>;

/** Its records are found from every page. */
export interface Finder {
  /** Hits whose code begins so come first. */
  code?: string;
  words: string[];
  /** Told beside a hit. */
  fact?: string;
  /** Filters of the list they are looked for in. */
  among: Record<string, string | number>;
}

export interface Child {
  path: string;
  entity: string;
  /** The child's column that holds this record's id. */
  parent: string;
  /** The child's column that names it in the address; its primary key when not said. */
  key?: string;
  /** In a tab beside the form, as the list of what it links to. */
  tab?: boolean;
  /** Read by whom it says itself, not by everybody who reads this record. */
  own?: boolean;
}

/** A call offered on a record, beyond reading and writing it. */
export interface RecordAction {
  path: string;
  title: Text;
  icon: string;
  when: Record<string, string | number>;
  /** Who may, when not all who may write. */
  access?: Access;
  /** What is asked before, a key of the translation files. */
  ask?: string;
}

export interface Protection {
  match: Record<string, string | number>;
  /** The property that names the person himself. */
  own?: string;
  against: ('update' | 'delete')[];
  unless: Family[];
}

/** The properties of a file, or of a part of one, by their names. */
export const propertiesOf = ({ properties }: EntitySchema): Record<string, EntitySchema> => properties;
