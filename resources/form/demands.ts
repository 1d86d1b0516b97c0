/** Returns whether a field is required by the other values of the record (if/then of the schema). */
import type { Entity, Field, Row } from '../../schemas/entity.ts';

export const isDemanded = (entity: Entity, field: Field, row: Row): boolean =>
  field.required ||
  field.fileRequired === true ||
  entity.conditions.some((condition) => {
    const met = Object.entries(condition.when).every(([name, values]) =>
      values.some((value) => value === row[name]),
    );
    return (met ? condition.met : condition.otherwise).required.includes(field.name);
  });
