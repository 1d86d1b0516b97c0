/** The demo plant with the names that tests of interventions use, and interventions created by users. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import type { Database } from '../../../server/database/engine.ts';
import { type Answer, type Client, type Plant, plant, type Visitor } from '../plant/plant.ts';

export const TECHNICIAN = 'tecnico@officina.example';
export const OTHER_TECHNICIAN = 'matteo.caruso@officina.example';
/** A technician of another site. */
export const FAR_TECHNICIAN = 'simone.fontana@officina.example';

export interface Workshop {
  demo: Plant;
  admin: Client;
  /** Ids by the codes of states, assets and types, and by mail addresses. */
  ids: Record<string, number>;
  /** Creates an intervention on FOL-L1-CF, open by default; throws on an unexpected reply. */
  raise(more?: Row, who?: Client): Promise<Row>;
  /** Sets a state directly in the table, as a starting point. */
  put(id: unknown, state: string, more?: Row): Promise<void>;
  /** Copies an intervention in the table, regardless of rules, with other values. Returns its id. */
  copied(original: number, more?: Row): Promise<number>;
  move(id: unknown, state: string, more?: Row, who?: Client): Promise<Answer>;
  set(codice: string, valore: string): Promise<void>;
  as(who: Visitor): Promise<Client>;
  /** Records the statements of a call. */
  statements(call: () => Promise<Answer>): Promise<{ answer: Answer; texts: string[] }>;
  close(): Promise<void>;
}

const STATES = ['AP', 'AS', 'IC', 'SO', 'CH', 'FA', 'AN', 'AR', 'CO'];
const ASSETS = ['FOL-L1-CF', 'FOL-L1-PR', 'FOL-L1', 'PAR-L1-CF', 'FOL-GF1'];
const TYPES = ['GUA', 'PRE', 'FERMO', '*'];
const CLASSES = ['STD', 'MEC', 'ELE', 'SIC'];
const PEOPLE = [
  TECHNICIAN,
  OTHER_TECHNICIAN,
  FAR_TECHNICIAN,
  'segnalatore@officina.example',
  'admin@officina.example',
];

const REMEMBERED = /left join credenziale|from mail_templates t join/;

const ofTheCall = new AsyncLocalStorage<string[]>();

/**
 * Records the statements of a call, without the start and end of its transaction, values cached for some seconds (the
 * user, mail templates) and other work of the server.
 */
export async function listened(database: Database, call: () => Promise<Answer>) {
  const texts: string[] = [];
  const note = (text: string): void => {
    if (ofTheCall.getStore() === texts && !REMEMBERED.test(text)) texts.push(text);
  };
  const { query, transaction } = database;
  const noting =
    <T>(act: (text: string, values?: unknown[]) => T) =>
    (text: string, values?: unknown[]): T => {
      note(text);
      return act(text, values);
    };
  database.query = noting(query) as typeof query;
  database.transaction = (work, options) =>
    transaction(
      (one) => work({ ...one, query: noting(one.query) as typeof query, send: noting(one.send) }),
      options,
    );
  try {
    return { answer: await ofTheCall.run(texts, call), texts };
  } finally {
    Object.assign(database, { query, transaction });
    // An enabled hook slows down every promise of the process.
    ofTheCall.disable();
  }
}

/** The same, for a call that must use the database. */
export async function watched(database: Database, call: () => Promise<Answer>) {
  const recorded = await listened(database, call);
  expect(recorded.texts, 'a call that says nothing is not watched').not.toHaveLength(0);
  return recorded;
}

/** Returns what a form sends for a new fault of the bottling line. */
export const fault = (ids: Record<string, number>, more: Row = {}): Row => ({
  id_oggetto: ids['FOL-L1-CF'],
  id_stato: ids.AP,
  id_tipo_guasto: ids.GUA,
  descrizione: 'Rumore anomalo',
  priorita: 2,
  ...more,
});

export async function workshop(more?: Parameters<typeof plant>[1]): Promise<Workshop> {
  const demo = await plant([], more);
  const admin = await demo.as('SUADMIN');
  const ids: Record<string, number> = {};
  const name = async (resource: string, column: string, codes: string[], prefix = '') => {
    for (const code of codes) ids[prefix + code] = await demo.idOf(resource, { [column]: code });
  };
  await name('stato', 'codice', STATES);
  await name('oggetto', 'codice', ASSETS);
  await name('odl/tipoGuasto', 'codice', TYPES);
  await name('odl/classe', 'codice', CLASSES, 'class ');
  await name('utente', 'mail', PEOPLE);
  return {
    demo,
    admin,
    ids,
    async raise(more = {}, who = admin) {
      const answer = await who.post('/odl/', fault(ids, more));
      expect(answer, JSON.stringify(answer.errors ?? answer.description)).toMatchObject({
        status: 200,
        result: 0,
      });
      return answer.data;
    },
    async put(id, state, more = {}) {
      const values: Row = { id_stato: ids[state], ...more };
      const sets = Object.keys(values).map((column, index) => `${column} = $${index + 2}`);
      await demo.database.query(`update odl set ${sets.join(', ')} where id = $1`, [
        id,
        ...Object.values(values),
      ]);
    },
    async copied(original, more = {}) {
      const { query } = demo.database;
      const { rows: columns } = await query<{ name: string }>(
        `select quote_ident(attname) as name from pg_attribute
         where attrelid = 'odl'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      );
      const names = columns.map(({ name }) => name).join(', ');
      const { rows } = await query<{ id: number }>(
        `insert into odl (${names}) select ${names} from (
           select (jsonb_populate_record(t, jsonb_build_object('id', n, 'codice', 'PROVA-' || n) || $2::jsonb)).*
           from odl t, nextval(pg_get_serial_sequence('odl', 'id')) n where t.id = $1) c returning id`,
        [original, JSON.stringify(more)],
      );
      return rows[0]!.id;
    },
    move: (id, state, more = {}, who = admin) => who.put(`/odl/${id}`, { id_stato: ids[state], ...more }),
    async set(codice, valore) {
      const answer = await admin.put(`/parametro/${await demo.idOf('parametro', { codice })}`, { valore });
      expect(answer.status, answer.description).toBe(200);
    },
    as: (who) => demo.as(who),
    statements: (call) => watched(demo.database, call),
    close: () => demo.close(),
  };
}
