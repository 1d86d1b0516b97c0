/** One of every row linked to interventions or configuring them, and then nineteen more. */
import { expect } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { ident } from '../../../server/database/sql.ts';
import { png } from '../../files/sample-files.ts';
import { drawn } from '../../files/signature.ts';
import { send } from '../documents/records.ts';
import type { Answer } from '../plant/plant.ts';
import type { Works } from './works.ts';

export const MANY = 20;

/** The first row of each table, and other parameters of addresses. */
export type Ids = Record<string, number | string>;

export const done = (answer: Answer): Row => {
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200, result: 0 });
  return answer.data;
};

export async function oneOfEverything(plant: Works): Promise<Ids> {
  const ids: Ids = { tecnico: 'tecnico' };
  const { admin, demo } = plant;
  const { database } = demo;
  await database.query('delete from controllo');
  await database.query('delete from camporeport');
  const post = async (path: string, body: object): Promise<Row> => done(await admin.post(path, body));
  const several = await demo.idOf('parametro', { codice: 'FollowupAllowMulti' });
  done(await admin.put(`/parametro/${several}`, { valore: '1' }));
  const put = async (table: string, path: string, body: object, key = 'id'): Promise<void> => {
    ids[table] = (await post(path, body))[key] as number;
  };
  await put('odl_documento_cartella', '/odl/documento/cartella/', { nome: 'Una' });
  await put('odl_classe', '/odl/classe/', { codice: 'UNA', descrizione: 'Una' });
  await put('odl_tipoguasto', '/odl/tipoGuasto/', { codice: 'UNO', descrizione: 'Uno' });
  await put('odl_campo', '/odl/campo/', {
    id_classe: ids.odl_classe,
    campo_tabella: 'campo_file1',
    label: 'Foto',
    id_cartella: ids.odl_documento_cartella,
  });
  await put(
    'camporeport',
    '/camporeport/',
    {
      id_classe_intervento: ids.odl_classe,
      provenienza: 1,
      campo: 'data_ordine',
      ordine: 1,
    },
    'id_campo_report_interventi',
  );
  await put('checklist', '/checklist/', { descrizione: 'Una' });
  await put('checklist_voce', '/checklist/voce/', { descrizione: 'Una' });
  await put(
    'checklist_relazione',
    '/checklist/relazione/',
    {
      id_checklist: ids.checklist,
      id_voce: ids.checklist_voce,
      obbligatoria: '0',
      ordine: 1,
    },
    'id_relazione',
  );
  await put('stato', '/stato/', {
    codice: 'UNO',
    descrizione: 'Uno',
    id_tipo_stato_odl: 3,
    permetti_followup: 1,
  });
  const [open, assigned] = await Promise.all(['AP', 'AS'].map((codice) => demo.idOf('stato', { codice })));
  await put('stato_struttura', '/stato/struttura/', {
    id_stato_padre: assigned,
    id_stato: ids.stato,
    id_ruolo: -1,
    id_tipo_intervento: -1,
  });
  Object.assign(ids, { open, assigned, oggetto: plant.machine });
  ids.odl = await plant.order({ id_tecnico: plant.ids.RIFTEC, id_classe_intervento: ids.odl_classe });
  const below = `/odl/${ids.odl}`;
  done(await admin.put(below, { id_checklist: ids.checklist }));
  ids.odl_checklist = (done(await admin.get(`${below}/checklist/`)) as unknown as Row[])[0]!.id as number;
  const kind = await demo.idOf('costo/tipo-costo', { descrizione: 'Manodopera' });
  const line = { descrizione: 'x', tipo: kind, quantita: 1, costo: 2, flag: 1 };
  await put('odl_costo', `${below}/costo/`, line);
  await put('commento', `/commento/intervento/${ids.odl}`, { testo: 'x' });
  const warehouse = await plant.warehouse();
  ids.magazzino = warehouse;
  ids.ricambio = await plant.part();
  for (let index = 1; index <= MANY; index++) {
    const part = index === 1 ? (ids.ricambio as number) : await plant.part();
    done(await plant.move(part, warehouse, 100));
  }
  await put('prenotazione', `${below}/prenotazione/`, { id_ricambio: ids.ricambio, quantita: 1 });
  const taken = { id_ricambio: ids.ricambio, quantita: -1, id_magazzino: warehouse, ubicazione_lotto: '-' };
  await put('odl_prelievo', `${below}/ricambio/`, taken, 'id_prelievo');
  const folder = `?idCartella=${ids.odl_documento_cartella}`;
  const file = async (path: string): Promise<number> =>
    done(await send(admin, `${path}/documento/${folder}`, [['una.png', png()]])).id as number;
  ids.odl_documento = await file(below);
  ids.odl_checklist_documento = await file(`/odl/checklist/${ids.odl_checklist}`);
  await database.query('update odl set campo_file1 = $2 where id = $1', [ids.odl, ids.odl_documento]);
  done(await send(admin, `/rapportini/firme/tecnico/odl/${ids.odl}`, [['firma.png', drawn()]], 'signature'));
  const requireReport = (flag: 0 | 1) =>
    database.query('update stato set richiedi_firma_rapportino = $2 where id = $1', [ids.stato, flag]);
  await requireReport(1);
  ids.codice = done(await admin.post(`/rapportini/odl/${ids.odl}/stato/${ids.stato}`, {})).codice as string;
  await requireReport(0);
  const noted = await plant.one(
    "insert into odl_errore (id_odl, tipo, errore) values ($1, 'altro', 'x') returning id",
    [ids.odl],
  );
  ids.odl_errore = noted.id as number;
  ids.odl_storico = (await plant.one('select min(id) as id from odl_storico where id_odl = $1', [ids.odl]))
    .id as number;
  ids.rapportini = (await plant.one('select id from rapportini where id_odl = $1', [ids.odl])).id as number;
  return ids;
}

/** Copies a row several times; `but` contains SQL expressions for differences, with n as counter. */
async function again(
  { demo: { database } }: Works,
  ids: Ids,
  table: string,
  but: Record<string, string> = {},
  times = MANY - 1,
): Promise<void> {
  const { rows } = await database.query<{ name: string; key: boolean }>(
    `select a.attname as name, a.attidentity <> '' as key from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [table],
  );
  const key = rows.find((column) => column.key)!.name;
  const names = rows.filter((column) => !column.key).map(({ name }) => name);
  const author = '(select array_agg(id order by id) from utente where sys = 0)[1 + n % 4]';
  const values = names.map((name) => but[name] ?? (name === 'id_usr_ins' ? author : `t.${ident(name)}`));
  await database.query(
    `insert into ${ident(table)} (${names.map(ident).join(', ')}) select ${values.join(', ')}
     from ${ident(table)} t, generate_series(1, ${times}) n where t.${ident(key)} = $1`,
    [ids[table]],
  );
}

/** Adds nineteen rows to everything, with as many authors. */
export async function crowd(plant: Works, ids: Ids): Promise<void> {
  const more = (table: string, but?: Record<string, string>, times?: number) =>
    again(plant, ids, table, but, times);
  const part = `(select id from ricambio where codice like 'R-%' order by id desc offset n - 1 limit 1)`;
  await more('odl_costo');
  await more('commento');
  await more('odl_errore');
  await more('odl_storico');
  await more('odl_documento');
  await more('odl_checklist_documento');
  await more('odl_checklist', { id_voce: 'null' });
  await more('prenotazione', { id_ricambio: part });
  await more('odl_prelievo', { id_ricambio: part, id_prenotazione: 'null' });
  await more('rapportini', { passaggio: 'n + 1', codice: "'AAAAA-' || lpad(n::text, 5, '0')" });
  await more('odl', { codice: "'ODL-N-' || n", id_intervento_originale: `${ids.odl}` });
  await more('camporeport', { campo: "(array['codice', 'descrizione', 'note', 'data_inizio'])[1 + n % 4]" });
  for (const table of ['odl_classe', 'odl_tipoguasto', 'stato']) await more(table, { codice: "'N' || n" });
  await more('odl_documento_cartella', { nome: "'N' || n" });
  await more('odl_campo', { campo_tabella: "'campo_file' || (1 + n)" }, 2);
  await plant.demo.database.query('update odl set campo_file2 = campo_file1, campo_file3 = campo_file1');
  await more('checklist');
  await more('checklist_voce', { descrizione: "'N' || n" });
  await more('checklist_relazione', {
    id_voce: "(select id from checklist_voce where descrizione = 'N' || n)",
  });
  await more('stato_struttura', { id_stato: "(select id from stato where codice = 'N' || n)" });
  await plant.demo.database.query(
    `insert into storico_modifiche (risorsa, id_record, operazione, id_utente, utente, modifiche)
     select risorsa, id_record, operazione, id_utente, utente, modifiche from storico_modifiche, generate_series(1, 19)`,
  );
}
