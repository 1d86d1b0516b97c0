/** Requests and replies of the period calls, for the API description. */
import { rowsOf } from '../../http/reply-schemas.ts';

export const START = 'data_generazione_start';
export const END = 'data_generazione_end';

export const BODY = {
  type: 'object',
  required: [START, END],
  properties: {
    id: { type: 'integer', description: 'The id of the schedule, as in the address' },
    descrizione: { type: ['string', 'null'] },
    [START]: { type: 'string', format: 'date' },
    [END]: { type: 'string', format: 'date' },
  },
};

export const REPLY = {
  type: 'object',
  properties: {
    numero_interventi_generati: {
      type: 'integer',
      description: 'The number of interventions of the period that exist now',
    },
    id_lavoro: {
      type: ['integer', 'null'],
      description: 'The job that creates the rest, see /lavoro/{id}',
    },
    anomalie: { type: 'integer', description: 'The number of maintenances with missing interventions' },
  },
};

const NUMBER = { type: 'integer' };
const DAY = { type: 'string', format: 'date' };
export const PREVIEW = {
  type: 'object',
  properties: {
    numero: { type: 'integer', description: 'The number of interventions that would be created' },
    giorni: rowsOf({ data: DAY, numero: NUMBER, esistenti: NUMBER }),
    manutenzioni: rowsOf({
      id: NUMBER,
      id_oggetto: NUMBER,
      codice_oggetto: { type: 'string' },
      oggetto: { type: 'string' },
      errore: { type: ['string', 'null'], description: 'The reason why it would generate nothing' },
      date: rowsOf({ data: DAY, esiste: { enum: [0, 1] } }),
    }),
  },
};

export const PREVIEW_EXAMPLE = {
  data: {
    numero: 1,
    giorni: [{ data: '2026-04-01', numero: 1, esistenti: 0 }],
    manutenzioni: [
      {
        id: 1,
        id_oggetto: 7,
        codice_oggetto: 'FOL-L1-CF',
        oggetto: 'Confezionatrice',
        errore: null,
        date: [{ data: '2026-04-01', esiste: 0 }],
      },
    ],
  },
};
