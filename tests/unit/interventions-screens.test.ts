/** Calculations of the intervention list and form without a screen. */
import { describe, expect, it } from 'vitest';
import { CallError } from '../../dataProvider/http.ts';
import { intervalOf } from '../../resources/context/refresh-interval.ts';
import { todayIn } from '../../resources/format/plant-time.ts';
import { paceAfter } from '../../resources/live/pace.ts';
import {
  CANCELLATION,
  CLOSING,
  OPENING,
  PROCESSING,
  SIGNERS,
  SUSPENSION,
} from '../../schemas/interventions.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { likeliest, type NextState, offersOf, reasonLinesOf } from '../../schemas/state-offers.ts';
import { filledIn, firstState, isInShortForm, shortForm } from '../../src/interventions/fault/fault-form.ts';
import { copyStart, newStart } from '../../src/interventions/form/first-values.ts';
import { descriptionOf, proposedType } from '../../src/interventions/form/proposals.ts';
import { withoutTechnician } from '../../src/interventions/form/StateWidget.tsx';
import { laidOut } from '../../src/interventions/list/intervention-columns.ts';
import {
  firstQuantity,
  type ProposedPart,
  placeText,
  steppedQuantity,
} from '../../src/interventions/parts/proposed-parts.ts';
import { isSignature } from '../../src/interventions/report/drawn-length.ts';
import { ownName } from '../../src/interventions/report/signer-name.ts';
import { refusalOf } from '../../src/interventions/states/state-refusal.ts';

const entity = readSchemas().byName.get('intervention')!;
const column = (column_name: string, column_order: number, column_hidden = 0) => ({
  column_name,
  column_order,
  column_hidden,
});

describe('the list', () => {
  it('refreshes at the interval of the plant, by default every ten seconds, or never [list-refresh-default] [list-refresh-positive]', () => {
    const interval = (value: string | undefined) => intervalOf(() => value);
    const never = undefined;
    const every = [10_000, 10_000, 2500, never, never, never];
    expect([undefined, '', '2500', '0', '-1', 'x'].map(interval)).toEqual(every);
  });

  it("gets columns, order and hidden ones from the server's layout [list-gridconfig]", () => {
    const columns = [
      column('tipo_odl', 3),
      column('stato', 1),
      column('oggetto_padre', 2),
      column('note', 4, 1),
    ];
    expect(laidOut(entity, columns).list).toEqual(['id_stato', 'oggetto_padre', 'id_tipo_odl', 'note']);
    expect(laidOut(entity, columns).offered).toEqual(['note']);
    expect(laidOut(entity, [column('unknown', 1)]).list).toEqual(entity.list);
  });
});

describe('the states that come next', () => {
  const state = (id: number, codice: string, ...regole: string[]) =>
    ({
      id,
      codice,
      descrizione: codice,
      richiedi_firma_rapportino: 1,
      motivi: regole.map((rule) => (rule === 'state-other-role' ? `${rule} ${codice}` : rule)),
      regole,
    }) as NextState;
  const offers = (states: NextState[], hidden: string[] = [], record = { modificabile: 1, id_stato: 0 }) =>
    offersOf(states, { record, language: 'it', writes: (field) => !hidden.includes(field) });
  const free = (...all: Parameters<typeof offers>) => offers(...all).map((offer) => offer.free);

  it('are enabled only if the change resolves every reason [odl-state-buttons]', () => {
    expect(free([state(1, 'SO'), state(2, 'CH', 'report-missing')])).toEqual([true, true]);
    expect(free([state(2, 'CH', 'checklist-missing')])).toEqual([false]);
    expect(free([state(2, 'CH', 'report-missing', 'control-1')])).toEqual([false]);
    const assigned = state(3, 'AS', 'technician-needed', 'notified-needed');
    expect(free([assigned])).toEqual([true]);
    expect(free([assigned], ['id_usr_notifica'])).toEqual([false]);
    expect(free([assigned], ['id_tecnico'])).toEqual([false]);
    expect(free([state(3, 'AS', 'technician-needed', 'field-needed')])).toEqual([false]);
    const locked = { modificabile: 0, id_stato: 0 };
    expect(free([state(2, 'CH', 'report-missing')], [], locked)).toEqual([false]);
  });

  it('that are refused for the same reason say so in one line, those of other roles last', () => {
    const states = [
      state(1, 'AN', 'state-other-role'),
      state(2, 'AP', 'field-needed'),
      state(3, 'IC'),
      state(4, 'SO', 'field-needed'),
      state(5, 'FA', 'state-other-role'),
    ];
    const lines = reasonLinesOf(offers(states)).map(({ names, reasons }) => [names, reasons]);
    expect(lines).toEqual([
      [['AP', 'SO'], ['field-needed']],
      [['AN', 'FA'], ['state-other-role AN']],
    ]);
  });

  it('lead forward: the likeliest one is never a pause, nor a step back', () => {
    const all = [
      state(1, 'AP', 'field-needed'),
      ...([2, 3, 4, 5] as const).map((type) => ({ ...state(type, `T${type}`), id_tipo_stato_odl: type })),
    ];
    const likely = (from: number, ...without: number[]) =>
      likeliest(offers(all.filter(({ id }) => !without.includes(id))), { id_tipo_stato_odl: from })?.state
        .codice;
    expect([likely(OPENING), likely(PROCESSING), likely(SUSPENSION)]).toEqual(['T3', 'T4', 'T3']);
    expect(likely(CLOSING)).toBe('T4');
    expect([likely(PROCESSING, 3, 4), likely(CLOSING, 4), likely(CANCELLATION)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('of a follow-up leave out the assigned one where nobody can be named [followup-technician]', () => {
    expect(withoutTechnician([state(1, 'AP'), state(2, 'AS')])?.map(({ codice }) => codice)).toEqual(['AP']);
  });

  it('describe a refusal by the labels of its fields', () => {
    const errors = { campo_str6: 'Questo campo è obbligatorio', data_fine: 'No', id_stato: 'Dallo stato…' };
    const error = new CallError(422, -1, {
      result: -1,
      description: 'Alcuni campi non sono validi.',
      data: null,
      errors,
    });
    const record = { campi: [{ campo_tabella: 'campo_str6', label: 'Numero ordine' }] };
    expect(refusalOf(error, { entity, record, language: 'it' })).toBe(
      'Numero ordine: Questo campo è obbligatorio. Data fine: No. Dallo stato…',
    );
    expect(
      refusalOf(new CallError(0, -1, { result: -1, description: 'Manca la rete', data: null }), {
        entity,
        record,
        language: 'it',
      }),
    ).toBe('Manca la rete');
  });
});

describe('a record that is open', () => {
  it('is polled at the interval of the plant if there is no stream [list-refresh-positive]', () => {
    const pace = (interval: number | undefined, wait = 20_000) =>
      paceAfter({ lasted: false, wait, interval });
    expect(pace(2500)).toEqual({ wait: 2500, looks: true });
    expect(pace(90_000)).toEqual({ wait: 40_000, looks: true });
    expect(pace(undefined, 50_000)).toEqual({ wait: 60_000, looks: false });
    expect(paceAfter({ lasted: true, wait: 50_000, interval: undefined })).toEqual({
      wait: 5000,
      looks: true,
    });
  });
});

describe('the form', () => {
  it('proposes the type and the asset as description, as long as it may be [odl-auto-description]', () => {
    expect(descriptionOf('Guasto', 'Pompa')).toBe('Guasto - Pompa');
    expect(descriptionOf('Guasto', 'x'.repeat(300))).toHaveLength(200);
  });

  it('starts with the asset and the date in its address, and ignores other values', () => {
    const today = '2026-03-29T00:00:00';
    const start = (parameters: Record<string, string>) => newStart(entity, { parameters, today });
    expect(start({ idOggetto: '7', dataPrevista: '2031-05-06' })).toMatchObject({
      id_oggetto: 7,
      data_ordine: '2031-05-06T00:00:00',
    });
    expect(start({ idOggetto: '-1', dataPrevista: 'ieri' })).toMatchObject({ data_ordine: today });
    expect(start({ idOggetto: '-1' }).id_oggetto).toBeUndefined();
  });

  it("uses the plant's date, across the clock change too", () => {
    expect(todayIn('Europe/Rome', new Date('2026-03-28T23:30:00Z'))).toBe('2026-03-29');
    expect(todayIn('Europe/Rome', new Date('2026-10-24T22:30:00Z'))).toBe('2026-10-25');
    expect(todayIn('America/New_York', new Date('2026-03-29T02:00:00Z'))).toBe('2026-03-28');
  });

  it('copies the work and not its course: no code, no state, no dates but today', () => {
    const stored = { id: 1, codice: 'ODL-26-00001', descrizione: 'x', id_stato: 3 };
    const course = { data_inizio: 'a', data_fine: 'b', data_ordine: 'c' };
    const copy = copyStart(entity, { ...stored, ...course }, '2026-03-29T00:00:00');
    expect(copy).toMatchObject({ descrizione: 'x', id_stato: null, data_inizio: null, data_fine: null });
    expect(copy.data_ordine).toBe('2026-03-29T00:00:00');
    expect(copy).not.toHaveProperty('codice');
    expect(copy).not.toHaveProperty('id');
  });
});

describe('the short form for a fault', () => {
  const asset = { id: 7, id_classe_intervento_default: 3 };
  const start = {
    ...newStart(entity, { parameters: { idOggetto: '7' }, today: undefined }),
    ...filledIn({ asset, type: 2, state: 5 }),
  };
  const requiredFields = (values: object) =>
    entity.fields.filter((field) => isInShortForm(field, { ...start, ...values })).map(({ name }) => name);

  it('asks what and how urgent, and what the plant has not set', () => {
    expect(requiredFields({})).toEqual(['descrizione', 'priorita']);
    expect(requiredFields({ id_tipo_guasto: null })).toEqual(['descrizione', 'id_tipo_guasto', 'priorita']);
  });

  it('asks for required custom fields', () => {
    const custom = { ...entity.property('note'), name: 'campo_str1', custom: true };
    expect(isInShortForm(custom, start)).toBe(false);
    expect(isInShortForm({ ...custom, required: true }, start)).toBe(true);
    expect(isInShortForm({ ...custom, fileRequired: true }, start)).toBe(true);
  });

  it('sends the rest without a field', () => {
    const what = { it: 'Che cosa succede?', en: 'What is wrong?' };
    const short = shortForm(entity, start, { descrizione: what });
    expect(short.property('descrizione').title).toEqual(what);
    const filled = ['id_oggetto', 'id_tipo_guasto', 'id_stato', 'id_classe_intervento'];
    expect(filled.map((name) => short.field(name)?.default)).toEqual([7, 2, 5, 3]);
  });

  it('takes the type of the asset, or else the usual one, and the first state without reasons against it', () => {
    const types = [{ id: 1 }, { id: 2, is_default: 1 }, { id: 3 }];
    expect([3, 9, null].map((ofAsset) => proposedType(types, ofAsset))).toEqual([3, 2, 2]);
    expect(proposedType([{ id: 1 }], null)).toBeUndefined();
    expect(
      firstState([
        { id: 4, motivi: ['no'] },
        { id: 5, motivi: [] },
      ]),
    ).toBe(5);
    expect(firstState([])).toBeUndefined();
  });
});

describe('a proposed part', () => {
  const part: ProposedPart = {
    ...{ id_ricambio: 1, codice: 'GUA', descrizione: 'Guarnizione', unita_di_misura: 'pz', motivo: null },
    ...{ id_prenotazione: null, resta: null, id_magazzino: 2, codice_magazzino: 'FURG', proprio: 1 },
    ...{ descrizione_magazzino: 'Furgone', id_ubicazione: 3, descrizione_ubicazione: 'A1', id_lotto: null },
    ...{ descrizione_lotto: null, quantita: 5, disponibile: 2.5 },
  };

  it('begins with one, or the rest of its reservation, as far as there is enough', () => {
    expect(firstQuantity(part)).toBe(1);
    expect(firstQuantity({ ...part, resta: 2 })).toBe(2);
    expect(firstQuantity({ ...part, resta: 9 })).toBe(2.5);
    expect(firstQuantity({ ...part, disponibile: 0.4 })).toBe(0.4);
    expect(firstQuantity({ ...part, id_magazzino: null })).toBe(0);
  });

  it('goes up and down by one, between one and what there is', () => {
    expect(steppedQuantity(1, 1, part)).toBe(2);
    expect(steppedQuantity(2, 1, part)).toBe(2.5);
    expect(steppedQuantity(1, -1, part)).toBe(1);
    expect(steppedQuantity(2.5, -1, part)).toBe(1.5);
  });

  it('names its place', () => {
    expect(placeText(part)).toBe('Furgone · A1');
  });
});

describe('a signature', () => {
  const line = (...points: [x: number, y: number][]) => points.map(([x, y]) => ({ x, y }));

  it('is a line, or several short ones, but no tap, even of a finger that slips or trembles [report-signature-empty]', () => {
    expect(isSignature([line([10, 10], [40, 25])])).toBe(true);
    expect(isSignature([line([0, 0], [12, 12]), line([0, 12], [12, 0])])).toBe(true);
    const trembling = Array.from({ length: 50 }, (_, at): [number, number] => [at % 3, (at % 2) * 3]);
    for (const lines of [[], [[]], [line([10, 10])], [line([10, 10], [18, 14])], [line(...trembling)]])
      expect(isSignature(lines)).toBe(false);
  });

  it('begins with the name of the user, if the user is the one who signs', () => {
    const fact = (chiave: string, valore: string) => ({ chiave, nome: chiave, valore });
    const righe = [fact('tecnico', 'Luca Ferri'), fact('richiedente', 'Sara Riva')];
    const report = [{ chiave: 'intervento' as const, titolo: 'Intervento', righe }];
    const people = { id_tecnico: 3, id_usr_ins: 4 };
    const names = (user?: number) => SIGNERS.map((signer) => ownName(signer, people, user, report));
    expect([3, 4, 5, undefined].map(names)).toEqual([
      ['Luca Ferri', ''],
      ['', 'Sara Riva'],
      ['', ''],
      ['', ''],
    ]);
    expect(ownName('tecnico', {}, 3, report)).toBe('');
    expect(ownName('tecnico', people, 3, [])).toBe('');
  });
});
