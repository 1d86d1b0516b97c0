/** The place of an act's dialog, as drafts know it. */
import type { Act } from '../../schemas/act.ts';
import type { Row, Value } from '../../schemas/entity.ts';

interface DialogPlace {
  act: Act;
  id?: unknown;
  fixed?: Record<string, Value>;
  given?: Row;
}

/** Returns the place: the act, its record, and the values that cannot be changed. */
export const placeOfAct = ({ act, id, fixed, given }: DialogPlace): string =>
  `act ${act.name} ${String(id ?? '')} ${JSON.stringify([fixed, given])}`;
