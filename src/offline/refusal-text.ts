/** The reason why an act was refused, with the names of the fields as on the page. */
import type { Waiting } from '../../dataProvider/outbox-order.ts';
import type { Act } from '../../schemas/act.ts';
import type { NamedValue } from '../../schemas/custom-fields.ts';
import type { Entity, Language, Row } from '../../schemas/entity.ts';

interface Refused {
  act: Act | undefined;
  entity: Entity | undefined;
  record: Row | undefined;
  language: Language;
}

const isNamed = (value: unknown): value is NamedValue[] => Array.isArray(value);

const customOf = (record: Row | undefined): NamedValue[] => (isNamed(record?.campi) ? record.campi : []);

/** Returns the label of a field. A free column has the label from the record's class. */
function labelOf(name: string, { act, entity, record, language }: Refused): string {
  const custom = customOf(record).find((value) => value.campo_tabella === name);
  return custom
    ? String(custom.label)
    : ((act?.form.field(name) ?? entity?.field(name))?.title[language] ?? name);
}

export function refusalText({ refusal = '', errors = {} }: Waiting, refused: Refused): string {
  const unsaid = Object.entries(errors).filter(([, text]) => !refusal.includes(text));
  if (unsaid.length === 0) return refusal;
  return unsaid.map(([name, text]) => `${labelOf(name, refused)}: ${text}`).join('. ');
}
