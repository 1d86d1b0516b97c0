/** The reasons against a next state over typed values, which a device computes as the server does. */
import { describe, expect, it } from 'vitest';
import { customised, type Definition } from '../../schemas/custom-fields.ts';
import type { Row } from '../../schemas/entity.ts';
import { CLOSING } from '../../schemas/interventions.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { type Control, plantClock } from '../../schemas/state-controls.ts';
import { type NextState, offersOf } from '../../schemas/state-offers.ts';
import { offeredOver } from '../../schemas/typed-offers.ts';
import { missingFor, type Work } from '../../schemas/work-step.ts';

const definition = (id: number, campo_tabella: string, label: string, obbligatorio: 0 | 1): Definition => ({
  id,
  id_classe: -1,
  campo_tabella,
  label,
  visibile: 1,
  editabile: 1,
  obbligatorio,
  ordine: id,
});
const shape = customised(
  readSchemas().byResource.entity('odl'),
  [definition(1, 'campo_nota1', 'Causa', 1), definition(2, 'campo_float1', 'Ore di fermo', 0)],
  { classId: -1, family: 'RIFTEC' },
);
const HOURS: Control = { campo: 'campo_float1', label: 'Ore di fermo', condizione: 6, valore: '0' };
const HIDDEN: Control = { campo: 'campo_str1', label: 'Nascosto', condizione: 1, valore: null };

const closing = (reasons: [rule: string, field: string, reason: string][], more: Row = {}): NextState => ({
  id: 5,
  codice: 'CH',
  id_tipo_stato_odl: CLOSING,
  descrizione: 'Chiuso',
  richiedi_firma_rapportino: 0,
  regole: reasons.map(([rule]) => rule),
  campi: reasons.map(([, field]) => field),
  motivi: reasons.map(([, , reason]) => reason),
  controlli: [HOURS],
  ...more,
});

const over = (typed: Row, language: 'it' | 'en' = 'it') => ({
  shape,
  record: { id_tipo_guasto: 1 },
  typed,
  language,
  clock: plantClock('UTC'),
  writes: () => true,
});

const reasonsOf = (state: NextState, typed: Row) => offeredOver(state, over(typed)).motivi;

const NEEDED: [string, string, string] = ['field-needed', 'campo_nota1', 'Manca la causa'];
const LOW: [string, string, string] = ['control-6', 'campo_float1', 'Ore troppo poche'];

describe('a next state over typed values', () => {
  it('has the reason of a limit that a typed value breaks, in the words of the server', () => {
    const free = closing([]);
    expect(reasonsOf(free, { campo_float1: 1.5 })).toEqual([]);
    const [reason, ...more] = reasonsOf(free, { campo_float1: -5 });
    expect(more).toEqual([]);
    expect(reason).toMatch(/Ore di fermo.*0/);
    expect(offeredOver(free, over({ campo_float1: -5 }, 'en')).motivi).not.toEqual([reason]);
    expect(offeredOver(free, over({ campo_float1: -5 }))).toMatchObject({
      regole: ['control-6'],
      campi: ['campo_float1'],
    });
  });

  it('loses the reasons that typed values resolve, and gets those of cleared fields', () => {
    const state = closing([NEEDED, LOW]);
    expect(reasonsOf(state, {})).toEqual(['Manca la causa', 'Ore troppo poche']);
    expect(reasonsOf(state, { campo_nota1: 'Usura' })).toEqual(['Ore troppo poche']);
    expect(reasonsOf(state, { campo_nota1: 'Usura', campo_float1: 2 })).toEqual([]);
    expect(reasonsOf(closing([]), { campo_nota1: null })).toEqual([expect.stringContaining('Causa')]);
  });

  it('keeps what the server says about fields that are not typed, also if the device does not see them', () => {
    const list: [string, string, string] = ['checklist-missing', 'id_checklist', 'Manca la voce'];
    expect(reasonsOf(closing([list]), { campo_nota1: 'Usura' })).toEqual(['Manca la voce']);
    expect(reasonsOf(closing([], { controlli: [HOURS, HIDDEN] }), { campo_nota1: 'Usura' })).toEqual([]);
  });

  it('is as the server gave it if it is closed to the user, or comes from a server without these checks', () => {
    const closed = closing([['state-other-role', 'id_stato', 'Solo per altri ruoli']]);
    expect(offeredOver(closed, over({ campo_float1: -5 }))).toBe(closed);
    const old = closing([LOW], { controlli: undefined });
    expect(offeredOver(old, over({ campo_float1: 2 }))).toBe(old);
  });

  it('misses a field with a typed value that breaks a limit', () => {
    const missing = (state: NextState, typed: Row) => {
      const record = { id_stato: 1, modificabile: 1 };
      const [offer] = offersOf([offeredOver(state, over(typed))], {
        record,
        language: 'it',
        writes: () => true,
      });
      const work: Work = { record, offers: [], items: [], typed, writes: () => true };
      return missingFor(offer!, work).map(({ key }) => key);
    };
    expect(missing(closing([]), { campo_float1: -5 })).toEqual(['field-campo_float1']);
    expect(missing(closing([NEEDED]), { campo_nota1: 'Usura', campo_float1: 3 })).toEqual([]);
    // The answer of an older server: a typed value counts as filled in.
    expect(missing(closing([LOW], { controlli: undefined }), { campo_float1: -5 })).toEqual([]);
  });
});
