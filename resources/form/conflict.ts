/** The differences between two versions of a record, and the value proposed for each field. */
import type { Entity, Field, Row } from '../../schemas/entity.ts';

export type Side = 'mine' | 'theirs';

export interface Difference {
  field: Field;
  mine: unknown;
  theirs: unknown;
  /** The proposed value: theirs if only they changed the field, or else mine. */
  proposed: Side;
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

export function differences(entity: Entity, mine: Row, theirs: Row, base: Row): Difference[] {
  return entity.fields
    .filter(
      (field) =>
        !field.readOnly &&
        !field.virtual &&
        field.name in mine &&
        field.name in theirs &&
        !same(mine[field.name], theirs[field.name]),
    )
    .map((field) => ({
      field,
      mine: mine[field.name],
      theirs: theirs[field.name],
      proposed: same(mine[field.name], base[field.name]) ? 'theirs' : 'mine',
    }));
}

export function resolved(mine: Row, theirs: Row, sides: Record<string, Side>): Row {
  const chosen = Object.entries(sides).map(([name, side]) => [
    name,
    side === 'mine' ? mine[name] : theirs[name],
  ]);
  return { ...mine, ...Object.fromEntries(chosen), versione: theirs.versione };
}
