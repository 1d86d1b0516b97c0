/**
 * Everything that stands against an intervention as somebody wants it, put together in this one place: a write is
 * refused by it whichever way it comes, and the states on offer say it beforehand.
 */
import type { Row } from '../../../../schemas/entity.ts';
import type { WriteContext } from '../../../capabilities/rules.ts';
import { localTime } from '../../../plant/plant-time.ts';
import { BARRING, type Reason, reasonsAgainst } from './checks.ts';
import type { Situation } from './situation.ts';
import { datesOf } from './state-dates.ts';
import { unfilled } from './unfilled-fields.ts';

type Asked = Pick<WriteContext, 'user' | 'setting' | 'language' | 'definitionsOf' | 'entity' | 'now'>;

/** What the step into the row's state sets of its dates. */
export function datesGiven(situation: Situation, row: Row, before: Row | undefined, now: Date): Row {
  const typeOf = (state: unknown): number | undefined => situation.states.get(state as number)?.tipo;
  const { closedBefore } = situation.facts;
  const [from, to] = [before && typeOf(before.id_stato), typeOf(row.id_stato)];
  return datesOf(row, before, { from, to, closedBefore, now });
}

/** `row` is the record as it would be, without the dates that its state gives it; one that is new has been validated whole. */
export function refusalsOf(
  situation: Situation,
  row: Row,
  before: Row | undefined,
  context: Asked,
): Reason[] {
  const { user, setting, entity, now } = context;
  const dated = { ...row, ...datesGiven(situation, row, before, now) };
  const dayOf = (instant: string): string => localTime(instant, setting).slice(0, 10);
  const reasons = reasonsAgainst(situation, dated, before, { user, setting, dayOf });
  // What bars the way into the state is said alone: what is missing there is nobody's concern then.
  const barred = reasons.some(({ rule }) => BARRING.has(rule));
  if (!before || before.id_stato === row.id_stato || barred) return reasons;
  const named = new Set(reasons.map(({ field }) => field));
  const missing = unfilled(entity, dated, before, context);
  return [...reasons, ...missing.filter(({ field }) => !named.has(field))];
}
