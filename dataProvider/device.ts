/**
 * The data stored on this device, in IndexedDB. Each row belongs to a user, and the pages of other users do not read
 * it.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, type OpenDBCallbacks, openDB } from 'idb';
import type { Row } from '../schemas/entity.ts';
import type { Envelope } from './envelope.ts';
import type { Sent, Waiting } from './outbox-order.ts';

/** An answer of the server, used while the server cannot be reached. */
export interface StoredAnswer {
  user: number;
  address: string;
  answer: Envelope;
  /** When it was requested, by the clock of the device. */
  at: number;
}

/**
 * A main row of the user's pack. `isRead` is true if everything that its page displays has been read since its last
 * change.
 */
export interface TakenRow {
  row: Row;
  isRead: boolean;
  /** The files that its page displays; undefined until they have been read. */
  files?: TakenFile[];
}

/** A file of the user's work, of which the device may store the content. */
export interface TakenFile {
  path: string;
  bytes: number;
  name: string;
}

/** The content of a document. `path` is the path of the call that returns it. */
export interface HeldContent {
  user: number;
  path: string;
  bytes: number;
  content: Blob;
}

/** The user's work that is stored on this device, in one language. */
export interface Taken {
  user: number;
  language: string;
  cursor: string;
  /** The hash of the schemas that the device has. */
  schemas: string;
  at: number;
  rows: TakenRow[];
}

/**
 * Rows of the user's pack that pages search without a network, by resource. The rows lack their empty fields.
 * `cursor` is that of the pack, and `at` the time at which it was requested.
 */
export interface Packed {
  user: number;
  language: string;
  cursor: string;
  at: number;
  rows: Record<string, Row[]>;
}

/** What a user typed into a form and has not saved. */
export interface Draft {
  id: string;
  user: number;
  /** The form: its entity with the id of the record, or with the address of a new one. */
  place: string;
  /** The name of the entity. */
  entity: string;
  /** The name of the act, if the form is the dialog of one. */
  act?: string;
  /** The rows that the act changes, if they were selected in a list. */
  rows?: number[];
  /** The name of what the new record, or the act, is about. */
  about?: string;
  /** The address of the form, and the state of its entry in the browser's history. */
  page: string;
  state?: Row;
  /** The typed values, with cleared fields as null. */
  values: Row;
  /** The titles of the typed custom fields, because another field may get the column. */
  titles: Record<string, string>;
  /** The record that the user saw. Its version is sent with the values. */
  base?: Row;
  /** The files chosen for fields. */
  files: { field: string; file: File }[];
  /** What the page keeps besides the fields. */
  besides?: Besides;
  /** Texts typed on the page that are not fields of the record, by name. */
  texts?: Record<string, TypedText>;
  /** The idempotency key of a save whose reply did not arrive. */
  key?: string;
  at: number;
}

export interface TypedText {
  text: string;
  /** The stored text when the user began to type. */
  began?: string | null;
}

export interface Besides {
  photos: File[];
  /** Whether the form had all its fields. */
  isWhole: boolean;
  /** The reason why the server refused these values. */
  refusal?: string;
}

/** The key with which this device signs for a user; see device-key.ts. */
export interface DeviceKey {
  user: number;
  /** The id of the device on the server. */
  id: number;
  /** 32 bytes in hexadecimal digits. */
  key: string;
  plant: string;
  /** The server's clock minus the clock of the device in milliseconds, at the last contact. */
  clock: number;
}

export interface Device extends DBSchema {
  answers: { key: [number, string]; value: StoredAnswer; indexes: { at: number } };
  outbox: { key: string; value: Waiting; indexes: { user: number } };
  sent: { key: string; value: Sent; indexes: { user: number } };
  taken: { key: [number, string]; value: Taken };
  packed: { key: [number, string]; value: Packed };
  drafts: { key: string; value: Draft; indexes: { user: number } };
  keys: { key: number; value: DeviceKey };
  contents: { key: [number, string]; value: HeldContent; indexes: { bytes: [number, number] } };
}

/** The stores of what users have read and typed, which leaves the device with its user. Unsent acts stay. */
export const USER_STORES = ['answers', 'taken', 'packed', 'drafts', 'sent', 'contents'] as const;
type UserStore = (typeof USER_STORES)[number];

/** Removes what users have read and typed, of each user for whom `isGone` returns true. */
export async function removeUsers<Stores extends ArrayLike<UserStore | 'outbox'>>(
  transaction: IDBPTransaction<Device, Stores, 'readwrite'>,
  isGone: (user: number) => boolean,
): Promise<void> {
  for (const name of USER_STORES) {
    const store = transaction.objectStore(name);
    for (let row = await store.openCursor(); row; row = await row.continue())
      if (isGone(row.value.user)) await row.delete();
  }
}

/** The address of the page on which something is done or typed, as acts and drafts keep it. */
export const pageHere = (): string => location.pathname + location.search;

const NAME = 'officina';
const VERSION = 8;

let opened: Promise<IDBPDatabase<Device>> | undefined;

const callbacks: OpenDBCallbacks<Device> = {
  upgrade(database, before) {
    if (before < 1)
      database.createObjectStore('answers', { keyPath: ['user', 'address'] }).createIndex('at', 'at');
    if (before < 2) database.createObjectStore('outbox', { keyPath: 'key' }).createIndex('user', 'user');
    if (before < 3) database.createObjectStore('taken', { keyPath: ['user', 'language'] });
    if (before < 4) database.createObjectStore('drafts', { keyPath: 'id' }).createIndex('user', 'user');
    if (before < 5) database.createObjectStore('keys', { keyPath: 'user' });
    if (before < 6) database.createObjectStore('sent', { keyPath: 'key' }).createIndex('user', 'user');
    if (before < 7)
      database
        .createObjectStore('contents', { keyPath: ['user', 'path'] })
        .createIndex('bytes', ['user', 'bytes']);
    if (before < 8) database.createObjectStore('packed', { keyPath: ['user', 'language'] });
  },
  // Another tab has a newer version. The database is closed for it, and this tab opens it again later.
  blocking() {
    void opened?.then((database) => database.close());
    opened = undefined;
  },
  terminated() {
    opened = undefined;
  },
};

/**
 * Opens the database. A page of an older version opens what a newer one has made, and goes on to work until it is
 * closed: newer versions only add stores.
 */
async function open(): Promise<IDBPDatabase<Device>> {
  try {
    return await openDB<Device>(NAME, VERSION, callbacks);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'VersionError') throw error;
    return openDB<Device>(NAME, undefined, callbacks);
  }
}

/** Returns the opened database. Rejects if the browser stores nothing, as in some private windows. */
export function device(): Promise<IDBPDatabase<Device>> {
  opened ??= open().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}
