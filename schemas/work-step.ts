/**
 * The next step of a technician's work on an intervention: what the button of work mode does, and what is missing
 * for it. It is computed only from the next states that the server offers, so that a device without a network can
 * compute it too.
 */
import type { Row } from './entity.ts';
import { CLOSING, isOver, OPENING, PROCESSING, SUSPENSION } from './interventions.ts';
import { type Offer, REPORT_RULES } from './state-offers.ts';
import { isComputed } from './typed-offers.ts';
import { isEmpty } from './values.ts';

/** An item of the intervention's checklist. */
export interface WorkItem {
  id: number;
  descrizione: string;
  obbligatoria: number;
  checked: number;
}

/**
 * Something that a state requires and that is missing: an item to tick, a field to fill in, or a reason that only
 * others can resolve.
 */
export type Missing =
  | { kind: 'item'; key: string; id: number; name: string }
  | { kind: 'field'; key: string; name: string; reason: string }
  | { kind: 'reason'; key: string; reason: string };

export type WorkStep =
  /** Nobody is assigned yet. */
  | { kind: 'take' }
  /** The state requires something first. */
  | { kind: 'fill'; offer: Offer; missing: Missing[] }
  /** The state requires a signed job report, and nothing else. */
  | { kind: 'sign'; offer: Offer }
  | { kind: 'enter'; offer: Offer }
  /** The work has ended. */
  | { kind: 'over' }
  /** The next step is another user's. */
  | { kind: 'wait' };

export interface Work {
  record: Row;
  offers: Offer[];
  /** The checklist, if it has been read. */
  items: WorkItem[];
  /** Values that the user has typed and not saved yet. */
  typed: Row;
  /** Returns whether the user may write a field. */
  writes(field: string): boolean;
}

const CHECKLIST = 'checklist-missing';
const STATE = 'id_stato';

/** The types of states that continue the work, most likely first. Suspending or cancelling is never the next step. */
const FORWARD: Record<number, number[]> = { [PROCESSING]: [CLOSING, PROCESSING] };
const TO_WORK = [PROCESSING, CLOSING, OPENING];

const PLACE: Record<Missing['kind'], number> = { item: 0, field: 1, reason: 2 };

const isTyped = (typed: Row, name: string): boolean => name in typed && !isEmpty(typed[name]);

/** Returns what is missing for a state, in the order of the work: the checklist first. */
export function missingFor({ state, free }: Offer, { items, typed, writes }: Work): Missing[] {
  const open = items.filter(({ obbligatoria, checked }) => obbligatoria === 1 && checked !== 1);
  const missing = state.motivi.flatMap((reason, index): Missing[] => {
    const rule = state.regole[index] ?? '';
    const name = state.campi[index] ?? STATE;
    if (REPORT_RULES.includes(rule)) return [];
    if (rule === CHECKLIST && items.length > 0)
      return open.map(({ id, descrizione }) => ({ kind: 'item', key: `item-${id}`, id, name: descrizione }));
    if (name === STATE || rule === CHECKLIST || !writes(name))
      return [{ kind: 'reason', key: `reason-${rule}-${name}`, reason }];
    return !isComputed(rule, state) && isTyped(typed, name)
      ? []
      : [{ kind: 'field', key: `field-${name}`, name, reason }];
  });
  // The dialog of the state requests the rest.
  if (free) return [];
  return missing.toSorted((one, other) => PLACE[one.kind] - PLACE[other.kind]);
}

/** Returns whether the card can resolve everything that is missing for the state. */
const isInReach = (offer: Offer, work: Work): boolean =>
  offer.free || missingFor(offer, work).every(({ kind }) => kind !== 'reason');

/** Returns the next state of the work: of those that this user can reach from here, the one closest to the end. */
function targetOf(work: Work): Offer | undefined {
  const order = FORWARD[Number(work.record.id_tipo_stato_odl)] ?? TO_WORK;
  return work.offers
    .filter(({ state }) => order.includes(state.id_tipo_stato_odl))
    .filter((offer) => isInReach(offer, work))
    .toSorted(
      (one, other) =>
        order.indexOf(one.state.id_tipo_stato_odl) - order.indexOf(other.state.id_tipo_stato_odl),
    )[0];
}

export const needsReport = ({ state }: Offer): boolean =>
  state.regole.some((rule) => REPORT_RULES.includes(rule));

export function stepOf(work: Work): WorkStep {
  if (work.record.prendibile === 1) return { kind: 'take' };
  if (isOver(Number(work.record.id_tipo_stato_odl))) return { kind: 'over' };
  const offer = targetOf(work);
  if (!offer) return { kind: 'wait' };
  const missing = missingFor(offer, work);
  if (missing.length > 0) return { kind: 'fill', offer, missing };
  return { kind: needsReport(offer) ? 'sign' : 'enter', offer };
}

/** Returns the missing thing after the last one visited; after the last of all, the first. */
export function nextMissing(missing: Missing[], last: string | undefined): Missing | undefined {
  const at = missing.findIndex(({ key }) => key === last);
  return missing[at + 1] ?? missing[0];
}

/** Returns the fields to fill in on the card: those that checks of the state test, and those that are missing. */
export function fieldsToFill({ state }: Offer, { writes }: Pick<Work, 'writes'>): string[] {
  const lacking = state.campi.filter((name, index) => name !== STATE && state.regole[index] !== CHECKLIST);
  return [...new Set([...(state.campi_controllati ?? []), ...lacking])].filter(writes);
}

/** Returns whether a state is entered without a question, because the work continues in it. */
export const isEnteredAtOnce = ({ state }: Offer): boolean => !isOver(state.id_tipo_stato_odl);

/** Returns whether the user can be offered an undo to the current state. */
export const isUndoable = (offer: Offer): boolean => isEnteredAtOnce(offer) && offer.state.annullabile === 1;

/**
 * Returns the label of the forward button: a verb if only one state of its type is offered, otherwise the state's
 * name.
 */
export type Verb = 'begin' | 'resume' | 'close' | 'name';

export function verbOf({ state }: Offer, { offers, record }: Pick<Work, 'offers' | 'record'>): Verb {
  const type = state.id_tipo_stato_odl;
  const rivals = offers.filter((other) => other.state.id_tipo_stato_odl === type && !other.foreign);
  if (rivals.length > 1) return 'name';
  if (type === CLOSING) return 'close';
  if (type !== PROCESSING) return 'name';
  return record.id_tipo_stato_odl === SUSPENSION ? 'resume' : 'begin';
}
