/**
 * The steps of the import dialog: read, map, dry run, import in the background, undo; left, resumed, interrupted,
 * continued.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { buildApp } from '../../../server/app.ts';
import { stagedRows } from '../../../server/capabilities/import/staging.ts';
import { type Cell, sheet, sheetsOf } from '../../files/workbooks.ts';
import { NIGHTLY } from '../../runner/nightly.ts';
import { settled } from '../plant/jobs.ts';
import { type Client, type Plant, plant } from '../plant/plant.ts';
import { sendFile, step, verdicts } from './uploads.ts';

let demo: Plant;
let admin: Client;
/** Part of the codes: a second try of a test must not find the rows of the first. */
let tries = 0;

const HEADERS = ['CODICE', 'DESCRIZIONE', 'CLASSE', 'ORGANIZZAZIONE', 'REPARTO', 'Matricola', 'CODICE_PADRE'];
const asset = (codice: string, more: Cell[] = ['M', null]): Cell[] => [
  codice,
  `Oggetto ${codice}`,
  'IMP',
  '*',
  '*',
  ...more,
];

async function read(rows: Cell[][], resource = 'oggetto'): Promise<Row & { id: number }> {
  const answer = await sendFile(admin, `/${resource}/importazione/`, await sheet(rows), {
    name: 'oggetti.xlsx',
  });
  expect(answer, answer.description).toMatchObject({ status: 200 });
  return answer.data;
}
const at = (id: number, what = ''): string => `/oggetto/importazione/${id}${what && `/${what}`}`;
/** Enough rows that other actions arrive in the middle of the import, even on fast machines. */
const LONG = NIGHTLY ? 3000 : 1000;
const count = (where: string) => demo.count(`oggetto where ${where} and canc = 0`);

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  await admin.post('/classe/', { codice: 'IMP', descrizione: 'Importati' });
});
afterAll(() => demo.close());

describe('a file that is read', () => {
  it('returns its columns, their proposed fields, and missing columns', async () => {
    const data = await read([
      ['Codice', 'descrizione', 'La classe', 'organizzazione', 'MATRICOLA', 'Altro', 'ESITO'],
      ['P-1', 'Pompa', 'IMP', '*', 'M-1', 7, 'vecchio'],
      ['P-2', 'Pompa due', 'IMP', '*', 'M-2', null, null],
    ]);
    expect(data).toMatchObject({
      tipo: 'importazione',
      fase: 'lettura',
      stato: 'fatto',
      totale: 2,
      nome_file: 'oggetti.xlsx',
      messaggio: 'Righe lette: 2',
    });
    expect(data.colonne).toMatchObject([
      { indice: 0, intestazione: 'Codice', campo: 'CODICE', esempi: ['P-1', 'P-2'] },
      { campo: 'DESCRIZIONE' },
      { intestazione: 'La classe', campo: null },
      { campo: 'ORGANIZZAZIONE' },
      { campo: 'Matricola' },
      { campo: null, esempi: ['7'] },
      { campo: null },
    ]);
    expect(data.mancanti).toEqual(['CLASSE', 'REPARTO']);
    expect(data.campi).toContainEqual({ campo: 'CLASSE', etichetta: 'Classe', obbligatorio: 1 });
    expect((await admin.get(at(data.id))).data).toMatchObject({
      nome_file: 'oggetti.xlsx',
      mancanti: ['CLASSE', 'REPARTO'],
    });
  });

  it('is mapped by hand where its heads differ', async () => {
    const { id } = await read([['Cod', 'Nome', 'Tipo', 'Org', 'Rep', 'Serie'], asset('P-3').slice(0, 6)]);
    const mappa = {
      0: 'CODICE',
      1: 'DESCRIZIONE',
      2: 'CLASSE',
      3: 'ORGANIZZAZIONE',
      4: 'REPARTO',
      5: 'Matricola',
    };
    const job = await step(admin, at(id, 'esegui'), { mappa });
    expect(job).toMatchObject({
      stato: 'fatto',
      fase: 'esecuzione',
      messaggio: 'Import terminato con successo',
      esito: { inserite: 1, errori: 0 },
    });
    expect(await count("codice = 'P-3'")).toBe(1);
  });

  it.each([
    [{ 0: 'NIENTE' }, 'non esiste'],
    [{ 99: 'CODICE' }, 'non esiste'],
    [{ 0: 'CODICE', 1: 'CODICE' }, 'Due colonne riempiono lo stesso campo: CODICE'],
    [{}, 'Nessuna intestazione'],
    [7, 'non esiste'],
    [{ 0: { a: 1 } }, 'non esiste'],
  ])('refuses the mapping %j', async (mappa, sentence) => {
    const { id } = await read([HEADERS, asset('P-4')]);
    const answer = await admin.post(at(id, 'prova'), { mappa }, { language: 'it' });
    expect(answer).toMatchObject({ status: 422, result: -1 });
    expect(answer.description).toContain(sentence);
  });
});

describe('a trial', () => {
  it('returns the result of every row, and writes nothing', async () => {
    await admin.post('/oggetto/', {
      codice: 'Q-0',
      descrizione: "C'era",
      id_classe: await demo.idOf('classe', { codice: 'IMP' }),
      id_organizzazione: 1,
      id_reparto: 1,
      campo_str1: 'M',
    });
    const before = [
      await demo.count('oggetto'),
      await demo.count('storico_modifiche'),
      await demo.count('oggetto_discendenza'),
    ];
    // More than a portion, parents last: rows above were rolled back with their own portion.
    const many = Array.from({ length: 60 }, (_, index) =>
      asset(`Q-${index + 1}`, ['M', index % 20 === 19 ? null : `Q-${index + 2}`]),
    );
    const { id } = await read([
      HEADERS,
      ...many,
      asset('Q-0', ['M', null]),
      asset('Q-99', [null, 'Q-1']),
      asset('Q-98', ['M', 'Q-99']),
    ]);
    const job = await step(admin, at(id, 'prova'));
    expect(job).toMatchObject({
      stato: 'fatto',
      fase: 'prova',
      fatto: 63,
      totale: 63,
      messaggio: 'Prova terminata. Righe che si possono importare: 61; righe errate: 2.',
      esito: { righe: 63, inserite: 60, aggiornate: 1, errori: 2 },
    });
    const rows = await verdicts(admin, 'oggetto', id);
    expect(rows[2]).toEqual(['inserita', '']);
    expect(rows[62]).toEqual(['aggiornata', '']);
    expect(rows[63]).toEqual(['errore', 'Matricola: Questo campo è obbligatorio']);
    expect(rows[64]).toEqual(['errore', 'CODICE_PADRE: Q-99, alla riga 63, non è stato importato']);
    expect([
      await demo.count('oggetto'),
      await demo.count('storico_modifiche'),
      await demo.count('oggetto_discendenza'),
    ]).toEqual(before);

    const { data, tot } = await admin.get(at(id, 'righe/?esito=errore&pag=1&max_rows=1'));
    expect(data).toHaveLength(1);
    expect(tot).toBe(2);
    expect(data[0].valori.slice(0, 2)).toEqual(['Q-99', 'Oggetto Q-99']);

    const done = await step(admin, at(id, 'esegui'));
    expect(done).toMatchObject({
      fase: 'esecuzione',
      esito: { inserite: 60, aggiornate: 1, errori: 2 },
      messaggio: expect.stringContaining('Import terminato con 2 errori.'),
    });
    expect(await verdicts(admin, 'oggetto', id)).toEqual(rows);
  });

  it('can be made again with another mapping', async () => {
    const { id } = await read([[...HEADERS.slice(0, 5), 'Altro'], asset('Q-200').slice(0, 6)]);
    expect(await step(admin, at(id, 'prova'))).toMatchObject({ esito: { errori: 1 } });
    const mappa = Object.fromEntries(
      [...HEADERS.slice(0, 5), 'Matricola'].map((head, index) => [index, head]),
    );
    expect(await step(admin, at(id, 'prova'), { mappa })).toMatchObject({
      esito: { inserite: 1, errori: 0 },
    });
  });
});

describe('an import', () => {
  it('runs in the background, shows its progress, and keeps its result', async () => {
    const { id } = await read([
      HEADERS,
      ...Array.from({ length: 400 }, (_, index) => asset(`R-${index}`)),
      asset('R-x', [null, null]),
    ]);
    const started = await admin.post(at(id, 'esegui'), {});
    expect(['attesa', 'in_corso']).toContain(started.data.stato);
    const seen = new Set<number>();
    let job: Row;
    do {
      // A caller without pauses would starve the engine.
      await new Promise((wait) => setTimeout(wait, 2));
      job = (await admin.get(`/lavoro/${id}`)).data;
      seen.add(job.fatto as number);
    } while (job.stato === 'attesa' || job.stato === 'in_corso');
    expect(seen.size).toBeGreaterThan(2);
    expect(job).toMatchObject({
      fatto: 401,
      totale: 401,
      file: expect.stringMatching(/^esito-import-oggetti-/),
    });
    expect((await admin.get('/lavoro/')).data[0]).toMatchObject({ id, stato: 'fatto', risorsa: 'oggetto' });

    const address = `/api/cmms/lavoro/${id}/file`;
    const file = await demo.app.server.inject({
      url: address,
      headers: { authorization: `Bearer ${await demo.token('SUADMIN')}`, 'accept-language': 'it' },
    });
    expect(file.headers['content-disposition']).toContain(job.file);
    const [result] = await sheetsOf(file.rawPayload);
    expect(result!.rows).toHaveLength(402);
    expect(result!.rows.at(-1)!.at(-1)).toBe('Errore. Matricola: Questo campo è obbligatorio');
  });

  it("is its owner's alone", async () => {
    const { id } = await read([HEADERS, asset('S-1')]);
    const other = await demo.as('SUPER');
    for (const path of [at(id), at(id, 'righe'), `/lavoro/${id}`, `/lavoro/${id}/file`])
      expect(await other.get(path)).toMatchObject({ status: 404 });
    for (const path of [
      at(id, 'prova'),
      at(id, 'esegui'),
      at(id, 'annulla-importazione'),
      `/lavoro/${id}/annulla`,
    ])
      expect(await other.post(path, {})).toMatchObject({ status: 404 });
    expect((await other.get('/lavoro/')).data).toEqual([]);
    // The import exists only at the address of its own entity.
    expect(await admin.post(`/magazzino/importazione/${id}/esegui`, {})).toMatchObject({ status: 404 });
  });

  it('is made once', async () => {
    const { id } = await read([HEADERS, asset('S-2')]);
    await step(admin, at(id, 'esegui'));
    for (const what of ['esegui', 'prova'])
      expect(await admin.post(at(id, what), {}, { language: 'it' })).toMatchObject({
        status: 409,
        description: "L'importazione è già stata eseguita. Per ripeterla inviare di nuovo il file.",
      });
    const { id: other } = await read([HEADERS, asset('S-3')]);
    expect(await admin.post(at(other, 'annulla-importazione'), {})).toMatchObject({ status: 409 });
  });

  it('can be stopped and continued', async () => {
    const code = tries++;
    const { id } = await read([
      HEADERS,
      ...Array.from({ length: LONG }, (_, index) => asset(`T-${code}-${index}`)),
    ]);
    await admin.post(at(id, 'esegui'), {});
    while ((await admin.get(`/lavoro/${id}`)).data.fatto === 0)
      await new Promise((wait) => setTimeout(wait, 5));
    expect((await admin.post(`/lavoro/${id}/annulla`, {})).status).toBe(200);
    const stopped = await settled(admin, id);
    const there = await count(`codice like 'T-${code}-%'`);
    expect(there).toBeGreaterThan(0);
    expect(there).toBeLessThan(LONG);
    expect(stopped).toMatchObject({
      stato: 'annullato',
      esito: { inserite: there },
      messaggio: `Import interrotto. Righe già salvate: ${there} su ${LONG}. Si può proseguire con le altre o annullare l'importazione.`,
    });
    expect(await admin.post(`/lavoro/${id}/annulla`, {})).toMatchObject({ status: 409 });
    expect(await step(admin, at(id, 'esegui'))).toMatchObject({ stato: 'fatto', esito: { inserite: LONG } });
    expect(await count(`codice like 'T-${code}-%'`)).toBe(LONG);
  });

  it('that another server has taken over is continued by that server only', async () => {
    const code = tries++;
    const { id } = await read([
      HEADERS,
      ...Array.from({ length: LONG }, (_, index) => asset(`TO-${code}-${index}`)),
    ]);
    await admin.post(at(id, 'esegui'), {});
    while ((await admin.get(`/lavoro/${id}`)).data.fatto === 0)
      await new Promise((wait) => setTimeout(wait, 5));
    await demo.database.query("update lavoro set esecutore = 'another' where id = $1", [id]);
    // After a loss, the user can start the next one.
    const { id: next } = await read([HEADERS, asset(`NEXT-${code}`)]);
    expect(await step(admin, at(next, 'esegui'))).toMatchObject({ stato: 'fatto' });
    expect(await count(`codice like 'TO-${code}-%'`)).toBeLessThan(LONG);
    const { rows } = await demo.database.query<Row>('select stato, esecutore from lavoro where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ stato: 'in_corso', esecutore: 'another' }]);
    await demo.database.query("update lavoro set stato = 'interrotto' where id = $1", [id]);
  });

  it('that a server left behind is marked, and can be continued', async () => {
    const { id } = await read([HEADERS, ...Array.from({ length: 10 }, (_, index) => asset(`U-${index}`))]);
    await step(admin, at(id, 'esegui'));
    // The state after a server was killed between two portions.
    await demo.database.query(
      `delete from oggetto_discendenza where discendente in (select id from oggetto where codice in ('U-8', 'U-9'))`,
    );
    await demo.database.query(`delete from oggetto where codice in ('U-8', 'U-9')`);
    await demo.database.query('update importazione_riga set esito = null where id_lavoro = $1 and riga > 9', [
      id,
    ]);
    await demo.database.query(
      `update lavoro set stato = 'in_corso', esecutore = 'a server that is no more', battito = now() - interval '1 minute', esito = null
       where id = $1`,
      [id],
    );
    const { database, schemas } = demo;
    await (await buildApp({ database, schemas, version: '1', site: 'none', folder: demo.folder })).close();
    expect((await admin.get(`/lavoro/${id}`, { language: 'it' })).data).toMatchObject({
      stato: 'interrotto',
      messaggio:
        "Import interrotto. Righe già salvate: 8 su 10. Si può proseguire con le altre o annullare l'importazione.",
    });
    expect(await step(admin, at(id, 'esegui'))).toMatchObject({
      stato: 'fatto',
      esito: { inserite: 10, errori: 0 },
    });
    expect(await count("codice like 'U-%'")).toBe(10);
  });

  it('whose end could not be written is marked too, by its own server', async () => {
    const { id } = await read([HEADERS, asset('U-20')]);
    const jobRow = async () =>
      (await demo.database.query<Row>('select stato, battito from lavoro where id = $1', [id])).rows[0]!;
    await demo.database.query(
      `alter table lavoro add constraint no_end check (id <> ${id} or stato <> 'fatto') not valid`,
    );
    try {
      await admin.post(at(id, 'esegui'), {});
      while ((await count("codice = 'U-20'")) === 0) await new Promise((wait) => setTimeout(wait, 20));
      await new Promise((wait) => setTimeout(wait, 1000));
      const beaten = await jobRow();
      expect(beaten.stato).toBe('in_corso');
      await new Promise((wait) => setTimeout(wait, 1000));
      expect(await jobRow()).toEqual(beaten);
      await demo.database.query(
        `update lavoro set battito = now() - make_interval(mins => 1) where id = $1`,
        [id],
      );
      expect(await settled(admin, id)).toMatchObject({
        stato: 'interrotto',
        messaggio: expect.stringContaining('Righe già salvate: 1 su 1.'),
      });
    } finally {
      await demo.database.query('alter table lavoro drop constraint no_end');
    }
  });

  it('writes nothing below a row deleted in the meantime', async () => {
    const { id: first } = await read([HEADERS, asset('ZP')]);
    await step(admin, at(first, 'esegui'));
    const parent = await demo.idOf('oggetto', { codice: 'ZP' });
    const { id } = await read([
      HEADERS,
      ...Array.from({ length: LONG }, (_, index) => asset(`ZF-${index}`, ['M', 'ZP'])),
    ]);
    await admin.post(at(id, 'esegui'), {});
    while ((await admin.get(`/lavoro/${id}`)).data.fatto === 0)
      await new Promise((wait) => setTimeout(wait, 5));
    expect((await admin.del(`/oggetto/${parent}`)).status).toBe(200);
    await settled(admin, id);
    const found = await verdicts(admin, 'oggetto', id);
    expect(found[2]![0]).toBe('inserita');
    expect(Object.values(found).at(-1)).toEqual(['errore', 'CODICE_PADRE: Nessun elemento ha il codice ZP']);
    expect(await count(`id_obj_padre = ${parent}`)).toBe(0);
    expect(await count("codice like 'ZF-%'")).toBe(0);
  });

  it('has a result that holds no connection while a slow client reads it', async () => {
    const { id } = await read([
      HEADERS,
      ...Array.from({ length: 1100 }, (_, index) => asset(`SL-${index}`, [null, null])),
    ]);
    const portions: number[][] = [];
    for await (const rows of stagedRows(demo.database, id)) {
      portions.push(rows.map(({ riga }) => riga));
      const { rows: open } = await demo.database.query("select name from pg_cursors where name <> ''");
      const { rows: others } = await demo.database.query(
        `select pid from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction' and query ~ 'importazione_riga|portions'`,
      );
      expect([open, others]).toEqual([[], []]);
    }
    expect(portions.map(({ length }) => length)).toEqual([500, 500, 100]);
    expect(portions.flat()).toEqual(Array.from({ length: 1100 }, (_, index) => index + 2));
  });

  it('that was waiting when the server ended is started by the next one', async () => {
    const { id } = await read([HEADERS, asset('V-1')]);
    const serverOf = async () =>
      (await demo.database.query<Row>('select esecutore from lavoro where id = $1', [id])).rows[0]!.esecutore;
    // The server of this plant goes on, and must not start it.
    const ended = await serverOf();
    await demo.database.query(
      `alter table lavoro add constraint no_start check (id <> ${id} or stato <> 'in_corso' or esecutore <> '${ended}') not valid`,
    );
    await demo.database.query(
      `update lavoro set stato = 'attesa', fase = 'esecuzione', accodato = now() where id = $1`,
      [id],
    );
    const { database, schemas } = demo;
    const next = await buildApp({ database, schemas, version: '1', site: 'none', folder: demo.folder });
    try {
      expect(await settled(admin, id)).toMatchObject({ stato: 'fatto', esito: { inserite: 1 } });
      expect(await serverOf()).not.toBe(ended);
    } finally {
      await next.close();
      await demo.database.query('alter table lavoro drop constraint no_start');
    }
  });

  it('stops if its user loses the right to import', async () => {
    const role = (await admin.get('/ruolo/?pag=-1')).data.find(
      (one: Row) => one.codice_famiglia_ruolo === 'SUPER',
    ).id;
    const { data: user } = await admin.post('/utente/', {
      nome: 'Va',
      cognome: 'Via',
      mail: 'via@officina.example',
      id_utente_ruolo: role,
      attivo: 1,
    });
    const { rows } = await demo.database.query<{ id: number }>(
      `insert into lavoro (tipo, fase, risorsa, id_utente, lingua, stato) values ('importazione', 'esecuzione', 'oggetto', $1, 'it', 'fatto') returning id`,
      [user.id],
    );
    await admin.put(`/utente/${user.id}`, { attivo: 0 });
    await demo.database.query(`update lavoro set stato = 'attesa' where id = $1`, [rows[0]!.id]);
    const { id } = await read([HEADERS, asset('V-2')]);
    await step(admin, at(id, 'esegui'));
    const { rows: after } = await demo.database.query('select stato, messaggio from lavoro where id = $1', [
      rows[0]!.id,
    ]);
    expect(after[0]).toMatchObject({
      stato: 'errore',
      messaggio: { it: "L'utente che ha richiesto l'operazione non è più attivo." },
    });
  });

  it('stops, and hides its result, if its user gets another role', async () => {
    const families = (await admin.get('/ruolo/?pag=-1')).data;
    const roleOf = (code: string) => families.find((one: Row) => one.codice_famiglia_ruolo === code).id;
    const planner = await demo.as('SUPER');
    const { data } = await sendFile(planner, '/oggetto/importazione/', await sheet([HEADERS, asset('V-3')]), {
      name: 'oggetti.xlsx',
    });
    await step(planner, at(data.id, 'prova'));
    expect((await planner.get(`/lavoro/${data.id}/file`)).status).toBe(200);
    const { rows } = await demo.database.query<{ id: number; role: number }>(
      "select id, id_utente_ruolo as role from utente where mail = 'admin@officina.example'",
    );
    const become = async (id_utente_ruolo: number) =>
      expect((await admin.put(`/utente/${rows[0]!.id}`, { id_utente_ruolo })).status).toBe(200);
    await become(roleOf('RIFTEC'));
    await demo.database.query(`update lavoro set stato = 'attesa', fase = 'esecuzione' where id = $1`, [
      data.id,
    ]);
    const { id: next } = await read([HEADERS, asset('V-4')]);
    await step(admin, at(next, 'esegui'));
    const { rows: after } = await demo.database.query('select stato, messaggio from lavoro where id = $1', [
      data.id,
    ]);
    expect(after[0]).toMatchObject({
      stato: 'errore',
      messaggio: { it: 'Il tuo ruolo non può eseguire questa operazione. Rivolgersi a un amministratore.' },
    });
    expect(await count("codice = 'V-3'")).toBe(0);
    await become(rows[0]!.role);
  });
});

describe('taking an import back', () => {
  const undo = (id: number) => step(admin, at(id, 'annulla-importazione'));

  it('removes added rows, children first, and restores changed ones', async () => {
    const { id: first } = await read([HEADERS, asset('W-0')]);
    await step(admin, at(first, 'esegui'));
    const before = (await admin.get('/oggetto/?filtro=W-0&searchExactCode=1')).data[0];
    const { id } = await read([
      [...HEADERS, 'NOTE', 'Modello'],
      asset('W-1', ['M', null]),
      asset('W-2', ['M', 'W-1']),
      ['W-0', 'Cambiato', null, null, null, 'M-nuova', 'W-2', 'una nota', 'un modello'],
    ]);
    expect(await step(admin, at(id, 'esegui'))).toMatchObject({ esito: { inserite: 2, aggiornate: 1 } });
    expect((await admin.get('/oggetto/?filtro=W-0&searchExactCode=1')).data[0]).toMatchObject({
      descrizione: 'Cambiato',
      cod_obj_padre: 'W-2',
    });
    expect(await undo(id)).toMatchObject({
      stato: 'fatto',
      fase: 'annullamento',
      esito: { annullate: 3, inserite: 0, aggiornate: 0 },
      messaggio:
        'Importazione annullata. Righe ripristinate: 3; lasciate perché cambiate o usate nel frattempo: 0.',
    });
    expect(await count("codice in ('W-1', 'W-2')")).toBe(0);
    const { versione: _one, data_ultima_mod: _two, ...rest } = before;
    expect((await admin.get('/oggetto/?filtro=W-0&searchExactCode=1')).data[0]).toMatchObject(rest);
  });

  it('keeps rows changed or used since, and lists them', async () => {
    const { id } = await read([HEADERS, asset('X-1'), asset('X-2'), asset('X-3'), asset('X-4')]);
    await step(admin, at(id, 'esegui'));
    const idOf = (codice: string) => demo.idOf('oggetto', { codice });
    await admin.put(`/oggetto/${await idOf('X-1')}`, { descrizione: 'Mia' });
    await admin.post('/oggetto/', {
      codice: 'X-9',
      descrizione: 'Sotto',
      id_obj_padre: await idOf('X-2'),
      id_classe: await demo.idOf('classe', { codice: 'IMP' }),
      id_organizzazione: 1,
      id_reparto: 1,
      campo_str1: 'M',
    });
    await admin.del(`/oggetto/${await idOf('X-3')}`);
    expect(await undo(id)).toMatchObject({ esito: { annullate: 1, inserite: 3 } });
    const rows = await verdicts(admin, 'oggetto', id);
    expect(rows[2]![1]).toMatch(/^Modificato dopo l'importazione da .+ il .+: resta com'è\.$/);
    expect(rows[3]![1]).toBe("L'elemento nel frattempo è stato usato: Oggetti.");
    expect(rows[4]![1]).toBe("L'elemento non esiste più.");
    expect(rows[5]).toEqual(['annullata', '']);
    expect(await count("codice in ('X-1', 'X-2', 'X-9')")).toBe(3);
    expect(await count("codice = 'X-4'")).toBe(0);
    // Without the obstacle, the rest can be undone too.
    await admin.del(`/oggetto/${await idOf('X-9')}`);
    expect(await undo(id)).toMatchObject({ esito: { annullate: 2, inserite: 2 } });
    expect(await count("codice = 'X-2'")).toBe(0);
  });
});

describe("an import and its entity's access", () => {
  it.each(['RESP', 'RIFTEC'] as const)(
    'is closed to %s [asset-import-admin, part-admin, user-import-admin]',
    async (who) => {
      const client = await demo.as(who);
      const bytes = await sheet([HEADERS, asset('Y-1')]);
      for (const resource of ['oggetto', 'ricambio', 'magazzino', 'utente']) {
        for (const path of [`/${resource}/templatexls/`, `/${resource}/importazione/`])
          expect(await sendFile(client, path, bytes)).toMatchObject({ status: 403, result: -1 });
        expect(await client.get(`/${resource}/templatexls/`)).toMatchObject({ status: 403 });
      }
      expect(await count("codice = 'Y-1'")).toBe(0);
    },
  );
});
