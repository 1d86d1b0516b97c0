/** The states an intervention may enter next, as a person is offered them. Pure. */

import type { Language } from '../../../schemas/entity.ts';
import { ASSIGNED_CODE, CLOSING, OPENING, PROCESSING, SUSPENSION } from '../../../schemas/interventions.ts';
import type { RowOf } from '../../../schemas/types.ts';
import type { NextState } from '../calls/intervention-calls.ts';
import { nameIn } from '../facts/translated-name.ts';

/** UserMailNotif: a notification user must be named with the technician. */
export const NOTIFIES_ALWAYS = '2';

export interface Offer {
  state: NextState;
  name: string;
  /** Pressed at once, or after what it asks for on the way. */
  free: boolean;
  /** Why it may not be entered, or what it asks for. */
  reasons: string[];
  /** Only other roles may enter it. */
  foreign: boolean;
  assigns: boolean;
}

interface Asked {
  record: { modificabile?: number | null; id_stato: number };
  language: Language;
  /** May this person write that field? */
  writes(field: string): boolean;
}

const OTHER_ROLE = 'state-other-role';
/** There is no report, or another one is to be made. */
const REPORT = ['report-missing', 'report-changed'];
/** What is asked on the way into the assigned state, by the rule that misses it. */
const ASKED_FOR: Record<string, string> = {
  'technician-needed': 'id_tecnico',
  'notified-needed': 'id_usr_notifica',
};

/** The rules that are met on the way: who does it is asked, the report is signed. Any other stands. */
function settles({ codice }: NextState, { record, writes }: Asked): (rule: string) => boolean {
  if (record.modificabile !== 1) return () => false;
  const assigns = codice === ASSIGNED_CODE && writes('id_tecnico');
  return (rule) => {
    const field = ASKED_FOR[rule];
    return REPORT.includes(rule) || (field !== undefined && assigns && writes(field));
  };
}

export function offersOf(states: NextState[], asked: Asked): Offer[] {
  const { record, language, writes } = asked;
  return states
    .filter(({ id }) => id !== record.id_stato)
    .map((state) => ({
      state,
      name: nameIn(state, language),
      free: state.regole.every(settles(state, asked)),
      reasons: state.motivi,
      foreign: state.regole.includes(OTHER_ROLE),
      assigns: state.codice === ASSIGNED_CODE && writes('id_tecnico'),
    }));
}

/** What is told of states that are refused: one line for those that have the same to say. */
export interface Told {
  names: string[];
  reasons: string[];
  foreign: boolean;
}

export function toldOf(offers: Offer[]): Told[] {
  const lines = new Map<string, Told>();
  for (const { name, reasons, foreign } of offers) {
    if (reasons.length === 0) continue;
    const key = foreign ? OTHER_ROLE : JSON.stringify(reasons);
    const line = lines.get(key);
    if (line) line.names.push(name);
    else lines.set(key, { names: [name], reasons, foreign });
  }
  // What nothing on this page can change comes last.
  return [...lines.values()].toSorted((one, other) => Number(one.foreign) - Number(other.foreign));
}

/** What most probably comes next: from work to its end, from anything else to work. */
export function likeliest(offers: Offer[], record: RowOf<'odl'>): Offer | undefined {
  const order =
    record.id_tipo_stato_odl === PROCESSING
      ? [CLOSING, PROCESSING, SUSPENSION, OPENING]
      : [PROCESSING, CLOSING, SUSPENSION, OPENING];
  const rank = ({ state }: Offer): number => {
    const place = order.indexOf(state.id_tipo_stato_odl);
    return place < 0 ? order.length : place;
  };
  return offers.filter(({ free }) => free).toSorted((one, other) => rank(one) - rank(other))[0];
}
