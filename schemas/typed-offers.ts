/**
 * The reasons against a next state, over a record with values that the server does not have yet. The device computes
 * them with the same functions as the server. Has no side effects.
 */
import type { Entity, Language, Row } from './entity.ts';
import { saidIn } from './language.ts';
import { controlRefusals, type PlantClock } from './state-controls.ts';
import { type NextState, REPORT_RULES } from './state-offers.ts';
import { unfilledFields } from './unfilled-fields.ts';
import { type Refusal, sentence } from './validate.ts';

const NEEDED = 'field-needed';

/** Returns whether the device computes the reasons of this rule. The server's answer has the others. */
export const isComputed = (rule: string, { controlli }: NextState): boolean =>
  controlli !== undefined && (rule === NEEDED || rule.startsWith('control-'));

/** The field that stands for the state itself. Reasons about it do not depend on typed values. */
const STATE = 'id_stato';

const isReport = (rule: string): boolean => REPORT_RULES.includes(rule);

export interface TypedRecord {
  /** The entity with the custom fields of the record's class. */
  shape: Entity;
  record: Row;
  /** The values that the server's answer does not contain yet. */
  typed: Row;
  language: Language;
  clock: PlantClock;
  /** Returns whether the user may write a field. */
  writes(field: string): boolean;
}

/** Returns the reasons that the typed values give. A field has the first of its reasons. */
function refusalsOfTyped(state: NextState, over: TypedRecord): Refusal[] {
  const { shape, record, typed, language, clock, writes } = over;
  const row = { ...record, ...typed };
  const controls = (state.controlli ?? []).filter(({ campo }) => campo in typed);
  const name = saidIn(state.traduzioni, language) ?? state.descrizione;
  const refused = controlRefusals(controls, row, name, clock);
  const fields = new Set(refused.map(({ field }) => field));
  const needed = unfilledFields(shape, row, { writes: (field) => writes(field.name), canHaveFile: true })
    .filter((field) => field.name in typed && !fields.has(field.name))
    .map(({ name: field, title }): Refusal => ({ field, rule: NEEDED, params: { label: title[language] } }));
  return [...refused, ...needed];
}

/**
 * Returns the state with the reasons that the server would give if it had the typed values. Reasons about other fields
 * stay as the server gave them, because it knows more than the device.
 */
export function offeredOver(state: NextState, over: TypedRecord): NextState {
  // A state that is closed to the user or the intervention has only this reason, whatever is typed.
  const isClosed = state.regole.some((rule, index) => state.campi[index] === STATE && !isReport(rule));
  if (!state.controlli || isClosed) return state;
  const stored = state.regole.map((rule, index) => ({
    rule,
    field: state.campi[index] ?? STATE,
    reason: state.motivi[index] ?? '',
  }));
  const others = stored.filter(({ rule, field }) => !(field in over.typed && isComputed(rule, state)));
  const computed = refusalsOfTyped(state, over).map(({ rule, field, params }) => ({
    rule,
    field,
    reason: sentence(rule, over.language, params),
  }));
  const all = [...others, ...computed];
  return {
    ...state,
    motivi: all.map(({ reason }) => reason),
    regole: all.map(({ rule }) => rule),
    campi: all.map(({ field }) => field),
  };
}
