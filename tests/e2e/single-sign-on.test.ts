/** Sign-in through the company's identity provider: accepted, refused, and started from a portal. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight, byDay } from '../runner/nightly.ts';
import { type Forger, openForger } from '../server/sessions/forger.ts';
import { CLIENT, type IdentityProvider, openIdentityProvider } from '../server/sessions/identity-provider.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { ACCOUNTS, apiAs } from './data/api.ts';
import { plantUrl } from './plant/plant-url.ts';
import { reopenPlant } from './plant/worker-server.ts';
import { path, sees } from './user/navigation.ts';

const BUTTON = 'Entra con ACME';
const SUB = 'mario.rossi';

let provider: IdentityProvider;
let forger: Forger;
async function set(values: Row): Promise<void> {
  const api = await apiAs(plantUrl(), 'SUADMIN');
  const all = await api<Row[]>('GET', '/parametro/?pag=-1');
  for (const { id, codice } of all)
    if ((codice as string) in values)
      await api('PUT', `/parametro/${id}`, { valore: values[codice as string] });
}

beforeAll(async () => {
  const url = await reopenPlant({ OFFICINA_SSO_HTTP: '1' });
  provider = await openIdentityProvider([`${url}/auth`]);
  forger = await openForger(CLIENT.id);
  const api = await apiAs(url, 'SUADMIN');
  const people = await api<Row[]>('GET', `/utente/?pag=-1&mail=${ACCOUNTS.RIFTEC}`);
  await api('PUT', `/utente/${people[0]!.id}`, { external_id: SUB });
  await set({
    SsoAttivo: '1',
    SsoIssuer: provider.issuer,
    SsoClientId: CLIENT.id,
    SsoClientSecret: CLIENT.secret,
    SsoTesto: BUTTON,
    SsoSolo: '0',
  });
});
afterAll(async () => {
  await provider.close();
  await forger.close();
});

describe('single sign-on', () => {
  for (const phone of byDay([true, false]))
    it(
      `returns from the provider to the requested page, on a ${phone ? 'phone' : 'desktop'} [login-fields, route-auth-params]`,
      visit({ phone }, async ({ page }) => {
        await page.goto(`${plantUrl()}/list-cdc`);
        await page.getByRole('link', { name: BUTTON }).waitFor();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('link', { name: BUTTON }).click();
        await page.getByLabel('Chi sei?').fill(SUB);
        await page.getByRole('button', { name: 'Entra' }).click();
        await page.waitForURL('**/list-cdc*');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeTruthy();
      }),
    );

  atNight(
    'returns to the login with the message if it is refused, and if no user has that identity [session-external-fail]',
    visit({ provokes: [422] }, async ({ page }) => {
      await page.goto(`${plantUrl()}/login`);
      for (const [who, said] of [
        ['', 'è stato annullato o negato'],
        ['sconosciuto', 'Nessun utente di Officina ha questa identità esterna: sconosciuto'],
      ] as const) {
        await page.getByRole('link', { name: BUTTON }).click();
        await page.getByLabel('Chi sei?').fill(who);
        await page.getByRole('button', { name: 'Entra' }).click();
        await page.waitForURL('**/login');
        await sees(page, said);
        await expect.poll(() => page.evaluate(() => history.state)).toMatchObject({ preventRedirect: true });
      }
      await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
      await page.goto(`${plantUrl()}/auth?code=inventato&state=inventato`);
      await sees(page, 'non è iniziato in questo browser');
      expect(page.url()).not.toContain('inventato');
    }),
  );

  it(
    'is tried by the super admin among the settings',
    visit({ as: 'SUADMIN', provokes: [422] }, async ({ page, api }) => {
      await page.goto(`${plantUrl()}/conf-parametri`);
      await page.getByRole('button', { name: "Prova l'accesso unico" }).click();
      const dialog = page.getByRole('dialog', { name: "Prova l'accesso unico" });
      await expect
        .poll(() => dialog.getByLabel('Indirizzo di ritorno').inputValue())
        .toBe(`${plantUrl()}/auth`);
      expect(await violations(page)).toEqual([]);
      const all = await api<Row[]>('GET', '/parametro/?pag=-1');
      const { id } = all.find(({ codice }) => codice === 'SsoClientSecret')!;
      await api('PUT', `/parametro/${id}`, { valore: 'sbagliato' });
      await dialog.getByRole('button', { name: 'Prova', exact: true }).click();
      await dialog.getByText('non riconosce il client officina').waitFor();
      await api('PUT', `/parametro/${id}`, { valore: CLIENT.secret });
      await dialog.getByRole('button', { name: 'Prova', exact: true }).click();
      await sees(page, 'è riconosciuto');
    }),
  );

  atNight(
    'signs in users vouched for by a portal, and leads all others to the error page [route-sso-params, session-sso-fail-page]',
    visit({ provokes: [422] }, async ({ page }) => {
      await set({ SsoPortale: '1', SsoIssuer: forger.issuer });
      const jwt = await forger.sign({ sub: SUB });
      const come = (token: string, id: string) => page.goto(`${plantUrl()}/sso?jwt=${token}&id=${id}`);
      for (const [token, id] of [
        [jwt, 'altro'],
        ['x', SUB],
        [await forger.sign({ sub: SUB }, { foreignKey: true }), SUB],
      ] as const) {
        await come(token, id);
        await page.waitForURL('**/errore');
        await page.getByRole('alert').waitFor();
        expect(await violations(page)).toEqual([]);
      }
      await come(jwt, SUB);
      await page.waitForURL('**/home');
      await set({ SsoPortale: '0', SsoIssuer: provider.issuer });
    }),
  );

  atNight(
    'is the first button if passwords are for super admins only',
    visit({ language: 'en', provokes: [422] }, async ({ page }) => {
      await set({ SsoSolo: '1', SsoTesto: '' });
      await page.goto(`${plantUrl()}/login`);
      await page.getByRole('link', { name: 'Sign in with' }).waitFor();
      await page.getByText('Only super administrators may sign in with a password.').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('User name').fill(ACCOUNTS.RIFTEC);
      await page.getByLabel('Password', { exact: true }).fill('Officina2026!');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await sees(page, 'only super administrators may use a password');
      expect(path(page)).toBe('/login');
      await set({ SsoSolo: '0', SsoTesto: BUTTON });
    }),
  );
});
