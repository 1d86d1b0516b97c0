/** Returns the name of the file in a file field of a record. */

import type { Row } from '../../schemas/entity.ts';
import { isRow, textOf } from '../../schemas/values.ts';

export function fileNameIn(record: Row | undefined, field: string, id: unknown): string | undefined {
  const all: unknown[] = Array.isArray(record?.campi) ? record.campi : [];
  const named = all.filter(isRow).find((entry) => entry.campo_tabella === field && entry.id_documento === id);
  return textOf(named?.valore);
}
