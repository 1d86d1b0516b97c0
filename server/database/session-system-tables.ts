/** Second factors, recovery codes and sessions of users; failed attempts. */
import { TIMESTAMP, table } from './table-words.ts';
import { foreignKey, plainIndex, type Table } from './tables.ts';

export const USERS = 'utente';

/** Returns the foreign key of rows that are deleted with their user. */
export const userForeignKey = (name: string): Table['constraints'] => [
  foreignKey(name, 'id_utente', USERS, 'id', ' on delete cascade'),
];

export const SIGN_IN_TABLES: Table[] = [
  // Secrets are encrypted with the plant's key. `in_prova` is a new secret that is not confirmed yet.
  table(
    'secondo_fattore',
    'id_utente',
    {
      id_utente: 'integer!',
      segreto: 'text',
      attivato: TIMESTAMP,
      in_prova: 'text',
      preparato: TIMESTAMP,
      passo: 'bigint!=0',
      errori: 'integer!=0',
      fermo_fino: TIMESTAMP,
    },
    { constraints: userForeignKey('secondo_fattore') },
  ),
  table(
    'codice_recupero',
    'id',
    { id: 'identity', id_utente: 'integer!', hash: 'text!', usato: TIMESTAMP },
    {
      constraints: userForeignKey('codice_recupero'),
      indexes: [plainIndex('codice_recupero', ['id_utente'])],
    },
  ),
  // Failed attempts of the last minute from an address, and guesses at a name, by hashes; see http/rate-limit.ts.
  table(
    'tentativo',
    'id',
    { id: 'big identity', chiave: 'text!', quando: `${TIMESTAMP}!` },
    { indexes: [plainIndex('tentativo', ['chiave', 'quando']), plainIndex('tentativo', ['quando'])] },
  ),
  table(
    'nome_tentato',
    'chiave',
    {
      chiave: 'text!',
      errori: 'integer!=0',
      ultimo: `${TIMESTAMP}!`,
      fermo_fino: TIMESTAMP,
      avvisato: 'smallint!=0',
    },
    { indexes: [plainIndex('nome_tentato', ['ultimo'])] },
  ),
  // A user has at most one open session. The closed ones record past sign-ins.
  table(
    'sessione',
    'id',
    {
      id: 'identity',
      id_utente: 'integer!',
      numero: 'integer!',
      modo: 'text!',
      inizio: `${TIMESTAMP}!=now()`,
      vista: `${TIMESTAMP}!=now()`,
      scade: `${TIMESTAMP}!`,
      fine: TIMESTAMP,
      motivo: 'text',
      indirizzo: 'text',
      dispositivo: 'text',
    },
    { constraints: userForeignKey('sessione'), indexes: [plainIndex('sessione', ['id_utente', 'id'])] },
  ),
];
