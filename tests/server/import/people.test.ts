/** Users imported from a sheet: identified by address, with organisations and departments in one cell each. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { type Cell, sheet } from '../../files/workbooks.ts';
import { settled } from '../plant/jobs.ts';
import { type Client, type Plant, plant } from '../plant/plant.ts';
import { importAll, sendFile, step, verdicts } from './uploads.ts';

let demo: Plant;
let admin: Client;
let technician: Row;
let superAdmin: Row;
let organisations: string[];

const HEADERS = ['NOME', 'COGNOME', 'MAIL', 'RUOLO', 'ORGANIZZAZIONI', 'REPARTI'];
const imported = async (rows: Cell[][], client = admin) =>
  (await importAll(client, 'utente', await sheet([HEADERS, ...rows]), { key: 'MAIL' })).outcome;
const person = async (mail: string): Promise<Row> => (await admin.get(`/utente/?mail=${mail}`)).data[0];
const organisationsOf = async (mail: string): Promise<string[]> =>
  (await admin.get(`/utente/${(await person(mail)).id}/organizzazione/`)).data
    .map(({ codice }: Row) => codice)
    .sort();

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  const roles: Row[] = (await admin.get('/ruolo/?pag=-1')).data;
  technician = roles.find((one) => one.codice_famiglia_ruolo === 'RIFTEC')!;
  superAdmin = roles.find((one) => one.codice_famiglia_ruolo === 'SUADMIN')!;
  organisations = (await admin.get('/organizzazione/?pag=-1')).data
    .map(({ codice }: Row) => codice)
    .filter((code: string) => code !== '*')
    .slice(0, 2)
    .sort();
});
afterAll(() => demo.close());

it('come in, not active, with their organisations and departments', async () => {
  const code = technician.codice as string;
  expect(
    await imported([
      ['Ada', 'Verdi', 'ada@officina.example', code, organisations.join('; '), '*'],
      ['Ugo', 'Neri', 'ugo@officina.example', code, organisations.join(','), null],
    ]),
  ).toEqual({
    'ada@officina.example': 'Inserita',
    'ugo@officina.example': 'Inserita',
  });
  expect(await person('ada@officina.example')).toMatchObject({
    nome: 'Ada',
    cognome: 'Verdi',
    attivo: 0,
    id_utente_ruolo: technician.id,
  });
  expect(await organisationsOf('ada@officina.example')).toEqual(organisations);
  expect(await organisationsOf('ugo@officina.example')).toEqual(organisations);
});

it('identified by address are updated; a cell of codes is the complete list', async () => {
  expect(await imported([['Ada', 'Bianchi', 'ADA@officina.example', null, organisations[0]!, null]])).toEqual(
    { 'ADA@officina.example': 'Aggiornata' },
  );
  expect(await person('ada@officina.example')).toMatchObject({
    cognome: 'Bianchi',
    id_utente_ruolo: technician.id,
    mail: 'ada@officina.example',
  });
  expect(await organisationsOf('ada@officina.example')).toEqual([organisations[0]]);
  expect(
    await imported([['Ada', 'Bianchi', 'ada@officina.example', null, organisations.join(';'), null]]),
  ).toEqual({ 'ada@officina.example': 'Aggiornata' });
  expect(
    await imported([['Ada', 'Bianchi', 'ada@officina.example', null, organisations.join(';'), null]]),
  ).toEqual({ 'ada@officina.example': 'Invariata' });
});

it('are refused for the same reasons as in a form', async () => {
  const code = technician.codice as string;
  const outcome = await imported([
    ['Uno', 'Senza', 'non un indirizzo', code, null, null],
    ['Due', 'Senza', 'due@officina.example', 'NESSUNO', null, null],
    ['Tre', 'Senza', 'tre@officina.example', code, `${organisations[0]};MAI`, null],
    ['Quattro', null, 'quattro@officina.example', code, null, null],
  ]);
  expect(outcome).toEqual({
    'non un indirizzo': 'Errore. MAIL: Indirizzo E-mail non valido',
    'due@officina.example': 'Errore. RUOLO: Nessun elemento ha il codice NESSUNO',
    'tre@officina.example': 'Errore. ORGANIZZAZIONI: Nessun elemento ha il codice MAI',
    'quattro@officina.example': 'Errore. COGNOME: Questo campo è obbligatorio',
  });
  expect(await person('tre@officina.example')).toBeUndefined();
});

it('without an address are refused, and are not the only system user', async () => {
  expect(await demo.count('utente where sys = 1')).toBe(1);
  const outcome = await imported([['Chi', 'Sono', '-', technician.codice as string, null, null]]);
  expect(outcome).toEqual({ '-': 'Errore. MAIL: Indirizzo E-mail non valido' });
  expect(await demo.count("utente where nome = 'Chi'")).toBe(0);
});

it('without an address are not one of several system users', async () => {
  for (const nome of ['Primo', 'Secondo'])
    await admin.post('/utente/', { nome, cognome: 'Connettore', sys: 1, id_utente_ruolo: technician.id });
  const outcome = await imported([['Chi', 'Sono', '-', technician.codice as string, null, null]]);
  expect(outcome).toEqual({ '-': 'Errore. MAIL: Indirizzo E-mail non valido' });
  expect(await demo.count("utente where nome = 'Chi'")).toBe(0);
});

describe('an administrator', () => {
  it('cannot create super administrators', async () => {
    const setting = async (valore: string) => {
      for (const codice of ['VisConfAdmin', 'VisConfUtenti'])
        await admin.put(`/parametro/${await demo.idOf('parametro', { codice })}`, { valore });
    };
    await setting('1');
    const bytes = await sheet([
      HEADERS,
      ['Io', 'Super', 'io@officina.example', superAdmin.codice as string, null, null],
    ]);
    const { outcome } = await importAll(await demo.as('SUPER'), 'utente', bytes, { key: 'MAIL' });
    expect(outcome['io@officina.example']).toMatch(
      /^Errore\. Gli utenti della famiglia Super amministratore/,
    );
    expect(await person('io@officina.example')).toBeUndefined();
    await setting('0');
    expect(await sendFile(await demo.as('SUPER'), '/utente/templatexls/', bytes)).toMatchObject({
      status: 403,
    });
  });
});

it('are undone with their links', async () => {
  const code = technician.codice as string;
  const { data } = await sendFile(
    admin,
    '/utente/importazione/',
    await sheet([
      HEADERS,
      ['Eva', 'Rossi', 'eva@officina.example', code, organisations[0]!, '*'],
      ['Ida', 'Rossi', 'ida@officina.example', code, organisations[0]!, '*'],
      ['Ada', 'Bianchi', 'ada@officina.example', null, organisations[1]!, null],
    ]),
  );
  await admin.post(`/utente/importazione/${data.id}/esegui`, {});
  expect(await settled(admin, data.id)).toMatchObject({ esito: { inserite: 2, aggiornate: 1 } });
  expect(await organisationsOf('ada@officina.example')).toEqual([organisations[1]]);
  // An organisation added by someone else counts as a change too.
  const more = await demo.idOf('organizzazione', { codice: organisations[1]! });
  await admin.post(`/utente/${(await person('ida@officina.example')).id}/organizzazione/`, {
    id_organizzazione: more,
  });
  expect(await step(admin, `/utente/importazione/${data.id}/annulla-importazione`)).toMatchObject({
    esito: { annullate: 2, inserite: 1 },
  });
  expect(await person('eva@officina.example')).toBeUndefined();
  expect((await verdicts(admin, 'utente', data.id))[3]![1]).toMatch(/^Modificato dopo l'importazione/);
  expect(await organisationsOf('ada@officina.example')).toEqual(organisations);
});
