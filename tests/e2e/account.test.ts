/** The user's own account: password, second factor, sessions; and the second step of signing in. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { codeAt, stepAt } from '../../server/domains/sessions/totp.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { ACCOUNTS, apiAs, apiWith, claimsOf } from './data/api.ts';
import { newPerson } from './data/new-user.ts';
import { plantUrl } from './plant/plant-url.ts';
import { go, path, sees, userMenu } from './user/navigation.ts';

const PASSWORD = 'Benvenuta1!';

async function logIn(page: Page, mail: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: /^(Nome utente|User name)$/ }).fill(mail);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^(Accedi|Sign in)$/ }).click();
}

const home = (page: Page): Promise<void> => page.waitForURL('**/home');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** An authenticator app that returns each code once, without waiting for the clock. */
class App {
  private last = 0;
  constructor(private readonly secret: string) {}
  code(): string {
    const now = stepAt(Date.now());
    this.last = Math.max(this.last + 1, now);
    if (this.last > now + 1) throw new Error('The test needs more codes than the drift of a clock gives.');
    return codeAt(this.secret, this.last);
  }
}

const keyOn = async (page: Page): Promise<App> => {
  const key = page.locator('.factor-key code');
  await key.waitFor();
  return new App((await key.innerText()).replaceAll(' ', ''));
};

async function sound(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
}

describe('the account', () => {
  it(
    'lets the user change the password with the current one, and the session continues [password-submit-disabled, password-strength-labels]',
    visit({ provokes: [422] }, async ({ page }) => {
      const { mail } = await newPerson('TEC', PASSWORD);
      await page.goto('/login');
      await logIn(page, mail);
      await home(page);
      await (await userMenu(page)).getByRole('link', { name: 'Il mio account' }).click();
      await page.getByRole('heading', { level: 1, name: 'Il mio account' }).waitFor();
      const send = button(page, 'Cambia la password');
      const field = (name: string) => page.getByLabel(name, { exact: true });
      await expect.poll(() => send.isDisabled()).toBe(true);
      await field('Password attuale').fill('Sbagliata1!');
      await field('Nuova password').fill('abc');
      await sees(page, 'debole');
      await field('Nuova password').fill('Officina2027!');
      await sees(page, 'forte');
      await field('Conferma la nuova password').fill('Officina2027?');
      await sees(page, 'La Password e la Conferma password devono avere lo stesso valore');
      await expect.poll(() => send.isDisabled()).toBe(true);
      await field('Conferma la nuova password').fill('Officina2027!');
      await send.click();
      await sees(page, 'La password attuale non è corretta.');
      await field('Password attuale').fill(PASSWORD);
      await send.click();
      await sees(page, 'Password cambiata.');
      await sees(page, 'con il cambio della password');
      await sound(page);
      // The user is still signed in, with the tab's own tokens.
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Il mio account' }).waitFor();
      await sees(page, 'Chrome · Linux');
      const open = page.locator('.visit-open');
      await expect.poll(() => open.count()).toBe(1);
      await open.getByRole('button', { name: 'Esci' }).click();
      await page.getByRole('heading', { name: 'Accedi' }).waitFor();
      await logIn(page, mail, 'Officina2027!');
      await home(page);
    }),
  );

  it(
    'sets up a second factor on a phone, signs in with it and with a recovery code, and switches it off',
    visit({ phone: true, language: 'en', mode: 'dark', provokes: [422] }, async ({ page }) => {
      const { mail } = await newPerson('TEC', PASSWORD);
      await page.goto('/login');
      await logIn(page, mail);
      await home(page);
      await go(page, '/account');
      await button(page, 'Set up the second factor').click();
      await page.getByLabel('Current password', { exact: true }).last().fill(PASSWORD);
      await button(page, 'Continue').click();
      const app = await keyOn(page);
      await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
      await sound(page);
      await page.getByLabel('6-digit code').fill('12345');
      await button(page, 'Switch on').click();
      await sees(page, 'The code is not correct');
      await page.getByLabel('6-digit code').fill(app.code());
      await button(page, 'Switch on').click();
      await page.getByRole('heading', { name: 'Officina recovery codes' }).waitFor();
      const codes = await page.locator('.factor-codes code').allInnerTexts();
      expect(codes).toHaveLength(10);
      const question = page.getByRole('dialog', { name: 'Leave without saving the codes?' });
      await page.getByRole('link', { name: 'My work' }).last().click();
      await question.waitFor();
      expect(await violations(page)).toEqual([]);
      await question.getByRole('button', { name: 'Stay here' }).click();
      await question.waitFor({ state: 'detached' });
      const saving = page.waitForEvent('download');
      await button(page, 'Download').click();
      const file = await saving;
      expect(file.suggestedFilename()).toBe('officina-recovery-codes.txt');
      expect(readFileSync(await file.path(), 'utf8')).toContain(codes.join('\n'));
      await sound(page);
      await go(page, '/home');
      await home(page);
      await go(page, '/account');
      await sees(page, 'Recovery codes left: 10.');

      await page.goto('/logout');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await logIn(page, mail);
      const code = page.getByLabel('6-digit code');
      await code.waitFor();
      expect(await code.evaluate((input) => document.activeElement === input)).toBe(true);
      await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
      await sound(page);
      await code.fill('000');
      await button(page, 'Sign in').click();
      const refusal = page.getByText('The code is not correct or has already been used.');
      await refusal.waitFor();
      // Nobody has tried a recovery code yet.
      await button(page, 'Use a recovery code').click();
      await refusal.waitFor({ state: 'detached' });
      await page.getByLabel('Recovery code').fill('AAAA-BBBB-CCCC-DDDD');
      await button(page, 'Sign in').click();
      await sees(page, 'The recovery code is not correct or has already been used.');
      await button(page, 'Use the app code').click();
      await code.fill(app.code());
      await button(page, 'Sign in').click();
      await home(page);

      await page.goto('/logout');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await logIn(page, mail);
      await button(page, 'Use a recovery code').click();
      await page.getByLabel('Recovery code').fill(codes[0]!);
      await button(page, 'Sign in').click();
      await home(page);
      await go(page, '/account');
      await sees(page, 'Recovery codes left: 9.');
      await sees(page, 'with a recovery code');
      await button(page, 'Switch off the second factor').click();
      await page.getByLabel('Current password', { exact: true }).last().fill(PASSWORD);
      await page.getByLabel('App code or recovery code').fill(codes[1]!);
      await button(page, 'Switch off the second factor').click();
      await sees(page, 'Second factor switched off.');
      await button(page, 'Set up the second factor').waitFor();
    }),
    60_000,
  );

  atNight(
    'requires a second factor of an administrator at sign-in if the plant says so, and does not let them remove it',
    visit({}, async ({ page }) => {
      const { id, mail } = await newPerson('ADMIN', PASSWORD);
      // One test for both: while the setting is on, the super admin needs a second factor too.
      const admin = await apiAs(plantUrl(), 'SUADMIN');
      const [setting] = (await admin<{ id: number; codice: string }[]>('GET', '/parametro/?pag=-1')).filter(
        ({ codice }) => codice === 'SecondoFattoreAdmin',
      );
      const require = (valore: '0' | '1') => admin('PUT', `/parametro/${setting!.id}`, { valore });
      await require('1');
      try {
        await page.goto('/list-costi');
        await page.getByRole('heading', { name: 'Accedi' }).waitFor();
        await logIn(page, mail);
        const app = await keyOn(page);
        expect(path(page)).toBe('/login');
        await sound(page);
        await page.getByLabel('Codice di 6 cifre').fill(app.code());
        await button(page, 'Attiva').click();
        await page.getByRole('heading', { name: 'Codici di recupero di Officina' }).waitFor();
        // The codes would be lost there.
        expect(await button(page, "Torna all'accesso").count()).toBe(0);
        await button(page, 'Li ho conservati').click();
        await page.waitForURL('**/list-costi');
        await go(page, '/account');
        await button(page, 'Cambia telefono').waitFor();
        await expect.poll(() => button(page, 'Disattiva il secondo fattore').count()).toBe(0);
      } finally {
        await require('0');
      }
      const token = await page.evaluate(() => localStorage.getItem('access_token'));
      expect(claimsOf(token!).user).toMatchObject({ idUtente: id });
    }),
    60_000,
  );

  atNight(
    'shows super admins who has a second factor, which they can reset after a question',
    visit({}, async ({ page }) => {
      const url = plantUrl();
      const { id, mail } = await newPerson('TEC', PASSWORD);
      const { access_token } = await apiWith(url)<{ access_token: string }>('POST', '/utente/login', {
        username: mail,
        pwd: PASSWORD,
      });
      const own = apiWith(url, access_token);
      const { segreto } = await own<{ segreto: string }>('POST', '/utente/secondo-fattore', {
        pwd: PASSWORD,
      });
      await own('PUT', '/utente/secondo-fattore', { codice: new App(segreto).code() });
      await page.goto('/login');
      await logIn(page, ACCOUNTS.SUADMIN, 'Officina2026!');
      await home(page);
      await go(page, `/upd-utente/${id}`);
      await button(page, 'Azzera il secondo fattore').click();
      const question = page.getByRole('dialog');
      await sees(question, 'Azzerare il secondo fattore di Carla Conti?');
      await question.getByRole('button', { name: 'Azzera il secondo fattore' }).click();
      await sees(page, 'Secondo fattore azzerato');
      await expect.poll(() => button(page, 'Azzera il secondo fattore').count()).toBe(0);
      await apiWith(url)('POST', '/utente/login', { username: mail, pwd: PASSWORD });
    }),
    60_000,
  );
});

describe('messages to devices', () => {
  it(
    'are turned off for any device from any other, and the page says why this one cannot have them',
    visit({ as: 'RIFTEC', phone: true, language: 'it' }, async ({ page, api }) => {
      await page.goto('/home');
      await api('POST', '/avvisi/dispositivo/', {
        indirizzo: 'https://push.example/tablet',
        chiave: `B${'A'.repeat(86)}`,
        segreto: 'A'.repeat(22),
      });
      await page.goto('/account');
      const card = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Avvisi sui dispositivi' }) });
      // The browser of the tests allows no messages.
      await sees(
        card,
        'Gli avvisi sono bloccati: consentili nelle impostazioni del browser per questo sito.',
      );
      expect(await card.getByRole('button', { name: 'Attiva su questo dispositivo' }).count()).toBe(0);
      await sound(page);
      await card.getByRole('button', { name: /^Disattiva gli avvisi su/ }).click();
      await card.getByRole('listitem').waitFor({ state: 'detached' });
      expect(await api('GET', '/avvisi/dispositivo/')).toMatchObject({ dispositivi: [] });
    }),
  );
});
