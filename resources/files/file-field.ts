/** What a record says of the file in one of its file fields. */
import type { Row } from '../../schemas/entity.ts';

interface NamedValue {
  campo_tabella: string;
  valore: unknown;
  id_documento?: number | null;
}

export function fileNameIn(record: Row | undefined, field: string, id: unknown): string | undefined {
  const all = record?.campi as NamedValue[] | undefined;
  const named = all?.find((one) => one.campo_tabella === field && one.id_documento === id);
  return typeof named?.valore === 'string' ? named.valore : undefined;
}
