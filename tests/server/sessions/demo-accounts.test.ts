/** The sign-in page of a demo plant offers its accounts; a real plant has none, and the replies do not differ. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { hashPassword } from '../../../server/domains/sessions/password.ts';
import { type Client, type Plant, plant } from '../plant/plant.ts';

let demo: Plant;
let nobody: Client;

beforeAll(async () => {
  demo = await plant();
  nobody = await demo.as('nobody');
  await demo.database.query('insert into impianto (demo) select 1 where not exists (select 1 from impianto)');
  await demo.database.query('update impianto set demo = 1');
});
afterAll(() => demo.close());

const offered = async (): Promise<Row[]> => (await nobody.get('/utente/login/prova')).data;
const mails = async (): Promise<unknown[]> => (await offered()).map(({ mail }) => mail);

describe('the accounts of a demo plant', () => {
  it('are offered with their role in each language, and each gets in', async () => {
    const accounts = await offered();
    expect(accounts.map(({ traduzioni_ruolo }) => (traduzioni_ruolo as { en: string }).en)).toEqual([
      'Super administrator',
      'Administrator',
      'Technician',
      'Requester',
    ]);
    expect(accounts[0]).toMatchObject({
      nome: 'Giulia Marchetti',
      ruolo: 'Super amministratore',
    });
    for (const { mail, pwd } of accounts)
      expect(await nobody.post('/utente/login', { username: mail, pwd })).toMatchObject({ result: 0 });
  });

  it('are omitted if their password, state or way to sign in has changed', async () => {
    const [superAdmin, admin, technician, reporter] = await mails();
    const changed = await hashPassword('Cambiata2026!');
    const idOf = '(select id from utente where mail = $1)';
    await demo.database.query(`update credenziale set hash = $2 where id_utente = ${idOf}`, [admin, changed]);
    expect(await mails()).toEqual([superAdmin, technician, reporter]);
    await demo.database.query('update utente set attivo = 0 where mail = $1', [technician]);
    expect(await mails()).toEqual([superAdmin, reporter]);
    await demo.database.query(
      `insert into secondo_fattore (id_utente, segreto, attivato) values (${idOf}, 'x', now())`,
      [reporter],
    );
    expect(await mails()).toEqual([superAdmin]);
  });

  it('are none in a real plant, even if users have the same names and password', async () => {
    await demo.database.query('update impianto set demo = 0');
    expect(await offered()).toEqual([]);
  });
});
