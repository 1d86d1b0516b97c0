/** Finds the fields that an intervention needs to enter a state and does not have, in the request or stored. */
import { allows } from '../../../../schemas/access.ts';
import { ALL_CLASSES } from '../../../../schemas/custom-fields.ts';
import { type Entity, type Row, writable } from '../../../../schemas/entity.ts';
import { validate } from '../../../../schemas/validate.ts';
import { classOf, customisedFor } from '../../../capabilities/custom-fields.ts';
import type { Writer } from '../../../capabilities/rules.ts';
import type { Reason } from './checks.ts';

const isBlank = (value: unknown): boolean => value === null || String(value).trim() === '';

/**
 * Returns the fields. This applies to any request that changes the state: a form sends the whole intervention, a
 * calendar or button only the state. Fields that the user may not write are not required.
 */
export function unfilled(entity: Entity, row: Row, before: Row, context: Omit<Writer, 'query'>): Reason[] {
  const { user, setting, language } = context;
  const shape = customisedFor(context, entity, classOf(entity, row) ?? ALL_CLASSES);
  const names = writable(shape).filter(({ write }) => !user || allows(write ?? 'session', user, setting));
  const writableValues: Row = Object.fromEntries(names.map(({ name }) => [name, row[name] ?? null]));
  const missing = new Set(
    validate(shape, writableValues, { partial: true, stored: row })
      .map(({ field }) => field)
      .filter((field) => isBlank(writableValues[field] ?? null)),
  );
  // A separate call uploads files and checks the stored class. So a file of a new class cannot exist before the
  // class changes.
  const canHaveFile = classOf(entity, row) === classOf(entity, before);
  return shape.fields
    .filter(
      ({ name, fileRequired }) =>
        missing.has(name) || (fileRequired && canHaveFile && isBlank(row[name] ?? null)),
    )
    .map(({ name, title }) => ({ field: name, rule: 'field-needed', params: { label: title[language] } }));
}
