/** Sign-in, session and sign-out. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ACCESS_INVALID } from '../../schemas/results.ts';
import { atNight } from '../runner/nightly.ts';
import { postOffice } from '../server/mail/post-office.ts';
import { visit } from './browser/visit.ts';
import { ACCOUNTS, apiWith, claimsOf, forged, logIn, PASSWORD, type Tokens, tokenWith } from './data/api.ts';
import { invited, newPerson } from './data/new-user.ts';
import { changeSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { go, menuBar, path, sees, signIn, userMenu } from './user/navigation.ts';

const REPLACED = "È stata attivata una nuova sessione per il tuo utente. L'attuale sessione non è più valida";
/** Counts the scripts until an element is visible. */
declare global {
  interface Window {
    /** The time at which the expected element appeared. */
    there?: number;
  }
}

/**
 * Counts the scripts that a page needs until this element appears; files of other pages are fetched later, when the
 * page is idle.
 */
async function scriptsOf(page: Page, address: string, there: string): Promise<number> {
  await page.addInitScript((selector) => {
    new MutationObserver(() => {
      if (document.querySelector(selector)) window.there ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  }, there);
  await page.goto(address);
  await page.waitForFunction(() => window.there !== undefined);
  return page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => /\.js$/.test(name) && startTime < (window.there ?? 0)).length,
  );
}

const soon = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

describe('the login page', () => {
  for (const address of ['/', '/login'])
    it(
      `${address} opens without a session and shows no menu [route-public-list, route-login-no-menu]`,
      visit({}, async ({ page }) => {
        await page.goto(address);
        await page.getByRole('heading', { name: 'Accedi' }).waitFor();
        await expect.poll(() => menuBar(page).count()).toBe(0);
      }),
    );

  it(
    'loads in few files, and so does a list: a phone loads six at a time',
    visit({}, async ({ page, join }) => {
      expect(await scriptsOf(page, '/login', 'input[type=password]')).toBeLessThan(8);
      const { page: other } = await join({ as: 'SUADMIN' });
      expect(await scriptsOf(other, '/list-costi', 'table')).toBeLessThan(40);
    }),
  );

  it(
    'sends username and pwd, and leads to the home [login-fields, route-default-home, session-login-store]',
    visit({}, async ({ page }) => {
      await page.goto('/login');
      const sent = page.waitForRequest('**/utente/login');
      await signIn(page, 'SUADMIN');
      expect((await sent).postDataJSON()).toEqual({ username: ACCOUNTS.SUADMIN, pwd: PASSWORD });
      await page.waitForURL('**/home');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const token = await page.evaluate(() => localStorage.getItem('access_token'));
      expect(claimsOf(token!)).toMatchObject({
        user: { nome: expect.any(String), idUtente: 1, codice_famiglia_ruolo: 'SUADMIN' },
        exp: expect.any(Number),
      });
    }),
  );

  it(
    'reports missing input and a wrong password, keeps the name, and offers the demo accounts',
    visit({ provokes: [401, 422] }, async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Accedi' }).click();
      await sees(page, 'Questo campo è obbligatorio');
      await page.getByRole('textbox', { name: 'Nome utente' }).fill(ACCOUNTS.SUADMIN);
      await page.getByLabel('Password', { exact: true }).fill('Sbagliata1!');
      await page.getByRole('button', { name: 'Accedi' }).click();
      await sees(page, 'Nome utente o password non validi');
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Nome utente' }).inputValue())
        .toBe(ACCOUNTS.SUADMIN);
      expect(path(page)).toBe('/login');

      const offered = page.getByRole('group', { name: /^Questo è un impianto dimostrativo/ });
      await expect.poll(() => offered.getByRole('button').count()).toBe(4);
      await offered.getByRole('button', { name: 'Segnalatore' }).click();
      await page.waitForURL('**/home');
    }),
  );

  it(
    'is Italian until a flag is chosen, and the choice stays in the browser [language-default, language-choices]',
    visit({}, async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('heading', { name: 'Accedi' }).waitFor();
      await page.getByRole('button', { name: 'English' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    }),
  );

  atNight(
    'switches between light and dark, permanently',
    visit({}, async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Tema scuro' }).click();
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
      await page.reload();
      await page.getByRole('button', { name: 'Tema chiaro' }).waitFor();
    }),
  );
});

describe('addresses', () => {
  it(
    'an unknown path leads to the login [route-unknown-login]',
    visit({}, async ({ page }) => {
      await page.goto('/non-esiste/affatto');
      await page.getByRole('heading', { name: 'Accedi' }).waitFor();
      expect(path(page)).toBe('/login');
    }),
  );

  atNight(
    'an unknown path leads signed-in users to the home page, with a message until it is dismissed',
    visit({ as: 'RESP' }, async ({ page }) => {
      await page.goto('/home');
      await page.goto('/non-esiste/affatto');
      await page.waitForURL('**/home');
      await page.getByText(/^La pagina \/non-esiste\/affatto non esiste/).waitFor();
    }),
  );

  it(
    'a screen requested without a session opens after the login, with its query and hash [route-protected-redirect, route-origin-kept]',
    visit({}, async ({ page }) => {
      await page.goto('/list-cdc?page=1#qui');
      await page.getByRole('heading', { name: 'Accedi' }).waitFor();
      expect(path(page)).toBe('/login');
      await signIn(page, 'SUADMIN');
      await page.getByRole('heading', { name: 'Centri di Costo' }).waitFor();
      const at = new URL(page.url());
      expect(at.pathname).toBe('/list-cdc');
      expect(at.searchParams.get('page')).toBe('1');
      expect(at.hash).toBe('#qui');
    }),
  );

  it(
    '/home-container leads to /home [route-home-container-redirect]',
    visit({ as: 'RESP' }, async ({ page }) => {
      await page.goto('/home-container');
      await page.waitForURL('**/home');
    }),
  );

  atNight(
    'a session leads from the login page into the product',
    visit({ as: 'RESP' }, async ({ page }) => {
      await page.goto('/login');
      await page.waitForURL('**/home');
    }),
  );

  atNight(
    '/sso passes on jwt and id; refused, it ends on the error page [route-sso-params, session-sso-fail-page]',
    visit({ provokes: [401, 403, 404, 409, 422] }, async ({ page }) => {
      const exchange = page.waitForRequest('**/auth/external-id/qualcuno');
      await page.goto(`/sso?jwt=${tokenWith({ sub: 'qualcuno' })}&id=qualcuno`);
      await exchange;
      await sees(
        page,
        "L'accesso esterno non è attivo su questo impianto. Accedere con nome utente e password.",
      );
      expect(path(page)).toBe('/errore');
    }),
  );

  atNight(
    '/auth passes on the code; refused, it ends on the login page with the reason [route-auth-params, session-external-fail]',
    visit({ provokes: [401, 403, 404, 409, 422] }, async ({ page }) => {
      const exchange = page.waitForRequest('**/auth/auth');
      await page.goto('/auth?code=abc&state=xyz');
      expect((await exchange).postDataJSON()).toEqual({ authCode: 'abc', state: 'xyz' });
      await page.getByRole('heading', { name: 'Accedi' }).waitFor();
      await page.getByRole('alert').waitFor();
      expect(path(page)).toBe('/login');
      await expect.poll(() => page.evaluate(() => history.state.preventRedirect)).toBe(true);
    }),
  );
});

describe('the session', () => {
  it(
    'ends by Esci, with both tokens removed, on the start page [session-logout]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/home');
      await userMenu(page);
      const signOut = page.waitForRequest('**/utente/logout');
      await page.getByRole('button', { name: 'Esci' }).click();
      await signOut;
      await page.getByRole('heading', { name: 'Accedi' }).waitFor();
      expect(path(page)).toBe('/');
      const left = await page.evaluate(() => ({
        token: localStorage.getItem('access_token'),
        state: history.state,
      }));
      expect(await page.context().cookies()).toEqual([]);
      expect(left).toMatchObject({
        token: null,
        state: { preventRedirect: true, fromLogout: true },
      });
    }),
  );

  it(
    'ends with the sentence when a newer one replaces it [session-replaced]',
    visit({ as: 'RESP', provokes: [401] }, async ({ page }) => {
      await page.goto('/home');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const late: Route[] = [];
      await page.route('**/odl/**', (route) => void late.push(route));
      await go(page, '/conf-odl');
      await expect.poll(() => late.length).toBeGreaterThan(0);
      await logIn(new URL(page.url()).origin, 'RESP');
      await go(page, '/conf-cdc');
      await sees(page, REPLACED);
      expect(path(page)).toBe('/login');
      // A call of the session that is over only knows that there is none.
      const data = { result: ACCESS_INVALID, message: 'The session is not valid' };
      for (const call of late) await call.fulfill({ status: 401, json: data });
      await go(page, '/login');
      await sees(page, REPLACED);
    }),
  );

  for (const [what, exp] of [
    ['within 10 seconds of its end', () => soon(8)],
    ['past its end', () => soon(-60)],
  ] as const)
    it(
      `renews an access token ${what} once, while the other calls wait, by a cookie that scripts cannot read [session-refresh-margin, session-refresh-once, session-start-token, session-start-refresh, S5]`,
      visit(
        {
          as: 'SUADMIN',
          tokens: (tokens) => ({ ...tokens, access_token: forged(tokens.access_token, { exp: exp() }) }),
        },
        async ({ page }) => {
          const calls: { url: string; token: string | undefined }[] = [];
          page.on('request', (request) => {
            if (request.url().includes('/api/cmms/'))
              calls.push({ url: request.url(), token: request.headers().authorization });
          });
          await page.goto('/list-cdc');
          await page.getByRole('heading', { name: 'Centri di Costo' }).waitFor();
          await page.getByRole('table').waitFor();
          expect(calls.filter(({ url }) => url.endsWith('/refresh-token'))).toHaveLength(1);
          const token = await page.evaluate(() => localStorage.getItem('access_token'));
          const used = new Set(calls.filter((call) => call.token).map((call) => call.token));
          expect([...used]).toEqual([`Bearer ${token}`]);
          const readable = await page.evaluate(() => JSON.stringify([document.cookie, { ...localStorage }]));
          const [cookie] = await page.context().cookies(`${plantUrl()}/api/cmms/utente/`);
          expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/cmms/utente' });
          expect(readable).not.toContain(cookie!.value);
          expect(readable).not.toContain('refresh_token');
          await page.reload();
          await page.getByRole('table').waitFor();
        },
      ),
    );

  atNight(
    'ends if neither token is valid [session-start-fail, session-invalid-token]',
    visit(
      {
        as: 'SUADMIN',
        provokes: [401],
        tokens: () => ({
          access_token: tokenWith({ exp: soon(-9), user: { idUtente: 1 } }),
          cookie: 'officina=x',
        }),
      },
      async ({ page }) => {
        await page.goto('/home');
        await page.getByRole('heading', { name: 'Accedi' }).waitFor();
        expect(path(page)).toBe('/login');
      },
    ),
  );

  atNight(
    'ends on the login page if the server rejects the tokens [session-invalid-token]',
    visit({ as: 'SUADMIN', provokes: [401] }, async ({ page, api }) => {
      await page.goto('/home');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await api('POST', '/utente/logout');
      await page.goto('/list-cdc');
      await page.getByRole('heading', { name: 'Accedi' }).waitFor();
      expect(path(page)).toBe('/login');
    }),
  );
});

describe('passwords', () => {
  const link = (kind: string, claims: object): string => `/${kind}/${tokenWith({ ...claims })}`;
  const good = { idUtente: 1, exp: soon(3600) };

  atNight(
    'an empty or invalid address is refused, and the reply does not reveal which users exist [recover-mail-required]',
    visit({}, async ({ page }) => {
      await page.goto('/recuperaPwd');
      const send = page.getByRole('button', { name: 'Invia il link' });
      await send.click();
      await sees(page, "L'indirizzo E-Mail deve essere valorizzato.");
      const mail = page.getByRole('textbox', { name: 'Indirizzo e-mail' });
      await mail.fill('nessuno');
      await send.click();
      await sees(page, 'Indirizzo E-mail non valido');
      await mail.fill('nessuno@officina.example');
      await send.click();
      await page.waitForURL('**/login');
      await sees(page, "Se l'indirizzo è registrato");
    }),
  );

  it(
    'rules and strength are updated during typing, and only a valid pair can be sent [password-submit-disabled, password-strength-labels, password-match, route-activation-no-menu]',
    visit({}, async ({ page }) => {
      await page.goto(link('attiva-account', good));
      const [first, second] = ['Password', 'Conferma password'].map((name) =>
        page.getByLabel(name, { exact: true }),
      );
      const send = page.getByRole('button', { name: "Attiva l'account" });
      const strength = page.getByRole('status');
      await expect.poll(() => menuBar(page).count()).toBe(0);
      await expect.poll(() => send.isDisabled()).toBe(true);
      await first!.fill('abc');
      await expect.poll(() => strength.textContent()).toContain('debole');
      await first!.fill('Abcdef1!');
      await expect.poll(() => strength.textContent()).toMatch(/media|forte/);
      await expect.poll(() => send.isDisabled()).toBe(true);
      await second!.fill('Abcdef1?');
      await sees(page, 'La Password e la Conferma password devono avere lo stesso valore');
      await expect.poll(() => send.isDisabled()).toBe(true);
      await second!.fill('Abcdef1!');
      await expect.poll(() => send.isDisabled()).toBe(false);
      await first!.fill('Officina2026!Lunga');
      await expect.poll(() => strength.textContent()).toContain('forte');
      await expect.poll(() => send.isDisabled()).toBe(true);
    }),
  );

  atNight(
    'a password that breaks one rule cannot be sent [password-min-length, password-classes, password-special, password-ascii]',
    visit({}, async ({ page }) => {
      await page.goto(link('reset-password', good));
      const [first, second] = ['Password', 'Conferma password'].map((name) =>
        page.getByLabel(name, { exact: true }),
      );
      const send = page.getByRole('button', { name: 'Salva la password' });
      for (const bad of [
        'Abcde1!',
        'abcdefg1!',
        'ABCDEFG1!',
        'Abcdefgh!',
        'Abcdefg12',
        'Abcdefg1!à',
        'Abcdefg 1!',
      ]) {
        await first!.fill(bad);
        await second!.fill(bad);
        expect(await send.isDisabled(), bad).toBe(true);
        expect(await page.getByText('non ancora soddisfatta').count(), bad).toBe(1);
      }
      await first!.fill('Abcdefg1!');
      await second!.fill('Abcdefg1!');
      await expect.poll(() => send.isDisabled()).toBe(false);
    }),
  );

  atNight(
    'an expired activation link says whom to contact [activation-expired]',
    visit({}, async ({ page }) => {
      await page.goto(link('attiva-account', { idUtente: 1, exp: soon(-60) }));
      await sees(
        page,
        "Il link seguito è scaduto. Contattare l'amministratore di sistema per attivare nuovamente l'account.",
      );
    }),
  );

  atNight(
    'an expired reset link says to request another one, and returns to the login [reset-expired]',
    visit({}, async ({ page }) => {
      await page.goto(link('reset-password', { idUtente: 1, exp: soon(-60) }));
      await page.waitForURL('**/login');
      await sees(page, 'Il link seguito è scaduto. Richiedere un altro reset della password.');
    }),
  );

  for (const kind of ['attiva-account', 'reset-password'])
    atNight(
      `/${kind} with a token that names nobody [link-no-user]`,
      visit({}, async ({ page }) => {
        await page.goto(link(kind, { exp: soon(60) }));
        await sees(page, 'Utente non riconosciuto');
      }),
    );

  it(
    'an activation link lets a new user choose a password and sign in, once [activation-verb, api-link-bearer]',
    visit({}, async ({ page }) => {
      const url = plantUrl();
      const {
        id,
        mail,
        link: { pathname },
      } = await invited('TEC');
      await page.goto(pathname);
      const sent = page.waitForRequest(`**/utente/${id}/password/`);
      await page.getByLabel('Password', { exact: true }).fill('Benvenuta1!');
      await page.getByLabel('Conferma password', { exact: true }).fill('Benvenuta1!');
      await page.getByRole('button', { name: "Attiva l'account" }).click();
      expect((await sent).method()).toBe('POST');
      expect((await sent).headers().authorization).toBe(`Bearer ${pathname.split('/')[2]}`);
      await sees(page, "L'account è attivo. Ora puoi accedere.");
      await apiWith(url)('POST', '/utente/login', { username: mail, pwd: 'Benvenuta1!' });
    }),
  );

  it(
    'a forgotten password is replaced by the link of a mail, once, and ends the sessions that were open [activation-verb]',
    visit({ provokes: [422] }, async ({ page }) => {
      const url = plantUrl();
      const { mail } = await newPerson('TEC', PASSWORD);
      const inside = { username: mail, pwd: PASSWORD };
      const before = await apiWith(url)<Tokens>('POST', '/utente/login', inside);
      const office = await postOffice();
      onTestFinished(async () => {
        await changeSettings({ SmtpHost: '' });
        await office.close();
      });
      await changeSettings({
        SmtpHost: '127.0.0.1',
        SmtpPorta: String(office.port),
        SmtpSicurezza: 'nessuna',
        SmtpMittente: 'officina@plant.example',
      });

      await page.goto('/recuperaPwd');
      await page.getByRole('textbox', { name: 'Indirizzo e-mail' }).fill(mail);
      await page.getByRole('button', { name: 'Invia il link' }).click();
      await sees(page, "Se l'indirizzo è registrato");
      const reset = () => office.deliveries.find(({ raw, to }) => to[0] === mail && /reset-pass/.test(raw));
      await expect.poll(reset, { timeout: 10_000 }).toBeTruthy();
      const corpo = reset()!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
      const chooses = async (): Promise<void> => {
        await page.goto(new URL(/https?:\S+/.exec(corpo)![0]).pathname);
        await page.getByLabel('Password', { exact: true }).fill('Ricordata1!');
        await page.getByLabel('Conferma password', { exact: true }).fill('Ricordata1!');
        await page.getByRole('button', { name: 'Salva la password' }).click();
      };
      await chooses();
      await sees(page, 'La password è stata cambiata. Ora puoi accedere.');
      await chooses();
      await sees(page, 'Il link è già stato usato. Richiederne un altro.');
      await page.getByRole('link', { name: 'Richiedi un altro link' }).click();
      await page.getByRole('button', { name: 'Invia il link' }).waitFor();
      await page.getByRole('link', { name: "Torna all'accesso" }).click();

      await expect(apiWith(url, before.access_token)('GET', '/odl/?pag=1')).rejects.toThrow('"result":-100');
      await page.getByRole('textbox', { name: 'Nome utente' }).fill(mail);
      await page.getByLabel('Password', { exact: true }).fill('Ricordata1!');
      await page.getByRole('button', { name: 'Accedi' }).click();
      await page.waitForURL('**/home');
    }),
  );
});

describe('the sign-in page of a browser in which nobody has signed in', () => {
  it(
    'loads no code of the device and opens no database',
    visit({ language: 'en' }, async ({ page }) => {
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));
      await page.clock.install();
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await page.clock.runFor(10_000);
      // The files of the application are loaded ahead, so the page is idle after its timers.
      await expect.poll(() => loaded.some((url) => /\/Application-/.test(url))).toBe(true);
      await page.waitForLoadState('networkidle');
      expect(loaded.filter((url) => /\/contact-/.test(url))).toEqual([]);
      expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
    }),
  );
});
