/** What the rows of a record's documents share. */
import type { DocumentRow } from '../../dataProvider/documents.ts';
import type { Files } from '../files/useFiles.tsx';

export interface Shelf {
  files: Files;
  mayChange(document: DocumentRow): boolean;
  /** Where it is changed: an address, or what opens the dialog. */
  edit(document: DocumentRow): string | (() => void);
  remove(document: DocumentRow): void;
}
