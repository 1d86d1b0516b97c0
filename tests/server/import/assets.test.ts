/** Assets imported by the documented call: reading, writing, reported faults. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { type Cell, sheet } from '../../files/workbooks.ts';
import { type Client, type Plant, plant } from '../plant/plant.ts';
import { type Imported, importAll } from './uploads.ts';

let demo: Plant;
let admin: Client;
const classes: Record<string, number> = {};

type Cells = Record<string, Cell>;
const COMMON: Cells = { CLASSE: 'IMP', ORGANIZZAZIONE: '*', REPARTO: '*', Matricola: 'M-1' };

/** The headers are those that any row fills. */
async function imported(rows: Cells[], language?: 'it' | 'en', client = admin): Promise<Imported> {
  const whole = rows.map((row): Cells => ({ DESCRIZIONE: `Oggetto ${row.CODICE}`, ...COMMON, ...row }));
  const headers = [...new Set(whole.flatMap((row) => Object.keys(row)))];
  const cells = whole.map((row) => headers.map((head) => row[head] ?? null));
  return importAll(client, 'oggetto', await sheet([headers, ...cells]), { language });
}

const asset = async (codice: string): Promise<Row> => {
  const { data } = await admin.get(`/oggetto/?filtro=${codice}&searchExactCode=1`);
  expect(data).toHaveLength(1);
  return (await admin.get(`/oggetto/${data[0].id}`)).data;
};
const absent = async (codice: string): Promise<boolean> =>
  (await demo.count(`oggetto where codice = '${codice}' and canc = 0`)) === 0;

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  for (const codice of ['IMP', 'SOPRA', 'SOTTO', 'FUORI'])
    classes[codice] = (await admin.post('/classe/', { codice, descrizione: `Classe ${codice}` })).data.id;
  for (const id_classe of [classes.SOTTO, classes.IMP])
    await admin.post('/classe/struttura/', { id_classe, id_classe_padre: classes.SOPRA });
  const fields = [
    { id_classe: classes.IMP, campo_tabella: 'campo_float5', label: 'Portata massima' },
    { id_classe: classes.IMP, campo_tabella: 'campo_int5', label: 'Pezzi' },
    { id_classe: classes.IMP, campo_tabella: 'campo_boolean5', label: 'Verificato' },
    { id_classe: classes.IMP, campo_tabella: 'campo_timestamp5', label: 'Ultimo avvio' },
    { id_classe: classes.IMP, campo_tabella: 'campo_date5', label: 'Scadenza' },
    { id_classe: classes.IMP, campo_tabella: 'campo_str5', label: 'Colore' },
    { id_classe: classes.SOTTO, campo_tabella: 'campo_str6', label: 'Colore' },
    { id_classe: classes.IMP, campo_tabella: 'campo_str7', label: 'Note' },
    { id_classe: classes.IMP, campo_tabella: 'campo_str8', label: 'Sola lettura', editabile: 0 },
  ];
  for (const field of fields) {
    const answer = await admin.post('/oggetto/campo/', {
      visibile: 1,
      editabile: 1,
      obbligatorio: 0,
      ordine: 99,
      ...field,
    });
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 });
  }
});
afterAll(() => demo.close());

describe('rows', () => {
  it('become assets, and are repeated with a column ESITO', async () => {
    const { errors, outcome, filename, rows } = await imported([
      { CODICE: 'A-1', NOTE: 'Prima nota', DISMESSO: 'No', DATA_INSTALLAZIONE: new Date('2024-03-15') },
      { CODICE: 'A-2' },
    ]);
    expect(outcome).toEqual({ 'A-1': 'Inserita', 'A-2': 'Inserita' });
    expect(errors).toBe(0);
    expect(filename).toMatch(/^esito-import-oggetti-\d{4}-\d\d-\d\d\.xlsx$/);
    expect(rows[0]!.at(-1)).toBe('ESITO');
    expect(rows[1]).toContain('Prima nota');
    expect(await asset('A-1')).toMatchObject({
      descrizione: 'Oggetto A-1',
      id_classe: classes.IMP,
      note: 'Prima nota',
      dismesso: 0,
      data_installazione: '2024-03-15',
      campo_str1: 'M-1',
    });
  });

  it('that are valid are saved, and the others are reported, each with its column', async () => {
    const { errors, outcome } = await imported([
      { CODICE: 'B-1' },
      { CODICE: 'B-2', DESCRIZIONE: null },
      { CODICE: 'B-3', Matricola: null },
      { CODICE: 'B-4', NOTE: 'n'.repeat(501) },
      { CODICE: 'B-5', CLASSE: 'NIENTE' },
    ]);
    expect(errors).toBe(4);
    expect(outcome).toEqual({
      'B-1': 'Inserita',
      'B-2': 'Errore. DESCRIZIONE: Questo campo è obbligatorio',
      'B-3': 'Errore. Matricola: Questo campo è obbligatorio',
      'B-4': 'Errore. NOTE: Valore troppo lungo',
      'B-5': 'Errore. CLASSE: Nessun elemento ha il codice NIENTE',
    });
    expect(await asset('B-1')).toMatchObject({ descrizione: 'Oggetto B-1' });
    for (const codice of ['B-2', 'B-3', 'B-4', 'B-5']) expect(await absent(codice)).toBe(true);
  });

  it('are reported in English to users who read English', async () => {
    const { outcome } = await imported([{ CODICE: 'B-6', NOTE: 'n'.repeat(501) }], 'en');
    expect(outcome).toEqual({ 'B-6': 'Error. NOTE: Value too long' });
  });

  it('with an existing code update the record, whatever its case; empty cells change nothing', async () => {
    await imported([{ CODICE: 'C-1', NOTE: 'resta', DATA_INSTALLAZIONE: '01/02/2020' }]);
    const before = await asset('C-1');
    const changed = await imported([{ CODICE: 'c-1', DESCRIZIONE: 'Nuova', NOTE: null }]);
    expect(changed.outcome).toEqual({ 'c-1': 'Aggiornata' });
    expect(await asset('C-1')).toMatchObject({
      id: before.id,
      codice: 'C-1',
      descrizione: 'Nuova',
      note: 'resta',
      data_installazione: '2020-02-01',
      versione: (before.versione as number) + 1,
    });
    const again = await imported([{ CODICE: 'C-1', DESCRIZIONE: 'Nuova' }]);
    expect(again.outcome).toEqual({ 'C-1': 'Invariata' });
    expect((await asset('C-1')).versione).toBe((before.versione as number) + 1);
  });

  it('leave their history', async () => {
    await imported([{ CODICE: 'C-2' }]);
    await imported([{ CODICE: 'C-2', DESCRIZIONE: 'Altra' }]);
    const { data } = await admin.get(`/oggetto/${(await asset('C-2')).id}/storico/`);
    expect(data.map(({ operazione }: Row) => operazione)).toEqual(['update', 'create']);
    expect(data[0].modifiche).toEqual([{ campo: 'descrizione', da: 'Oggetto C-2', a: 'Altra' }]);
  });
});

describe('values', () => {
  it.each([
    ['a day typed the Italian way', '29/03/2026', '2026-03-29'],
    ['one with a short year', '1.2.26', '2026-02-01'],
    ['one as computers write it', '2026-03-29', '2026-03-29'],
    ['a day of the spreadsheet', new Date('2026-03-29'), '2026-03-29'],
    ['the number that a day is', 46110, '2026-03-29'],
  ])('read %s', async (_, cell, stored) => {
    expect((await imported([{ CODICE: 'D-1', Scadenza: cell }])).errors).toBe(0);
    expect(await asset('D-1')).toMatchObject({ campo_date5: stored });
  });

  it.each([
    ['a number with points and a comma', '1.234,56', 'it', 1234.56],
    ['one the English way', '1,234.56', 'en', 1234.56],
    ['a comma alone', '12,5', 'it', 12.5],
    ['a point alone', '12.5', 'it', 12.5],
    ['a point for thousands', '12.500', 'it', 12_500],
    ['a number', 12.25, 'it', 12.25],
    ['minus zero', '-0', 'it', 0],
  ] as const)('read %s', async (_, cell, language, stored) => {
    expect(await imported([{ CODICE: 'D-2', 'Portata massima': cell }], language)).toMatchObject({
      errors: 0,
    });
    expect(await asset('D-2')).toMatchObject({ campo_float5: stored });
  });

  it.each([
    ['Portata massima', '1e309', 'Serve un numero'],
    ['Portata massima', '0,005', 'Sono ammessi al massimo due decimali'],
    ['Portata massima', 'molto', 'Serve un numero'],
    ['Portata massima', '1,2,3', 'Serve un numero'],
    ['Pezzi', '1,5', 'Serve un numero intero'],
    ['Scadenza', '31/02/2026', 'Serve una data, per esempio 29/03/2026'],
    ['Scadenza', 2026, 'Serve una data, per esempio 29/03/2026'],
    ['Ultimo avvio', 'ieri', "Servono una data e un'ora, per esempio 29/03/2026 08:30"],
    ['Verificato', 'forse', 'Serve Sì oppure No'],
  ])('refuse %s %s', async (head, cell, sentence) => {
    const { outcome } = await imported([{ CODICE: 'D-3', [head]: cell }]);
    expect(outcome).toEqual({ 'D-3': `Errore. ${head}: ${sentence}` });
    expect(await absent('D-3')).toBe(true);
  });

  it('of a moment are read on the clock of the plant', async () => {
    expect((await imported([{ CODICE: 'D-4', 'Ultimo avvio': '29/07/2026 08:30' }])).errors).toBe(0);
    expect(await asset('D-4')).toMatchObject({ campo_timestamp5: '2026-07-29T06:30:00.000Z' });
    expect((await imported([{ CODICE: 'D-4', 'Ultimo avvio': '2026-07-29T08:30:00Z' }])).errors).toBe(0);
    expect(await asset('D-4')).toMatchObject({ campo_timestamp5: '2026-07-29T08:30:00.000Z' });
  });

  it.each(['Sì', 'si', 'x', '1', 1, true, 'Yes', 'VERO'])('that mean yes: %s', async (cell) => {
    await imported([{ CODICE: 'D-5', Verificato: 'No' }]);
    expect((await imported([{ CODICE: 'D-5', Verificato: cell }])).errors).toBe(0);
    expect(await asset('D-5')).toMatchObject({ campo_boolean5: 1 });
  });

  it('that are numbers are codes where a code is meant', async () => {
    const { outcome } = await imported([{ CODICE: 90_123 }, { CODICE: 1e20 }]);
    expect(Object.values(outcome)).toEqual([
      'Inserita',
      'Errore. CODICE: Il numero ha più cifre di quante il foglio ne conservi: scrivere la cella come testo',
    ]);
    expect(await asset('90123')).toMatchObject({ codice: '90123' });
  });
});

describe('codes', () => {
  it('find their references by code or full name', async () => {
    const { outcome } = await imported([
      { CODICE: 'E-1', CLASSE: 'imp' },
      { CODICE: 'E-2', CLASSE: 'Classe IMP' },
      { CODICE: 'E-3', REPARTO: 'Tutti i reparti' },
    ]);
    expect(outcome).toEqual({ 'E-1': 'Inserita', 'E-2': 'Inserita', 'E-3': 'Inserita' });
  });

  it('cannot refer to deleted records', async () => {
    const { data } = await admin.post('/classe/', { codice: 'VIA', descrizione: 'Via' });
    await admin.del(`/classe/${data.id}`);
    const { outcome } = await imported([{ CODICE: 'E-4', CLASSE: 'VIA' }]);
    expect(outcome).toEqual({ 'E-4': 'Errore. CLASSE: Nessun elemento ha il codice VIA' });
  });

  it("out of the user's scope are unknown, and so are references to such records", async () => {
    await imported([{ CODICE: 'E-5', ORGANIZZAZIONE: '*', REPARTO: '*' }]);
    const { data: organisation } = await admin.post('/organizzazione/', {
      codice: 'ALTROVE',
      descrizione: 'Altrove',
    });
    await admin.post('/oggetto/', {
      codice: 'E-6',
      descrizione: 'Altrove',
      id_classe: classes.IMP,
      id_organizzazione: organisation.id,
      id_reparto: 1,
      campo_str1: 'x',
    });
    const limited = await limitedAdmin();
    const { outcome } = await imported(
      [
        { CODICE: 'E-6', ORGANIZZAZIONE: null, REPARTO: null },
        { CODICE: 'E-7', ORGANIZZAZIONE: 'ALTROVE' },
      ],
      'it',
      limited,
    );
    expect(outcome).toEqual({
      'E-6': "Errore. L'organizzazione o il reparto non sono fra i tuoi.",
      'E-7': 'Errore. ORGANIZZAZIONE: Nessun elemento ha il codice ALTROVE',
    });
  });
});

/** Creates an administrator of one organisation. */
async function limitedAdmin(): Promise<Client> {
  const role = (await admin.get('/ruolo/?pag=-1')).data.find(
    (one: Row) => one.codice_famiglia_ruolo === 'SUPER',
  ).id;
  const mail = 'limitato@officina.example';
  const { data: user } = await admin.post('/utente/', {
    nome: 'Un',
    cognome: 'Limitato',
    mail,
    id_utente_ruolo: role,
    attivo: 1,
  });
  const { data: organisation } = await admin.post('/organizzazione/', {
    codice: 'SUA',
    descrizione: 'La sua',
  });
  await admin.post(`/utente/${user.id}/organizzazione/`, { id_organizzazione: organisation.id });
  await admin.post(`/utente/${user.id}/reparto/`, { id_reparto: 1 });
  return demo.asUser(mail);
}

describe('the tree', () => {
  const above = (CODICE: string, CODICE_PADRE: string | null, more: Cells = {}): Cells => ({
    CODICE,
    CODICE_PADRE,
    CLASSE: 'FUORI',
    ...more,
  });

  it('is built even if a parent comes later in the file', async () => {
    const { outcome } = await imported([above('F-3', 'F-2'), above('F-2', 'f-1'), above('F-1', null)]);
    expect(outcome).toEqual({ 'F-1': 'Inserita', 'F-2': 'Inserita', 'F-3': 'Inserita' });
    expect(await asset('F-3')).toMatchObject({ cod_obj_padre: 'F-2' });
    expect(await asset('F-2')).toMatchObject({ cod_obj_padre: 'F-1' });
  });

  it('accepts existing parents', async () => {
    expect((await imported([above('F-4', 'F-3')])).outcome).toEqual({ 'F-4': 'Inserita' });
    expect(await asset('F-4')).toMatchObject({ cod_obj_padre: 'F-3' });
  });

  it('has no circles', async () => {
    const { outcome, errors } = await imported([
      above('G-1', 'G-3'),
      above('G-2', 'G-1'),
      above('G-3', 'G-2'),
      above('G-4', 'G-4'),
      above('G-5', 'G-1'),
      above('G-6', null),
    ]);
    expect(errors).toBe(5);
    expect(outcome).toMatchObject({
      'G-1': 'Errore. CODICE_PADRE: La gerarchia è circolare: G-1 → G-3 → G-2 → G-1',
      'G-4': 'Errore. CODICE_PADRE: La gerarchia è circolare: G-4 → G-4',
      'G-6': 'Inserita',
    });
    expect(outcome['G-5']).toContain('circolare');
  });

  it('refuses circles that existing rows would close', async () => {
    await imported([above('H-1', null), above('H-2', 'H-1')]);
    const { outcome } = await imported([above('H-1', 'H-2', { DESCRIZIONE: 'Giro' })]);
    expect(outcome['H-1']).toMatch(/^Errore\. .*sotto sé stesso/);
    expect(await asset('H-1')).toMatchObject({ id_obj_padre: null, descrizione: 'Oggetto H-1' });
  });

  it('can be turned over in one file', async () => {
    await imported([above('I-1', null), above('I-2', 'I-1')]);
    await imported([above('I-3', null)]);
    const { outcome } = await imported([above('I-2', 'I-3'), above('I-1', 'I-2')]);
    expect(outcome).toEqual({ 'I-2': 'Aggiornata', 'I-1': 'Aggiornata' });
    expect(await asset('I-1')).toMatchObject({ cod_obj_padre: 'I-2' });
    expect(await asset('I-2')).toMatchObject({ cod_obj_padre: 'I-3' });
  });

  it('refuses children of rows that were refused', async () => {
    const { outcome } = await imported([
      above('J-1', null, { Matricola: null }),
      above('J-2', 'J-1'),
      above('J-3', 'J-2'),
      above('J-4', 'MAI'),
    ]);
    expect(outcome).toEqual({
      'J-1': 'Errore. Matricola: Questo campo è obbligatorio',
      'J-2': 'Errore. CODICE_PADRE: J-1, alla riga 2, non è stato importato',
      'J-3': 'Errore. CODICE_PADRE: J-2, alla riga 3, non è stato importato',
      'J-4': 'Errore. CODICE_PADRE: Nessun elemento ha il codice MAI',
    });
  });

  it("accepts children of existing rows, even if the parent's own row is refused", async () => {
    await imported([above('J-5', null)]);
    const { outcome } = await imported([above('J-5', null, { NOTE: 'n'.repeat(501) }), above('J-6', 'J-5')]);
    expect(outcome['J-5']).toMatch(/^Errore/);
    expect(outcome['J-6']).toBe('Inserita');
  });

  it('accepts only classes allowed below the class of the parent', async () => {
    const { outcome } = await imported([
      above('K-1', null, { CLASSE: 'SOPRA' }),
      above('K-2', 'K-1', { CLASSE: 'SOTTO' }),
      above('K-3', 'K-2', { CLASSE: 'SOTTO' }),
    ]);
    expect(outcome['K-2']).toBe('Inserita');
    expect(outcome['K-3']).toMatch(/^Errore\. CLASSE: La struttura delle classi non ammette/);
  });
});

describe('a repeated code', () => {
  it('is accepted once', async () => {
    const { outcome, errors, rows } = await imported([
      { CODICE: 'L-1' },
      { CODICE: 'L-2' },
      { CODICE: 'l-1', DESCRIZIONE: 'Doppia' },
    ]);
    expect(errors).toBe(1);
    expect(outcome['l-1']).toBe('Errore. CODICE: Lo stesso valore è già alla riga 2');
    expect(rows).toHaveLength(4);
    expect(await asset('L-1')).toMatchObject({ descrizione: 'Oggetto L-1' });
  });
});

describe('custom fields', () => {
  it('come by their labels, and with their class where two classes call different fields alike', async () => {
    const { outcome } = await imported([
      { CODICE: 'M-1', Pezzi: 7, 'Colore (IMP)': 'rosso' },
      { CODICE: 'M-2', CLASSE: 'SOTTO', 'Colore (SOTTO)': 'verde' },
    ]);
    expect(outcome).toEqual({ 'M-1': 'Inserita', 'M-2': 'Inserita' });
    expect(await asset('M-1')).toMatchObject({ campo_int5: 7, campo_str5: 'rosso' });
    expect(await asset('M-2')).toMatchObject({ campo_str6: 'verde' });
  });

  it('with equal headers are distinguished by the class of the row', async () => {
    await imported([
      { CODICE: 'M-3', Colore: 'blu' },
      { CODICE: 'M-4', CLASSE: 'SOTTO', Colore: 'nero' },
    ]);
    expect(await asset('M-3')).toMatchObject({ campo_str5: 'blu' });
    expect(await asset('M-4')).toMatchObject({ campo_str6: 'nero' });
  });

  it('are not mistaken for a column of the same name', async () => {
    await imported([{ CODICE: 'M-5', NOTE: 'la nota', 'Note (IMP)': 'il campo' }]);
    expect(await asset('M-5')).toMatchObject({ note: 'la nota', campo_str7: 'il campo' });
  });

  it('of another class are refused', async () => {
    const { outcome } = await imported([{ CODICE: 'M-6', CLASSE: 'SOTTO', Pezzi: 3 }]);
    expect(outcome).toEqual({ 'M-6': 'Errore. Pezzi: Il campo non esiste nella classe della riga' });
  });

  it('that are missing are named as in the class of the row', async () => {
    for (const [codice, label] of [
      ['MANCA-1', 'Tipo di gas'],
      ['MANCA-2', 'Marca del motore'],
    ] as const) {
      const { data } = await admin.post('/classe/', { codice, descrizione: `Classe ${codice}` });
      const flags = { visibile: 1, editabile: 1, obbligatorio: 1, ordine: 99 };
      await admin.post('/oggetto/campo/', {
        ...{ id_classe: data.id, campo_tabella: 'campo_str9', label },
        ...flags,
      });
    }
    const missing = (label: string) => `Errore. ${label}: Questo campo è obbligatorio`;
    const rows = [
      { CODICE: 'M-8', CLASSE: 'MANCA-1' },
      { CODICE: 'M-9', CLASSE: 'MANCA-2' },
    ];
    const named = { 'M-8': missing('Tipo di gas'), 'M-9': missing('Marca del motore') };
    expect((await imported(rows)).outcome).toEqual(named);
    // Also if the file has the column of the other class.
    const { outcome } = await imported([
      ...rows,
      { CODICE: 'M-10', CLASSE: 'MANCA-1', 'Tipo di gas': 'R32' },
    ]);
    expect(outcome).toEqual({ ...named, 'M-10': 'Inserita' });
  });

  it('of the class that a record has are read when the file names none', async () => {
    await imported([{ CODICE: 'M-7' }]);
    const { outcome } = await imported([{ CODICE: 'M-7', CLASSE: null, Pezzi: 9 }]);
    expect(outcome).toEqual({ 'M-7': 'Aggiornata' });
    expect(await asset('M-7')).toMatchObject({ campo_int5: 9 });
  });
});

it('a result can be corrected and sent again', async () => {
  const { rows, outcome } = await imported([{ CODICE: 'N-1' }, { CODICE: 'N-2', CLASSE: 'NO' }]);
  expect(outcome['N-2']).toMatch(/^Errore/);
  const corrected = rows.map((row) => row.map((cell) => (cell === 'NO' ? 'IMP' : cell)));
  const again = await importAll(admin, 'oggetto', await sheet(corrected as Cell[][]));
  expect(again.outcome).toEqual({ 'N-1': 'Invariata', 'N-2': 'Inserita' });
  expect(again.rows[0]!.filter((head) => head === 'ESITO')).toHaveLength(1);
});

it('writes the closure of the tree as the form does', async () => {
  await imported([
    { CODICE: 'O-1', CLASSE: 'FUORI' },
    { CODICE: 'O-2', CLASSE: 'FUORI', CODICE_PADRE: 'O-1' },
    { CODICE: 'O-3', CLASSE: 'FUORI', CODICE_PADRE: 'O-2' },
  ]);
  const { data } = await admin.get(`/oggetto/?idOggetto=${(await asset('O-1')).id}&pag=-1`);
  expect(data.map(({ codice }: Row) => codice).sort()).toEqual(['O-1', 'O-2', 'O-3']);
});
