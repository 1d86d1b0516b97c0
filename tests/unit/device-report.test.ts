/** The job report as a device composes it: what each act changes, and when the device does not know. */
import { describe, expect, it } from 'vitest';
import { SIGNED, type Waiting } from '../../dataProvider/outbox-order.ts';
import type { Row } from '../../schemas/entity.ts';
import { EXPENSE, INCOME, PROCESSING } from '../../schemas/interventions.ts';
import { isReportData } from '../../schemas/report-content.ts';
import {
  composedOf,
  type Known,
  type ReadReport,
  withValues,
} from '../../src/interventions/report/device-report.ts';

const read: ReadReport = {
  dati: {
    forma: 1,
    intervento: { codice: 'ODL-1', tecnico: null, data_inizio: null, note: null, priorita: 3 },
    campi: [
      { provenienza: 1, campo: 'campo_float1', valore: null },
      { provenienza: 2, campo: 'campo_float1', valore: 9 },
    ],
    checklist: [{ voce: 7, descrizione: 'Serraggio', obbligatoria: 1, eseguita: 0, note: null }],
    ricambi: [{ codice: 'B', descrizione: 'Cinghia', quantita: 0.1, unita: 'pz' }],
    costi: [],
    totale: 0,
  },
  contenuto: [
    {
      chiave: 'intervento',
      titolo: 'Intervento',
      righe: ['codice', 'tecnico', 'data_inizio', 'note'].map((chiave) => ({
        chiave,
        nome: chiave,
        valore: '',
      })),
    },
    { chiave: 'checklist', titolo: 'Checklist', righe: [{ chiave: '0', nome: 'Serraggio', valore: 'No' }] },
    { chiave: 'ricambi', titolo: 'Ricambi', righe: [{ chiave: 'B', nome: 'B Cinghia', valore: '0,1 pz' }] },
    { chiave: 'costi', titolo: 'Costi', righe: [] },
    { chiave: 'campi', titolo: 'Altro', righe: [{ chiave: '1 campo_float1', nome: 'Ore', valore: '' }] },
  ],
  firme: [],
  lettore: 'Luca Ferri',
};
const known: Known = {
  items: [{ id: 70, id_voce: 7, descrizione: 'Serraggio' }],
  parts: [
    { id_ricambio: 1, codice: 'A', descrizione: 'Vite', unita_di_misura: null },
    { id_ricambio: 2, codice: 'B', descrizione: 'Cinghia', unita_di_misura: 'pz' },
  ],
  typeOf: (state) => (state === 3 ? PROCESSING : 4),
  language: 'it',
  instant: (timestamp) => `@${timestamp}`,
  dateOf: (_field, timestamp) => `@${timestamp}`,
};
const act = (name: string, body: Row = {}, path = ''): Waiting => ({
  ...{ key: name, user: 1, act: name, on: 'intervention', id: '5', method: 'POST', path, query: {}, body },
  doneAt: Date.UTC(2026, 2, 4, 9, 30),
  page: '/',
});
const composed = (...acts: Waiting[]) => composedOf(read, acts, known);
const lineOf = (report: ReturnType<typeof composed>, key: string) =>
  report?.tables.flatMap(({ righe }) => righe).find(({ chiave }) => chiave === key)?.valore;

describe('the report of a device', () => {
  it('contains the technician who took over, the start of the work, ticks with notes, and fields', () => {
    const report = composed(
      act('take-over'),
      act('enter-state', { id_stato: 3, versione: 2 }),
      act('tick', { checked: 1, note: 'Lasco' }, '/odl/5/checklist/70'),
      act('add-comment', { testo: 'x' }),
      act(SIGNED),
    );
    expect(report?.data.intervento).toMatchObject({
      tecnico: 'Luca Ferri',
      data_inizio: '2026-03-04T09:30:00.000Z',
    });
    expect(report?.data.checklist).toMatchObject([{ voce: 7, eseguita: 1, note: 'Lasco' }]);
    expect(lineOf(report, '0')).toBe('Sì · Lasco');
    const filled = withValues(report!, { campo_float1: 1.5, note: 'Fatto', ore: 2 }, known);
    expect(filled?.data.campi.map(({ valore }) => valore)).toEqual([1.5, 9]);
    expect(lineOf(filled, '1 campo_float1')).toBe('1,5');
    expect(filled?.data.intervento.note).toBe('Fatto');
    expect(isReportData(filled?.data)).toBe(true);
  });

  it('adds and subtracts parts, without the error of binary fractions', () => {
    const taken = act('withdraw', { id_ricambio: 2, quantita: -0.2 });
    const report = composed(
      taken,
      act('withdraw', { id_ricambio: 1, quantita: -4 }),
      act('give-back', { id_ricambio: 1, quantita: 1 }),
    );
    expect(report?.data.ricambi.map(({ codice, quantita }) => [codice, quantita])).toEqual([
      ['A', 3],
      ['B', 0.3],
    ]);
    expect(lineOf(report, 'A')).toBe('3');
    expect(lineOf(report, 'B')).toBe('0,3 pz');
  });

  it.each([
    ['an income line', act('add-cost', { flag: INCOME })],
    ['a part that the device does not know', act('withdraw', { id_ricambio: 9, quantita: -1 })],
    ['an item that it does not know', act('tick', { checked: 1 }, '/odl/5/checklist/7')],
    ['a state with another class', act('enter-state', { id_stato: 3, id_classe_intervento: 2 })],
    ['an act that nobody described', act('other')],
  ])('is unknown after %s', (_name, unknown) => {
    expect(composed(unknown, act('take-over'))).toBeUndefined();
  });

  it('is known after an expense, which is not printed', () => {
    expect(composed(act('add-cost', { flag: EXPENSE }))?.data).toEqual(read.dati);
  });
});
