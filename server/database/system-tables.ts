/** The tables that are nobody's entity: history, credentials, outbox, counters, licence, versions. */
import { type Column, foreignKey, PREFIXES, part, plainIndex, type Table } from './tables.ts';

type Columns = Record<string, string>;

/** 'integer!=0' is an integer that is not null, 0 when not said. */
const column = ([name, words]: [string, string]): Column => {
  const [, type, required, preset] = /^([^!=]+)(!?)(?:=(.*))?$/.exec(words)!;
  const identity = type === 'identity' || type === 'big identity';
  return {
    name,
    type: type === 'identity' ? 'integer' : type === 'big identity' ? 'bigint' : type!,
    identity,
    notNull: required === '!' || identity,
    default: preset,
  };
};

const table = (name: string, key: string, columns: Columns, parts: Partial<Table> = {}): Table => ({
  name,
  key: [key],
  columns: Object.entries(columns).map(column),
  constraints: [],
  indexes: [],
  ...parts,
});

const MOMENT = 'timestamp with time zone';
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
  table(
    'chiave_api',
    'id',
    {
      id: 'identity',
      id_utente: 'integer!',
      hash: 'text!',
      prefisso: 'text!',
      creata: `${MOMENT}!=now()`,
      revocata: MOMENT,
    },
    {
      constraints: ofAPerson('chiave_api'),
      indexes: [
        plainIndex('chiave_api', ['id_utente']),
        part(PREFIXES.unique, 'chiave_api', ['hash'], '(hash)'),
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
    },
    { indexes: [plainIndex('storico_modifiche', ['risorsa', 'id_record', 'id'])] },
  ),
  table('link_usato', 'jti', { jti: 'text!', usato: `${MOMENT}!=now()` }),
  table(
    'posta_in_uscita',
    'id',
    {
      id: 'identity',
      creata: `${MOMENT}!=now()`,
      destinatari: 'jsonb!',
      oggetto: 'text!',
      corpo: 'text!',
      stato: "text!='attesa'",
      tentativi: 'integer!=0',
      errore: 'text',
    },
    { indexes: [plainIndex('posta_in_uscita', ['id'], " where stato = 'attesa'")] },
  ),
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

/** Credentials hang on people; a set of entities without them, as in tests, has none. */
export const systemTables = (tables: Table[]): Table[] => [
  VERSION_TABLE,
  ...OTHERS,
  ...(tables.some(({ name }) => name === PEOPLE) ? PERSONAL : []),
];

/** The one row of the licence: nothing is limited until somebody says so. */
export const FIRST_ROWS = ['insert into licenza default values on conflict do nothing'];
