/** The files chosen in a form. They are sent and removed by their own calls after the record is saved. */
import type { Entity, Field, Row } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';

/** The value of a file field whose chosen file has no document yet. */
export const WAITING = 0;

/** The files. They are stored above the form, which is drawn again with another class. */
export class FormFiles {
  private readonly chosen = new Map<string, File>();

  choose(field: string, file: File): void {
    this.chosen.set(field, file);
  }

  of(field: string): File | undefined {
    return this.chosen.get(field);
  }

  all(): { field: string; file: File }[] {
    return [...this.chosen].map(([field, file]) => ({ field, file }));
  }
}

export interface FileChange {
  field: Field;
  /** The file. Without one, the field is emptied. */
  file?: File;
}

const isBlank = (value: unknown): boolean => value === undefined || value === null;
const fileFields = (entity: Entity): Field[] =>
  entity.fields.filter(({ kind, hidden }) => KINDS[kind].uploaded && !hidden);

/** Returns the files to send and to remove after the record is saved. */
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

/** Returns the required file fields that are empty. */
export const missingFiles = (entity: Entity, typed: Row): Field[] =>
  fileFields(entity).filter(({ name, fileRequired }) => fileRequired === true && isBlank(typed[name]));
