/** How a person comes in beside his password, and when he did. */
import { MOMENT, table } from './table-words.ts';
import { foreignKey, plainIndex, type Table } from './tables.ts';

const ofAPerson = (name: string): Table['constraints'] => [
  foreignKey(name, 'id_utente', 'utente', 'id', ' on delete cascade'),
];

export const COMING_IN: Table[] = [
  // Secrets are locked with the plant's key; one that is being tried out stands beside the one in use.
  table(
    'secondo_fattore',
    'id_utente',
    {
      id_utente: 'integer!',
      segreto: 'text',
      attivato: MOMENT,
      in_prova: 'text',
      preparato: MOMENT,
      passo: 'bigint!=0',
      errori: 'integer!=0',
      fermo_fino: MOMENT,
    },
    { constraints: ofAPerson('secondo_fattore') },
  ),
  table(
    'codice_recupero',
    'id',
    { id: 'identity', id_utente: 'integer!', hash: 'text!', usato: MOMENT },
    {
      constraints: ofAPerson('codice_recupero'),
      indexes: [plainIndex('codice_recupero', ['id_utente'])],
    },
  ),
  // One is open at most; the others tell a person who has been in with his name.
  table(
    'sessione',
    'id',
    {
      id: 'identity',
      id_utente: 'integer!',
      numero: 'integer!',
      modo: 'text!',
      inizio: `${MOMENT}!=now()`,
      vista: `${MOMENT}!=now()`,
      scade: `${MOMENT}!`,
      fine: MOMENT,
      motivo: 'text',
      indirizzo: 'text',
      dispositivo: 'text',
    },
    { constraints: ofAPerson('sessione'), indexes: [plainIndex('sessione', ['id_utente', 'id'])] },
  ),
];
