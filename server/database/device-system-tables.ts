/** The server's tables for users' devices: news, the devices that receive them, and packs of open work. */
import { userForeignKey } from './session-system-tables.ts';
import { TIMESTAMP, table } from './table-words.ts';
import { foreignKey, PREFIXES, part, plainIndex, type Table } from './tables.ts';

/** The news about a user's work that other users caused, for the bell; see domains/news. */
export const NEWS: Table = table(
  'novita',
  'id',
  {
    id: 'big identity',
    id_utente: 'integer!',
    tipo: 'text!',
    id_odl: 'integer!',
    chi: 'text',
    id_stato: 'integer',
    creata: `${TIMESTAMP}!=now()`,
    letta: TIMESTAMP,
    // The time when it was sent to the user's devices; see domains/news/push.
    avvisata: TIMESTAMP,
  },
  {
    constraints: [
      ...userForeignKey('novita'),
      foreignKey('novita', 'id_odl', 'odl', 'id', ' on delete cascade'),
    ],
    indexes: [
      plainIndex('novita', ['id_utente', 'id']),
      plainIndex('novita', ['id_odl', 'tipo']),
      plainIndex('novita', ['creata']),
    ],
  },
);

/** The devices that receive a user's news from the push service of their browser; see domains/news/push. */
export const PUSH_DEVICES: Table = table(
  'dispositivo_avvisi',
  'id',
  {
    id: 'identity',
    id_utente: 'integer!',
    // The address at which the browser's push service accepts messages, and the keys that encrypt them.
    indirizzo: 'text!',
    chiave: 'text!',
    segreto: 'text!',
    lingua: 'text!',
    dispositivo: 'text',
    creato: `${TIMESTAMP}!=now()`,
    inviato: TIMESTAMP,
    errori: 'integer!=0',
  },
  {
    constraints: userForeignKey('dispositivo_avvisi'),
    indexes: [
      part(PREFIXES.unique, 'dispositivo_avvisi', ['indirizzo'], '(indirizzo)'),
      plainIndex('dispositivo_avvisi', ['id_utente']),
    ],
  },
);

/**
 * The packs sent to devices, with hashes of their rows, so that the next request gets only what has changed; see
 * domains/pack.
 */
export const PACKS: Table = table(
  'pacchetto',
  'cursore',
  {
    cursore: 'text!',
    id_utente: 'integer!',
    segni: 'text!',
    righe: 'text!',
    creato: `${TIMESTAMP}!=now()`,
  },
  {
    constraints: userForeignKey('pacchetto'),
    indexes: [plainIndex('pacchetto', ['id_utente', 'creato'])],
  },
);
