/** What is said of documents, in the form and on the wire. */

import type { DocumentRow, DocumentValues } from '../../dataProvider/documents.ts';
import type { Entity, Language, Row } from '../../schemas/entity.ts';
import { type Refusal, refusalTexts, validate } from '../../schemas/validate.ts';
import { numberOf, textOf } from '../../schemas/values.ts';
import type { Draft } from './upload-job.ts';

/** As their fields are called; 'id_cartella' is said as 'idCartella'. */
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

/** `covers`: the cover image is something that can be said of them. */
export function saidOf(draft: Draft, covers: boolean): DocumentValues {
  const { folder, description, day, cover } = draft;
  return {
    idCartella: folder!,
    descrizione: description || null,
    data_validita: day!,
    ...(covers && { is_immagine_copertina: cover ? 1 : 0 }),
  };
}

/** Does the document say already what the draft does? */
export const isSaid = (document: DocumentRow, draft: Draft): boolean =>
  JSON.stringify(rowOf(draftOf(document))) === JSON.stringify(rowOf(draft));

/** What is wrong with it, by field, in the person's language. */
export function complaintsOf(
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
