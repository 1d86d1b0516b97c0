/** The administrator of the server can create a password link without mail. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { passwordLink } from '../../../server/domains/sessions/console.ts';
import { temporaryFolder } from '../../files/temporary-folder.ts';
import { testPlace } from '../plant/database.ts';
import { command } from '../start/server-process.ts';
import { openTestPlant, type TestPlant } from './test-plant.ts';

vi.setConfig({ testTimeout: 120_000 });

const SUPER = 'super@plant.example';
const NEW_PASSWORD = 'Riaperta2026!';
const HERE = 'http://127.0.0.1:8080';

describe('a link from the console', () => {
  let plant: TestPlant;
  beforeAll(async () => {
    plant = await openTestPlant();
  });
  afterAll(() => plant.close());

  const choose = (method: 'POST' | 'PUT', mail: string, link: string) =>
    plant.ask(method, `/utente/${plant.id[mail]}/password/`, {
      token: link.split('/').at(-1)!,
      body: { password: NEW_PASSWORD, password2: NEW_PASSWORD },
    });

  it('opens the door of a mailed one, once; the session that was open ends, and the history and a mail say so [S2]', async () => {
    const before = await plant.login(SUPER);
    const link = await passwordLink(plant.database, ' Super@Plant.Example', HERE);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/reset-password\/eyJ/);
    const renewed = await plant.ask('POST', '/utente/refresh-token', {
      body: { id: plant.id[SUPER], refresh_token: before.refresh_token },
    });
    expect(renewed.result).toBe(-101);
    expect(await choose('PUT', SUPER, link)).toMatchObject({ result: 0 });
    expect((await choose('PUT', SUPER, link)).result).toBe(-1);
    const { access_token: token } = await plant.login(SUPER, NEW_PASSWORD);
    const history = await plant.ask('GET', `/utente/${plant.id[SUPER]}/storico`, { token });
    expect(history.data[0]).toMatchObject({
      utente: 'Console del server: link per una nuova password',
      modifiche: [],
    });
    const { rows } = await plant.database.query(
      'select destinatario, corpo from posta order by id desc limit 1',
    );
    expect(rows[0]).toMatchObject({
      destinatario: SUPER,
      corpo: expect.stringContaining('Console del server'),
    });
    expect(JSON.stringify(rows)).not.toContain('eyJ');
  });

  it('activates users without a password, and starts with the address of the plant', async () => {
    await plant.database.query(
      "update parametro set valore = 'https://plant.example' where codice = 'ClienteURL'",
    );
    const link = await passwordLink(plant.database, 'new-super@plant.example', HERE);
    expect(link).toMatch(/^https:\/\/plant\.example\/attiva-account\//);
    expect(await choose('POST', 'new-super@plant.example', link)).toMatchObject({ result: 0 });
  });

  it('is not created for unknown or deactivated users', async () => {
    await plant.database.query('update utente set attivo = 0 where id = $1', [
      plant.id['tech@plant.example'],
    ]);
    await expect(passwordLink(plant.database, 'tech@plant.example', HERE)).rejects.toThrow('is not active');
    await expect(passwordLink(plant.database, 'nobody@plant.example', HERE)).rejects.toThrow('Nobody here');
    await expect(passwordLink(plant.database, '-', HERE)).rejects.toThrow('Nobody here');
  });
});

describe('npm run reset-password', () => {
  const empty = temporaryFolder('no-plant');

  const reset = (args: string[], url?: string) => command('reset-password', args, url);

  it('prints the link, or the reason why there is none', async () => {
    const { folder = empty, url } = await testPlace('demo');
    const plant = (mail: string) => reset([mail, '--data', folder], url);
    const [without, bare] = await Promise.all([reset(['a@b.it', '--data', empty]), reset([])]);
    expect(without).toMatchObject({ code: 1, said: expect.stringContaining('There is no plant in') });
    expect(bare).toMatchObject({ code: 1, said: expect.stringContaining('Use: npm run reset-password') });
    expect(await plant('superadmin@officina.example')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/http:\/\/127\.0\.0\.1:\d+\/reset-password\/eyJ[\w.-]+\n$/),
    });
    expect(await plant('nobody@officina.example')).toMatchObject({
      code: 1,
      said: 'Nobody here has the address nobody@officina.example.\n',
    });
  });
});
