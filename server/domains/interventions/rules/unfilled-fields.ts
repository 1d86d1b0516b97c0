/** Finds the fields that an intervention needs to enter a state and does not have, in the request or stored. */
import { allows } from '../../../../schemas/access.ts';
import { ALL_CLASSES } from '../../../../schemas/custom-fields.ts';
import type { Entity, Field, Row } from '../../../../schemas/entity.ts';
import { unfilledFields } from '../../../../schemas/unfilled-fields.ts';
import { classOf, customisedFor } from '../../../capabilities/custom-fields.ts';
import type { Writer } from '../../../capabilities/rules.ts';
import type { Reason } from './checks.ts';

/**
 * Returns the fields. This applies to any request that changes the state: a form sends the whole intervention, a
 * calendar or button only the state. Fields that the user may not write are not required.
 */
export function unfilled(entity: Entity, row: Row, before: Row, context: Omit<Writer, 'query'>): Reason[] {
  const { user, setting, language } = context;
  const shape = customisedFor(context, entity, classOf(entity, row) ?? ALL_CLASSES);
  // A separate call uploads files and checks the stored class. So a file of a new class cannot exist before the
  // class changes.
  const canHaveFile = classOf(entity, row) === classOf(entity, before);
  const writes = ({ write }: Field): boolean => !user || allows(write ?? 'session', user, setting);
  return unfilledFields(shape, row, { writes, canHaveFile }).map(({ name, title }) => ({
    field: name,
    rule: 'field-needed',
    params: { label: title[language] },
  }));
}
