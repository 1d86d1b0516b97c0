/** The next step of a technician's work, and what is missing for it, from the next states as the server offers them. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { CANCELLATION, CLOSING, OPENING, PROCESSING, SUSPENSION } from '../../schemas/interventions.ts';
import { type NextState, offersOf } from '../../schemas/state-offers.ts';
import {
  fieldsToFill,
  isEnteredAtOnce,
  isUndoable,
  missingFor,
  nextMissing,
  stepOf,
  verbOf,
  type Work,
} from '../../schemas/work-step.ts';

const TYPES: Record<string, number> = {
  AP: OPENING,
  AS: OPENING,
  IC: PROCESSING,
  SO: SUSPENSION,
  CH: CLOSING,
  AN: CANCELLATION,
};

/** A next state; reasons as pairs of rule and field. */
const next = (codice: string, reasons: [rule: string, field: string][] = [], more: Row = {}): NextState => ({
  id: Object.keys(TYPES).indexOf(codice) + 1,
  codice,
  id_tipo_stato_odl: TYPES[codice]!,
  descrizione: codice,
  richiedi_firma_rapportino: 0,
  motivi: reasons.map(([rule, field]) => `${rule} ${field}`),
  regole: reasons.map(([rule]) => rule),
  campi: reasons.map(([, field]) => field),
  ...more,
});

const item = (id: number, checked: number, obbligatoria = 1) => ({
  id,
  descrizione: `voce ${id}`,
  checked,
  obbligatoria,
});

function work(type: number, states: NextState[], more: Partial<Work> & { closed?: string[] } = {}): Work {
  const { closed = [], ...rest } = more;
  const writes = (field: string): boolean => !closed.includes(field);
  const record = { id_stato: 99, id_tipo_stato_odl: type, modificabile: 1 };
  const offers = offersOf(states, { record, language: 'it', writes });
  return { record, offers, items: [], typed: {}, writes, ...rest };
}

const REPORT: [string, string] = ['report-missing', 'id_stato'];
const CAUSE: [string, string] = ['control-1', 'campo_nota1'];
const HOURS: [string, string] = ['field-needed', 'campo_float1'];
const LIST: [string, string] = ['checklist-missing', 'id_checklist'];
const ROLE: [string, string] = ['state-other-role', 'id_stato'];

const kindOf = (...all: Parameters<typeof work>) => {
  const step = stepOf(work(...all));
  return 'offer' in step ? `${step.kind} ${step.offer.state.codice}` : step.kind;
};

describe('the next step', () => {
  it('is to take over work that nobody has, whatever the states', () => {
    const record = { id_stato: 1, id_tipo_stato_odl: OPENING, prendibile: 1 };
    expect(stepOf(work(OPENING, [next('IC')], { record }))).toEqual({ kind: 'take' });
  });

  it('is to begin, then to close; never to suspend or to cancel', () => {
    expect(kindOf(OPENING, [next('SO'), next('AN'), next('IC')])).toBe('enter IC');
    expect(kindOf(PROCESSING, [next('SO'), next('CH'), next('AN')])).toBe('enter CH');
    expect(kindOf(SUSPENSION, [next('AN'), next('IC')])).toBe('enter IC');
    expect(kindOf(PROCESSING, [next('SO'), next('AN')])).toBe('wait');
  });

  it('is to fill in what is missing, then to sign, then to close', () => {
    expect(kindOf(PROCESSING, [next('CH', [CAUSE, REPORT])])).toBe('fill CH');
    expect(kindOf(PROCESSING, [next('CH', [REPORT])])).toBe('sign CH');
    expect(kindOf(PROCESSING, [next('CH', [CAUSE, REPORT])], { typed: { campo_nota1: 'Usura' } })).toBe(
      'sign CH',
    );
    expect(kindOf(PROCESSING, [next('CH', [CAUSE])], { typed: { campo_nota1: 'Usura' } })).toBe('enter CH');
    expect(kindOf(PROCESSING, [next('CH', [CAUSE])], { typed: { campo_nota1: '' } })).toBe('fill CH');
  });

  it("is another user's where the state is closed to this one, or needs what they may not write", () => {
    expect(kindOf(PROCESSING, [next('CH', [ROLE])])).toBe('wait');
    expect(kindOf(PROCESSING, [next('CH', [CAUSE])], { closed: ['campo_nota1'] })).toBe('wait');
    expect(kindOf(PROCESSING, [next('CH', [ROLE]), next('IC')])).toBe('enter IC');
  });

  it('is over in a closed or cancelled state', () => {
    expect(kindOf(CLOSING, [next('IC')])).toBe('over');
    expect(kindOf(CANCELLATION, [])).toBe('over');
  });

  it('to the assigned state asks for the technician in its own dialog', () => {
    const needs: [string, string] = ['technician-needed', 'id_tecnico'];
    expect(kindOf(OPENING, [next('AS', [needs])])).toBe('enter AS');
    expect(kindOf(OPENING, [next('AS', [needs])], { closed: ['id_tecnico'] })).toBe('wait');
  });
});

describe('what is missing', () => {
  const closing = (reasons: [string, string][], more: Partial<Work> = {}) => {
    const all = work(PROCESSING, [next('CH', reasons)], more);
    return missingFor(all.offers[0]!, all).map(({ key }) => key);
  };

  it('are the mandatory items one by one, then the fields; the report is no missing thing', () => {
    const items = [item(1, 1), item(2, 0), item(3, 0, 0), item(4, 0)];
    expect(closing([HOURS, LIST, REPORT, CAUSE], { items })).toEqual([
      'item-2',
      'item-4',
      'field-campo_float1',
      'field-campo_nota1',
    ]);
    expect(closing([LIST], { items: [item(1, 1)] })).toEqual([]);
  });

  it('is one after the other, and begins again after the last', () => {
    const all = work(PROCESSING, [next('CH', [CAUSE, HOURS])]);
    const missing = missingFor(all.offers[0]!, all);
    const keys: (string | undefined)[] = [];
    let last: string | undefined;
    for (let press = 0; press < 3; press += 1) {
      last = nextMissing(missing, last)?.key;
      keys.push(last);
    }
    expect(keys).toEqual(['field-campo_nota1', 'field-campo_float1', 'field-campo_nota1']);
    expect(nextMissing([], undefined)).toBeUndefined();
  });

  it('stays on the card as a field once it is filled in, because the check of the state names it', () => {
    const { offers, writes } = work(PROCESSING, [
      next('CH', [HOURS], { campi_controllati: ['campo_nota1', 'campo_float1'] }),
    ]);
    expect(fieldsToFill(offers[0]!, { writes })).toEqual(['campo_nota1', 'campo_float1']);
    expect(fieldsToFill(offers[0]!, { writes: (name) => name !== 'campo_nota1' })).toEqual(['campo_float1']);
  });
});

describe('a state', () => {
  it('is entered without a question while the work goes on, and offers the way back where there is one', () => {
    const { offers } = work(PROCESSING, [
      next('SO', [], { annullabile: 1 }),
      next('CH', [], { annullabile: 1 }),
      next('IC'),
    ]);
    expect(offers.map(isEnteredAtOnce)).toEqual([true, false, true]);
    expect(offers.map(isUndoable)).toEqual([true, false, false]);
  });

  it('has a verb, unless two states of its type could be meant', () => {
    const verbs = (type: number, ...states: NextState[]) => {
      const all = work(type, states);
      return all.offers.map((offer) => verbOf(offer, all));
    };
    expect(verbs(OPENING, next('IC'), next('SO'))).toEqual(['begin', 'name']);
    expect(verbs(SUSPENSION, next('IC'))).toEqual(['resume']);
    expect(verbs(PROCESSING, next('CH'), next('CH', [ROLE]))).toEqual(['close', 'close']);
    expect(verbs(PROCESSING, next('CH'), next('CH'))).toEqual(['name', 'name']);
  });
});
