/** The server's own tables, which belong to no entity: history, credentials, secrets, counters, licence, versions. */
import { NEWS, PACKS, PUSH_DEVICES } from './device-system-tables.ts';
import { SIGN_IN_TABLES, USERS, userForeignKey } from './session-system-tables.ts';
import { STOCK, STOCKED } from './stock-system-tables.ts';
import { type Columns, TIMESTAMP, table } from './table-words.ts';
import { foreignKey, PREFIXES, part, plainIndex, type Table } from './tables.ts';

/** Returns a table of one row. */
const single = (name: string, columns: Columns): Table =>
  table(
    name,
    'unica',
    { unica: 'smallint!=1', ...columns },
    {
      constraints: [part(PREFIXES.check, name, ['unica'], 'check (unica = 1)')],
    },
  );

const PERSONAL: Table[] = [
  table(
    'credenziale',
    'id_utente',
    {
      id_utente: 'integer!',
      hash: 'text',
      sessione: 'integer!=0',
      refresh_id: 'text',
      refresh_scade: TIMESTAMP,
      aggiornata: TIMESTAMP,
    },
    { constraints: userForeignKey('credenziale') },
  ),
  // Work in the background; see server/jobs.
  table(
    'lavoro',
    'id',
    {
      id: 'identity',
      tipo: 'text!',
      fase: "text!=''",
      risorsa: 'text!',
      id_utente: 'integer!',
      lingua: 'text!',
      stato: "text!='attesa'",
      fatto: 'integer!=0',
      totale: 'integer',
      messaggio: 'jsonb',
      parametri: "jsonb!='{}'",
      esito: 'jsonb',
      file: 'text',
      // The contents of the result, in order.
      parti: 'jsonb',
      annullare: 'smallint!=0',
      esecutore: 'text',
      battito: TIMESTAMP,
      creato: `${TIMESTAMP}!=now()`,
      accodato: `${TIMESTAMP}!=now()`,
      iniziato: TIMESTAMP,
      finito: TIMESTAMP,
    },
    {
      constraints: userForeignKey('lavoro'),
      indexes: [
        plainIndex('lavoro', ['id_utente', 'id']),
        plainIndex('lavoro', ['accodato'], " where stato = 'attesa'"),
      ],
    },
  ),
  // The rows of an imported sheet, with the result of each.
  table(
    'importazione_riga',
    'riga',
    {
      id_lavoro: 'integer!',
      riga: 'integer!',
      celle: 'jsonb!',
      ordine: 'integer',
      esito: 'text',
      messaggi: 'jsonb',
      id_record: 'integer',
      versione: 'integer',
      prima: 'jsonb',
    },
    {
      key: ['id_lavoro', 'riga'],
      constraints: [foreignKey('importazione_riga', 'id_lavoro', 'lavoro', 'id', ' on delete cascade')],
      indexes: [plainIndex('importazione_riga', ['id_lavoro', 'ordine'])],
    },
  ),
];

/** The response to a call with an idempotency key, written together with its effect; see http/idempotency.ts. */
const RESPONSES: Table = table(
  'risposta_tenuta',
  'chiave',
  {
    id_utente: 'integer!',
    chiave: 'text!',
    ambito: 'text!',
    impronta: 'text!',
    stato: 'smallint!',
    risposta: 'text!',
    incompleta: 'smallint!=0',
    creata: `${TIMESTAMP}!=now()`,
  },
  {
    key: ['id_utente', 'chiave', 'ambito'],
    constraints: userForeignKey('risposta_tenuta'),
    indexes: [plainIndex('risposta_tenuta', ['creata'])],
  },
);

/** A user's calendar feed, found by the hash of its address. */
const FEEDS: Table = table(
  'calendario',
  'id_utente',
  {
    id_utente: 'integer!',
    hash: 'text!',
    inizio: 'text!',
    lingua: 'text!',
    creato: `${TIMESTAMP}!=now()`,
    letto: TIMESTAMP,
  },
  {
    constraints: userForeignKey('calendario'),
    indexes: [part(PREFIXES.unique, 'calendario', ['hash'], '(hash)')],
  },
);

/** Facts on the generation of periods that no record stores. */
const PERIODS: Table[] = [
  // The period in generation, and the period before it, which is restored if someone stops the generation.
  table(
    'generazione_periodo',
    'id_schedulazione',
    {
      id_schedulazione: 'integer!',
      inizio: 'date!',
      fine: 'date!',
      prima_inizio: 'date',
      prima_fine: 'date',
    },
    {
      constraints: [
        foreignKey(
          'generazione_periodo',
          'id_schedulazione',
          'manutenzione_schedulazione',
          'id',
          ' on delete cascade',
        ),
      ],
    },
  ),
  // Earlier periods for which a maintenance with an error still lacks interventions.
  table(
    'generazione_arretrata',
    'id_manutenzione',
    { id_manutenzione: 'integer!', inizio: 'date!', fine: 'date!' },
    {
      key: ['id_manutenzione', 'inizio'],
      constraints: [
        foreignKey('generazione_arretrata', 'id_manutenzione', 'manutenzione', 'id', ' on delete cascade'),
      ],
    },
  ),
];

const OTHERS: Table[] = [
  table(
    'storico_modifiche',
    'id',
    {
      id: 'big identity',
      risorsa: 'text!',
      id_record: 'integer!',
      operazione: 'text!',
      id_utente: 'integer',
      utente: 'text',
      data: `${TIMESTAMP}!=now()`,
      modifiche: 'jsonb',
      // The act and the values in its sentence, if the change came from an act.
      atto: 'text',
      valori: 'jsonb',
      // The time of the act, if it arrived later.
      fatto: TIMESTAMP,
    },
    { indexes: [plainIndex('storico_modifiche', ['risorsa', 'id_record', 'id'])] },
  ),
  // Changes that are not reported yet, with the row after the change and previous values; see domains/outbox/changes.ts.
  table(
    'cambiamento',
    'id',
    {
      id: 'big identity',
      risorsa: 'text!',
      id_record: 'integer!',
      riga: 'jsonb!',
      prima: 'jsonb',
      id_utente: 'integer',
      chi: 'text',
      lotto: 'text',
      creato: `${TIMESTAMP}!=now()`,
      tentativi: 'integer!=0',
      prossimo: `${TIMESTAMP}!=now()`,
    },
    { indexes: [plainIndex('cambiamento', ['risorsa', 'id_record', 'id'])] },
  ),
  table('link_usato', 'jti', { jti: 'text!', usato: `${TIMESTAMP}!=now()` }),
  // Values that no call returns: settings, and the secrets of webhooks.
  table('segreto', 'codice', { codice: 'text!', valore: 'text!' }),
  table('contatore', 'nome', { nome: 'text!', valore: 'integer!=0' }),
  single('licenza', {
    data_scadenza: 'date',
    data_scadenza_mtbf: 'date',
    num_admin: 'integer',
    num_tecnici: 'integer',
    num_guest: 'integer',
    num_api_enabled: 'integer',
    max_space_disk: 'bigint',
    mtbf: 'smallint!=1',
  }),
  single('chiave_firma', { segreto: 'text!' }),
  // The logo as uploaded, in base64.
  single('logo_impianto', { contenuto: 'text!', content_type: 'text!' }),
  // Written once, when the database is filled, so that a demo plant stays a demo plant.
  single('impianto', { demo: 'smallint!=0', creato: `${TIMESTAMP}!=now()` }),
];

export const VERSIONS = 'officina_versione';

/** Written after each migration, with the fingerprint of the target tables, so that a start without changes is fast. */
export const VERSION_TABLE: Table = table(VERSIONS, 'id', {
  id: 'identity',
  versione: 'integer!',
  applicata: `${TIMESTAMP}!=now()`,
  impronta: 'text!',
  sql: 'text!',
  // 1 if programs that worked with the database before can go on.
  additiva: 'smallint!=0',
});

/**
 * Returns the server's own tables. Credentials need users, and stock needs parts and warehouses. Tests may lack
 * them.
 */
export function systemTables(tables: Table[]): Table[] {
  const names = new Set(tables.map(({ name }) => name));
  return [
    VERSION_TABLE,
    ...OTHERS,
    ...(names.has(USERS) ? [...PERSONAL, ...SIGN_IN_TABLES, RESPONSES, PACKS, FEEDS] : []),
    ...(names.has(USERS) && names.has('odl') ? [NEWS, PUSH_DEVICES] : []),
    ...(STOCKED.every((name) => names.has(name)) ? STOCK : []),
    ...(names.has('manutenzione') ? PERIODS : []),
  ];
}

/** The statements for the only row of the licence, which has no limits at first. */
export const FIRST_ROWS = ['insert into licenza default values on conflict do nothing'];
