/** Files chosen in a form. They go, and what is taken away goes, by calls of their own after the record is saved. */
import type { Entity, Field, Row } from '../../schemas/entity.ts';

/** Stands in the place of a document's id for a file that has been chosen and has none yet. */
export const WAITING = 0;

/** Kept above the form, which is drawn anew with another class. */
export class FormFiles {
  private readonly chosen = new Map<string, File>();

  choose(field: string, file: File): void {
    this.chosen.set(field, file);
  }

  of(field: string): File | undefined {
    return this.chosen.get(field);
  }
}

export interface FileChange {
  field: Field;
  /** Without one the field is emptied. */
  file?: File;
}

const isBlank = (value: unknown): boolean => value === undefined || value === null;
const fileFields = (entity: Entity): Field[] =>
  entity.fields.filter(({ kind, hidden }) => kind === 'file' && !hidden);

/** What is to be sent once the record is there. */
export const fileChanges = (
  entity: Entity,
  typed: Row,
  stored: Row | undefined,
  files: FormFiles,
): FileChange[] =>
  fileFields(entity).flatMap((field): FileChange[] => {
    const file = files.of(field.name);
    if (typed[field.name] === WAITING && file) return [{ field, file }];
    return isBlank(typed[field.name]) && !isBlank(stored?.[field.name]) ? [{ field }] : [];
  });

/** File fields that are not to stay empty, and are. */
export const missingFiles = (entity: Entity, typed: Row): Field[] =>
  fileFields(entity).filter(({ name, fileRequired }) => fileRequired === true && isBlank(typed[name]));
