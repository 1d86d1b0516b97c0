/** What is said of a change of state that was refused: which fields, by the names that the page has for them. */

import { errorsOf } from '../../../dataProvider/http.ts';
import { reasonOf } from '../../../resources/feedback/toasts.ts';
import type { NamedValue } from '../../../schemas/custom-fields.ts';
import type { Entity, Language } from '../../../schemas/entity.ts';

interface Shown {
  entity: Entity;
  record: { campi?: Pick<NamedValue, 'campo_tabella' | 'label'>[] };
  language: Language;
}

/** A free column has one name in the class of the record, and perhaps another elsewhere. */
function labelOf(name: string, { entity, record, language }: Shown): string {
  const own = record.campi?.find(({ campo_tabella }) => campo_tabella === name);
  return own ? String(own.label) : (entity.field(name)?.title[language] ?? name);
}

export function refusalOf(error: unknown, shown: Shown): string {
  const errors = Object.entries(errorsOf(error));
  // What is said of the state itself needs no name: the person has just pressed it.
  const said = errors.map(([name, text]) =>
    name === 'id_stato' ? text : `${labelOf(name, shown)}: ${text}`,
  );
  return said.length > 0 ? said.join('. ') : reasonOf(error);
}
