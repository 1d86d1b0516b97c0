/** The actions and rights that the rows of a record's documents share. */
import type { DocumentRow } from '../../dataProvider/documents.ts';
import type { Files } from '../files/useFiles.tsx';

export interface Shelf {
  files: Files;
  mayChange(document: DocumentRow): boolean;
  /** Returns the address where the document is changed, or a function that opens the dialog. */
  edit(document: DocumentRow): string | (() => void);
  remove(document: DocumentRow): void;
}
