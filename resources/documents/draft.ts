/** The values of documents, in the form and as sent. */

import type { DocumentRow, DocumentValues } from '../../dataProvider/documents.ts';
import type { Entity, Language, Row } from '../../schemas/entity.ts';
import { type Refusal, refusalTexts, validate } from '../../schemas/validate.ts';
import { numberOf, textOf } from '../../schemas/values.ts';
import type { Draft } from './upload-job.ts';

/** Returns the draft under the names of the entity's fields. Only the upload calls 'id_cartella' 'idCartella'. */
export const rowOf = ({ folder, description, day, cover }: Draft): Row => ({
  id_cartella: folder ?? null,
  descrizione: description || null,
  data_validita: day ?? null,
  is_immagine_copertina: cover ? 1 : 0,
});

export const draftOf = (row: Row): Draft => ({
  folder: numberOf(row.id_cartella),
  description: textOf(row.descrizione) ?? '',
  day: textOf(row.data_validita) ?? '',
  cover: row.is_immagine_copertina === 1,
});

/** Returns the values to send. `covers` tells whether the file may be the cover image. */
export function documentValues(draft: Draft, covers: boolean): DocumentValues {
  const { folder, description, day, cover } = draft;
  return {
    idCartella: folder!,
    descrizione: description || null,
    data_validita: day!,
    ...(covers && { is_immagine_copertina: cover ? 1 : 0 }),
  };
}

/** Returns whether the document has the values of the draft. */
export const isUnchanged = (document: DocumentRow, draft: Draft): boolean =>
  JSON.stringify(rowOf(draftOf(document))) === JSON.stringify(rowOf(draft));

/** Returns the errors of the draft by field, in the user's language. */
export function errorsIn(
  draft: Draft,
  documents: Entity,
  today: string,
  language: Language,
): Record<string, string> {
  const row = rowOf(draft);
  const day = textOf(row.data_validita) ?? null;
  const refusals: Refusal[] = validate(documents, row, { partial: true });
  if (day === null) refusals.push({ field: 'data_validita', rule: 'required' });
  else if (refusals.length === 0 && day > today)
    refusals.push({ field: 'data_validita', rule: 'date-future' });
  return refusalTexts(refusals, language);
}
