/** The next states of an intervention, as offered to the user. Has no side effects. */

import type { Language, Row } from './entity.ts';
import { ASSIGNED_CODE, CLOSING, OPENING, PROCESSING, SUSPENSION } from './interventions.ts';
import { saidIn } from './language.ts';
import type { Control } from './state-controls.ts';

/** A state that may follow, as the server returns it. */
export interface NextState extends Row {
  id: number;
  id_tipo_stato_odl: number;
  codice: string;
  descrizione: string;
  richiedi_firma_rapportino: number;
  /** The reasons why the intervention cannot enter the state now. They are empty if it can. */
  motivi: string[];
  /** The rule of each reason, independent of the language. */
  regole: string[];
  /** The field of each reason. */
  campi: string[];
  /** The fields that checks of this state test, whether they pass or not. */
  campi_controllati?: string[];
  /** These checks. */
  controlli?: Control[];
  /** Whether the user can create its job report, which does not exist yet. */
  rapportino_da_generare?: 0 | 1;
  /** Whether the user could return from this state to the current one. */
  annullabile?: 0 | 1;
}

export interface Offer {
  state: NextState;
  name: string;
  /** Whether the button is enabled, possibly with a question first. */
  free: boolean;
  /** The reasons why the state cannot be entered, or the information that it needs. */
  reasons: string[];
  /** Whether only other roles may enter it. */
  foreign: boolean;
  assigns: boolean;
}

export interface OfferContext {
  record: { modificabile?: number | null; id_stato: number };
  language: Language;
  /** Returns whether the user may write a field. */
  writes(field: string): boolean;
}

const OTHER_ROLE = 'state-other-role';
/** The rules for a report that is missing or outdated. */
export const REPORT_RULES = ['report-missing', 'report-changed'];
/** The fields that the page can fill in, by the rule that requires them. */
const FIELD_OF_RULE: Record<string, string> = {
  'technician-needed': 'id_tecnico',
  'notified-needed': 'id_usr_notifica',
};

export const isForeign = ({ regole }: NextState): boolean => regole.includes(OTHER_ROLE);

/** Returns a check for rules that the page resolves itself, by asking for a technician or by signing the report. */
function settles({ codice }: NextState, { record, writes }: OfferContext): (rule: string) => boolean {
  if (record.modificabile !== 1) return () => false;
  const assigns = codice === ASSIGNED_CODE && writes('id_tecnico');
  return (rule) => {
    const field = FIELD_OF_RULE[rule];
    return REPORT_RULES.includes(rule) || (field !== undefined && assigns && writes(field));
  };
}

export function offersOf(states: NextState[], context: OfferContext): Offer[] {
  const { record, language, writes } = context;
  return states
    .filter(({ id }) => id !== record.id_stato)
    .map((state) => ({
      state,
      name: saidIn(state.traduzioni, language) ?? state.descrizione,
      free: state.regole.every(settles(state, context)),
      reasons: state.motivi,
      foreign: isForeign(state),
      assigns: state.codice === ASSIGNED_CODE && writes('id_tecnico'),
    }));
}

/** A line of reasons, which all states with the same reasons share. */
export interface ReasonLine {
  names: string[];
  reasons: string[];
  foreign: boolean;
}

export function reasonLinesOf(offers: Offer[]): ReasonLine[] {
  const lines = new Map<string, ReasonLine>();
  for (const { name, reasons, foreign } of offers) {
    if (reasons.length === 0) continue;
    const key = foreign ? OTHER_ROLE : JSON.stringify(reasons);
    const line = lines.get(key);
    if (line) line.names.push(name);
    else lines.set(key, { names: [name], reasons, foreign });
  }
  // Reasons that the user cannot resolve here come last.
  return [...lines.values()].toSorted((one, other) => Number(one.foreign) - Number(other.foreign));
}

/** The types of states that lead forward from a type, the most likely one first. Others are a step back, or a pause. */
const FORWARD: Record<number, number[]> = {
  [OPENING]: [PROCESSING, CLOSING, OPENING],
  [PROCESSING]: [CLOSING, PROCESSING],
  [SUSPENSION]: [PROCESSING, CLOSING, OPENING],
  [CLOSING]: [CLOSING],
};

/** Returns the most likely next state; undefined if nothing leads forward yet. */
export function likeliest(offers: Offer[], record: { id_tipo_stato_odl?: number | null }): Offer | undefined {
  const order = FORWARD[record.id_tipo_stato_odl ?? OPENING] ?? [];
  const rank = ({ state }: Offer): number => order.indexOf(state.id_tipo_stato_odl);
  return offers
    .filter((offer) => offer.free && rank(offer) >= 0)
    .toSorted((one, other) => rank(one) - rank(other))[0];
}
