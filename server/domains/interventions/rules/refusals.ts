/**
 * Collects all reasons against a change of an intervention. Every kind of write is refused by them, and the
 * selectable states show them in advance.
 */
import type { Row } from '../../../../schemas/entity.ts';
import { plantClock } from '../../../../schemas/state-controls.ts';
import type { WriteContext } from '../../../capabilities/rules.ts';
import { zoneOf } from '../../../plant/plant-time.ts';
import { BLOCKING, type Reason, reasonsAgainst } from './checks.ts';
import type { Situation } from './situation.ts';
import { datesOf } from './state-dates.ts';
import { unfilled } from './unfilled-fields.ts';

type CheckContext = Pick<WriteContext, 'user' | 'setting' | 'language' | 'definitionsOf' | 'entity' | 'now'>;

/** Returns the dates that entering the row's state sets. */
export function datesSet(situation: Situation, row: Row, before: Row | undefined, now: Date): Row {
  const typeOf = (state: unknown): number | undefined => situation.states.get(state as number)?.tipo;
  const { closedBefore } = situation.facts;
  const [from, to] = [before && typeOf(before.id_stato), typeOf(row.id_stato)];
  return datesOf(row, before, { from, to, closedBefore, now });
}

/**
 * Returns the refusals. `row` is the record as it would be, without the dates of its state. A new one is fully
 * validated already.
 */
export function refusalsOf(
  situation: Situation,
  row: Row,
  before: Row | undefined,
  context: CheckContext,
): Reason[] {
  const { user, setting, entity, now } = context;
  const withDates = { ...row, ...datesSet(situation, row, before, now) };
  const clock = plantClock(zoneOf(setting));
  const reasons = reasonsAgainst(situation, withDates, before, { user, setting, clock });
  // If the state is blocked, only that is reported: missing values are irrelevant.
  const isBlocked = reasons.some(({ rule }) => BLOCKING.has(rule));
  if (!before || before.id_stato === row.id_stato || isBlocked) return reasons;
  const namedFields = new Set(reasons.map(({ field }) => field));
  const missing = unfilled(entity, withDates, before, context);
  return [...reasons, ...missing.filter(({ field }) => !namedFields.has(field))];
}
