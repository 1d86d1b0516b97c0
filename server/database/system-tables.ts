/** The tables that are nobody's entity: history, credentials, secrets, counters, licence, versions. */
import { COMING_IN } from './session-system-tables.ts';
import { STOCK, STOCKED } from './stock-system-tables.ts';
import { type Columns, MOMENT, table } from './table-words.ts';
import { foreignKey, PREFIXES, part, plainIndex, type Table } from './tables.ts';

const PEOPLE = 'utente';

/** A table of one row. */
const single = (name: string, columns: Columns): Table =>
  table(
    name,
    'unica',
    { unica: 'smallint!=1', ...columns },
    {
      constraints: [part(PREFIXES.check, name, ['unica'], 'check (unica = 1)')],
    },
  );

const ofAPerson = (name: string): Table['constraints'] => [
  foreignKey(name, 'id_utente', PEOPLE, 'id', ' on delete cascade'),
];

const PERSONAL: Table[] = [
  table(
    'credenziale',
    'id_utente',
    {
      id_utente: 'integer!',
      hash: 'text',
      sessione: 'integer!=0',
      refresh_id: 'text',
      refresh_scade: MOMENT,
      aggiornata: MOMENT,
    },
    { constraints: ofAPerson('credenziale') },
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
      annullare: 'smallint!=0',
      esecutore: 'text',
      battito: MOMENT,
      creato: `${MOMENT}!=now()`,
      accodato: `${MOMENT}!=now()`,
      iniziato: MOMENT,
      finito: MOMENT,
    },
    {
      constraints: ofAPerson('lavoro'),
      indexes: [
        plainIndex('lavoro', ['id_utente', 'id']),
        plainIndex('lavoro', ['accodato'], " where stato = 'attesa'"),
      ],
    },
  ),
  // The rows of a sheet sent to be imported, and what became of each.
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

/** What a call with an idempotency key was answered, written with its effect; see http/keyed.ts. */
const ANSWERS: Table = table(
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
    creata: `${MOMENT}!=now()`,
  },
  {
    key: ['id_utente', 'chiave', 'ambito'],
    constraints: ofAPerson('risposta_tenuta'),
    indexes: [plainIndex('risposta_tenuta', ['creata'])],
  },
);

/** A feed of planned work is a person's, known by the hash of its address. */
const FEEDS: Table = table(
  'calendario',
  'id_utente',
  {
    id_utente: 'integer!',
    hash: 'text!',
    inizio: 'text!',
    lingua: 'text!',
    creato: `${MOMENT}!=now()`,
    letto: MOMENT,
  },
  {
    constraints: ofAPerson('calendario'),
    indexes: [part(PREFIXES.unique, 'calendario', ['hash'], '(hash)')],
  },
);

/** What is known of the generation of periods and stands in no record. */
const PERIODS: Table[] = [
  // The one that is being made, told when it is done; and the one before it, for who stops it.
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
  // Earlier ones of which a maintenance at fault still misses something.
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
      data: `${MOMENT}!=now()`,
      modifiche: 'jsonb',
      // Of an act, which one, and what its sentence names.
      atto: 'text',
      valori: 'jsonb',
    },
    { indexes: [plainIndex('storico_modifiche', ['risorsa', 'id_record', 'id'])] },
  ),
  table('link_usato', 'jti', { jti: 'text!', usato: `${MOMENT}!=now()` }),
  // What is written and never read: settings, and the secrets of webhooks.
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
  // As it was sent, in base64.
  single('logo_impianto', { contenuto: 'text!', content_type: 'text!' }),
  // Written once, when the database is filled: a demo plant stays one.
  single('impianto', { demo: 'smallint!=0', creato: `${MOMENT}!=now()` }),
];

export const VERSIONS = 'officina_versione';

/** Written after each migration; the fingerprint is of the tables wanted, so that a start with nothing new is quick. */
export const VERSION_TABLE: Table = table(VERSIONS, 'id', {
  id: 'identity',
  versione: 'integer!',
  applicata: `${MOMENT}!=now()`,
  impronta: 'text!',
  sql: 'text!',
});

/** Credentials hang on people, stock on parts and warehouses; a set of entities without them, as in tests, has none. */
export function systemTables(tables: Table[]): Table[] {
  const there = new Set(tables.map(({ name }) => name));
  return [
    VERSION_TABLE,
    ...OTHERS,
    ...(there.has(PEOPLE) ? [...PERSONAL, ...COMING_IN, ANSWERS, FEEDS] : []),
    ...(STOCKED.every((name) => there.has(name)) ? STOCK : []),
    ...(there.has('manutenzione') ? PERIODS : []),
  ];
}

/** The one row of the licence: nothing is limited until somebody says so. */
export const FIRST_ROWS = ['insert into licenza default values on conflict do nothing'];
