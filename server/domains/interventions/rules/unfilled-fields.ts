/** Fields that an intervention must have when it enters a state, and has not: also those that nobody has sent. */
import { allows } from '../../../../schemas/access.ts';
import { ALL_CLASSES } from '../../../../schemas/custom-fields.ts';
import { type Entity, type Row, writable } from '../../../../schemas/entity.ts';
import { validate } from '../../../../schemas/validate.ts';
import { classOf, customisedFor } from '../../../capabilities/custom-fields.ts';
import type { Writer } from '../../../capabilities/rules.ts';
import type { Reason } from './checks.ts';

const isBlank = (value: unknown): boolean => value === null || String(value).trim() === '';

/**
 * The form sends the whole intervention, and a field that became required since it was written stops it; a calendar
 * or a button sends the state alone, and meets the same. Of what a person may not fill nothing is asked of him.
 */
export function unfilled(entity: Entity, row: Row, before: Row, context: Omit<Writer, 'query'>): Reason[] {
  const { user, setting, language } = context;
  const shape = customisedFor(context, entity, classOf(entity, row) ?? ALL_CLASSES);
  const names = writable(shape).filter(({ write }) => !user || allows(write ?? 'session', user, setting));
  const sent: Row = Object.fromEntries(names.map(({ name }) => [name, row[name] ?? null]));
  const missing = new Set(
    validate(shape, sent, { partial: true, stored: row })
      .map(({ field }) => field)
      .filter((field) => isBlank(sent[field] ?? null)),
  );
  // A file comes by a call of its own, which knows the class as it is stored: one of a new class can only follow.
  const mayHaveCome = classOf(entity, row) === classOf(entity, before);
  return shape.fields
    .filter(
      ({ name, fileRequired }) =>
        missing.has(name) || (fileRequired && mayHaveCome && isBlank(row[name] ?? null)),
    )
    .map(({ name, title }) => ({ field: name, rule: 'field-needed', params: { label: title[language] } }));
}
