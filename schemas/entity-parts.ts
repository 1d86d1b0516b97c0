/** The optional parts of an entity. Each is a word of the vocabulary, and entity.ts collects them. */
import type { Access, Family } from './access.ts';
import type { Text } from './language.ts';

/** Free columns that the rows of another entity name; see custom-fields.ts. */
export interface CustomFields {
  definitions: string;
  /** The property with the record's class. */
  class: string;
}

/** Files attached to a record. */
export interface Documents {
  entity: string;
  /** The document's column with the record's id. */
  parent: string;
  /** Whether a document may be the record's cover image. */
  cover: boolean;
  /** The `docType` that separates these documents from those of records that the record points to. */
  type?: string;
  /** Documents of referenced records, which are listed read-only with the record's own: type -> reference. */
  with: Record<string, string>;
  /** Whether the documents' own access rules apply, instead of those of the record. */
  own?: boolean;
  /** Whether a tab next to the form displays them, for records without a page. */
  tab?: boolean;
  /** Whether files are uploaded one at a time. */
  single?: boolean;
}

/** An entity whose rows form a tree by a reference to the entity itself. */
export interface Hierarchy {
  parent: string;
  /** The filter for a row and everything below it. */
  within: string;
  /** Titles of a top row, and of a row below another. */
  top?: Text;
  below?: Text;
  /** Label of the button that adds a row below. */
  add?: Text;
}

/** The headers of a sheet's columns, with the property or sub-collection that each fills. `key` identifies a row. */
export interface Import {
  file: string;
  columns: Record<string, string | { child: string }>;
  key?: string;
  /** Address of the template and of the import. */
  path: string;
  access: Access;
}

/** The contents of a record's QR code and the texts printed next to it; see qr/code.ts. */
export interface QrCode {
  prefix: string;
  texts: string[];
  /** Filters of the list in which scanned codes are searched. */
  among: Record<string, string | number>;
  /** Codes of the settings by which a plant changes each part. */
  settings: Partial<Record<'prefix' | 'type' | 'content' | 'texts' | 'header' | 'logos', string>>;
}

/** An entity file, typed as far as TypeScript can; check-schemas.ts checks the rest. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON file, checked first and then read by read-entity.ts alone.
export type EntitySchema = Record<string, any>;

/** An entity whose records the global search finds. */
export interface Finder {
  /** The property whose beginning is compared with the search text. Matching records come first. */
  code?: string;
  words: string[];
  /** A property displayed next to a hit. */
  fact?: string;
  /** Filters of the list that is searched. */
  among: Record<string, string | number>;
}

export interface Child {
  path: string;
  entity: string;
  /** The child's column with this record's id. */
  parent: string;
  /** The child's column in the address; by default its primary key. */
  key?: string;
  /** Whether a tab next to the form lists it, as links to other records. */
  tab?: boolean;
  /** Whether the child's own access rules apply, instead of those of this record. */
  own?: boolean;
}

export interface Protection {
  match: Record<string, string | number>;
  /** The property that holds the signed-in user's id. */
  own?: string;
  against: ('update' | 'delete')[];
  unless: Family[];
}

/** Returns the properties of an entity file, or of a part of it, by name. */
export const propertiesOf = ({ properties }: EntitySchema): Record<string, EntitySchema> => properties;

/** Makes a field read-only after creation: for these families or for all, on rows with these values or on all. */
export interface Lock {
  for?: Family[];
  when?: Record<string, (string | number)[]>;
  /** Applies to rows whose property of this name holds the signed-in user's id. */
  own?: string;
}

/** The reference that carries a kept value, and the column of the referenced row. */
export interface Kept {
  through: string;
  from: string;
}
