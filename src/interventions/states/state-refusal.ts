/** The message of a refused change of state, with field names as on the page. */

import { errorsOf } from '../../../dataProvider/http.ts';
import { reasonOf } from '../../../resources/feedback/toasts.ts';
import type { NamedValue } from '../../../schemas/custom-fields.ts';
import type { Entity, Language } from '../../../schemas/entity.ts';

interface RecordView {
  entity: Entity;
  record: { campi?: Pick<NamedValue, 'campo_tabella' | 'label'>[] };
  language: Language;
}

/** Returns the label of a field. A free column has the label from the record's class. */
function labelOf(name: string, { entity, record, language }: RecordView): string {
  const customField = record.campi?.find(({ campo_tabella }) => campo_tabella === name);
  return customField ? String(customField.label) : (entity.field(name)?.title[language] ?? name);
}

export function refusalOf(error: unknown, view: RecordView): string {
  const errors = Object.entries(errorsOf(error));
  // The state itself needs no label, because the user has just pressed it.
  const sentences = errors.map(([name, text]) =>
    name === 'id_stato' ? text : `${labelOf(name, view)}: ${text}`,
  );
  return sentences.length > 0 ? sentences.join('. ') : reasonOf(error);
}
