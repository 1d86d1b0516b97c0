/** The columns of a record's documents: label, text and order. */
import { useTranslate } from 'react-admin';
import type { DocumentRow } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useLanguage, usePlantZone } from '../context/application.tsx';
import { formatDate, formatInstant } from '../format/format.ts';
import { useDocumentsEntity } from './useDocuments.ts';

export interface Column {
  key: keyof DocumentRow & string;
  label: string;
  text(row: DocumentRow): string;
}

export interface Order {
  by: string;
  direction: 'asc' | 'desc';
}

export const NAME = 'nome_file_originale';
export const COVER = 'is_immagine_copertina';
export const NEWEST_FIRST: Order = { by: 'data_ins', direction: 'desc' };

export function useColumns(entity: Entity): Column[] {
  const translate = useTranslate();
  const language = useLanguage();
  const zone = usePlantZone();
  const documents = useDocumentsEntity(entity);
  const titled = (key: Column['key'], text: Column['text']): Column => ({
    key,
    label: documents.field(key)?.title[language] ?? key,
    text,
  });
  const custom = (key: Column['key'], label: string, text: Column['text']): Column => ({
    key,
    label: translate(`officina.documents.${label}`),
    text,
  });
  const columns = [
    titled(NAME, (row) => row.nome_file_originale),
    titled('descrizione', (row) => row.descrizione ?? ''),
    custom('cartella', 'folder', (row) => row.cartella),
    custom('usr_ins', 'user', (row) => row.usr_ins ?? ''),
    titled('data_validita', (row) => (row.data_validita ? formatDate(row.data_validita) : '')),
    custom('data_ins', 'uploaded_on', (row) => formatInstant(row.data_ins, zone)),
  ];
  const yes = translate('officina.yes');
  return entity.documents?.cover
    ? [...columns, custom(COVER, 'cover', (row) => (row[COVER] === 1 ? yes : ''))]
    : columns;
}

const compare = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one ?? '').localeCompare(String(other ?? ''), undefined, { numeric: true, sensitivity: 'base' });

/** Sorts by a column. Of equal rows, the newest comes first. */
export const sorted = (rows: DocumentRow[], { by, direction }: Order): DocumentRow[] =>
  rows.toSorted(
    (one, other) => compare(one[by], other[by]) * (direction === 'asc' ? 1 : -1) || other.id - one.id,
  );
