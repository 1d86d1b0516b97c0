/** A super administrator sets up a plant: from the printed link to the first closed intervention; later by phone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visit } from '../browser/visit.ts';
import { type EmptyPlant, emptyPlant } from '../plant/empty-plant.ts';
import { box, pick, saveButton, toggle } from '../user/forms.ts';
import { add, choose, dialog, dialogClosed, press, saved, title, type, typeDate } from '../user/input.ts';
import { sees } from '../user/navigation.ts';

let plant: EmptyPlant;
beforeAll(async () => {
  plant = await emptyPlant();
});
afterAll(() => plant?.stop());

const WORDS = {
  it: {
    title: "Attiva l'account",
    activate: "Attiva l'account",
    again: 'Conferma password',
    name: 'Nome utente',
    in: 'Accedi',
  },
  en: {
    title: 'Activate your account',
    activate: 'Activate the account',
    again: 'Confirm password',
    name: 'User name',
    in: 'Sign in',
  },
};

/** On the page of an activation link: sets the first password and signs in. */
async function activate(page: Page, language: 'it' | 'en', mail: string, password: string): Promise<void> {
  const words = WORDS[language];
  await title(page, words.title);
  await page.getByLabel('Password', { exact: true }).pressSequentially(password);
  await page.getByLabel(words.again, { exact: true }).pressSequentially(password);
  await press(page, words.activate);
  await page.getByRole('textbox', { name: words.name }).fill(mail);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, words.in);
  await page.waitForURL('**/home');
}

/** Returns the link that is displayed when no mail server is set. */
async function linkHandedOver(page: Page, language: 'it' | 'en'): Promise<string> {
  await press(page, language === 'it' ? 'Invia e-mail di attivazione' : 'Send activation e-mail');
  const linkField = dialog(page).getByRole('textbox');
  await expect.poll(() => linkField.inputValue()).toContain('/attiva-account/');
  const link = await linkField.inputValue();
  await press(dialog(page), language === 'it' ? 'Chiudi' : 'Close');
  await dialogClosed(page);
  return link;
}

async function belongsTo(page: Page, list: string, label: string, name: string): Promise<void> {
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: list }) });
  await pick(page, label, name);
  await press(section, 'Aggiungi');
  await section.getByRole('button', { name: `Togli ${name}` }).waitFor();
}

const state = (page: Page) => page.getByRole('region', { name: 'Stato' });

async function pass(page: Page, name: string): Promise<void> {
  await press(state(page), name);
  // Messages disappear, so the check starts before the click.
  await Promise.all([
    sees(page, `L'intervento è passato allo stato ${name}`),
    press(dialog(page), 'Procedi'),
  ]);
  await dialogClosed(page);
}

describe('a super administrator', () => {
  it(
    'sets up an empty plant until its first work is closed',
    visit({}, async ({ join }) => {
      const { page } = await join({ url: plant.url, language: 'it' });
      await page.goto(plant.link);
      await activate(page, 'it', 'superadmin@officina.local', 'Impianto-2026');
      await sees(page, 'Nessun intervento aperto.');

      await choose(page, 'Configura', 'Organizzazioni');
      await add(page);
      await type(page, 'Codice', 'NORD');
      await type(page, 'Descrizione', 'Stabilimento Nord');
      await saved(page, 'Stabilimento Nord');
      await page.getByRole('link', { name: 'NORD', exact: true }).waitFor();

      await choose(page, 'Configura', 'Reparti');
      await add(page);
      await type(page, 'Codice', 'MEC');
      await type(page, 'Descrizione', 'Officina meccanica');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'MEC', exact: true }).waitFor();

      await choose(page, 'Configura', 'Classi');
      await add(page);
      await type(page, 'Codice', 'POMPA');
      await type(page, 'Descrizione', 'Pompa');
      await saved(page, 'Pompa');

      await choose(page, 'Configura', 'Campi', 'Campi oggetto');
      await add(page);
      await pick(page, 'Classe', 'Pompa');
      await pick(page, 'Colonna', 'Testo 1');
      await type(page, 'Etichetta', 'Portata nominale');
      await toggle(page, "Mostra sull'intervento").click();
      await saved(page, 'Portata nominale');
      await sees(page.getByRole('table'), 'Portata nominale');

      await choose(page, 'Configura', 'Stati');
      await add(page);
      await type(page, 'Codice', 'CO');
      await type(page, 'Descrizione', 'In collaudo');
      await pick(page, 'Tipo stato', 'Lavorazione');
      await type(page, 'Ordine', '45');
      await saved(page, 'In collaudo');
      for (const [from, to] of [
        ['In corso', 'In collaudo'],
        ['In collaudo', 'Chiuso'],
      ] as const) {
        await page.getByRole('tab', { name: 'Struttura' }).click();
        await add(page);
        await pick(page, 'Stato padre', from);
        await pick(page, 'Stato figlio', to);
        await saveButton(page).click();
        await page.getByRole('row', { name: `${from} > ${to}` }).waitFor();
      }

      await choose(page, 'Configura', 'Ruoli');
      await add(page);
      await pick(page, 'Famiglia di ruolo', 'Tecnico');
      await type(page, 'Codice', 'MECC');
      await type(page, 'Nome', 'Meccanico');
      await saved(page, 'Meccanico');

      await choose(page, 'Configura', 'Utenti');
      await add(page);
      await type(page, 'Nome', 'Paolo');
      await type(page, 'Cognome', 'Neri');
      await type(page, 'E-mail', 'paolo.neri@nord.example');
      await pick(page, 'Ruolo', 'Meccanico');
      await saved(page, 'Paolo Neri');
      await title(page, 'Paolo Neri');
      await belongsTo(page, "Organizzazioni dell'utente", 'Organizzazione', 'Stabilimento Nord');
      await belongsTo(page, "Reparti dell'utente", 'Reparto', 'Officina meccanica');
      const link = await linkHandedOver(page, 'it');
      const { page: technicianPage } = await join({ url: plant.url, language: 'it' });
      await technicianPage.goto(link);
      await activate(technicianPage, 'it', 'paolo.neri@nord.example', 'Meccanico-2026');
      await sees(technicianPage, 'Niente di previsto per oggi.');

      await choose(page, 'Oggetti', 'Oggetti');
      await add(page);
      await pick(page, 'Classe', 'Pompa');
      await type(page, 'Codice', 'P-001');
      await type(page, 'Descrizione', 'Pompa di rilancio');
      await type(page, 'Portata nominale', '120 mc/h');
      await pick(page, 'Organizzazione', 'Stabilimento Nord');
      await pick(page, 'Reparto', 'Officina meccanica');
      await typeDate(page, 'Data installazione', '05032024');
      await saveButton(page).click();
      await title(page, 'P-001 - Pompa di rilancio');
      await sees(page, '120 mc/h');
      await sees(page, '05/03/2024');

      await choose(page, 'Interventi', 'Nuovo intervento', 'Inserisci Intervento');
      await pick(page, 'Oggetto', 'P-001');
      await sees(page, 'Portata nominale');
      await pick(page, 'Tipo Intervento', 'Guasto');
      await expect.poll(() => box(page, 'Descrizione').inputValue()).toBe('Guasto - Pompa di rilancio');
      await pick(page, 'Stato', 'Assegnato');
      await pick(page, 'Riferimento tecnico', 'Paolo Neri');
      await saveButton(page).click();
      const work = /^ODL-26-00001 - Guasto - Pompa di rilancio$/;
      await title(page, work);

      await technicianPage.getByRole('link', { name: 'Officina, Home' }).click();
      await technicianPage
        .getByRole('link', { name: /^ODL-26-00001 / })
        .first()
        .click();
      await title(technicianPage, work);
      for (const name of ['In corso', 'In collaudo', 'Chiuso']) await pass(technicianPage, name);
      await sees(state(technicianPage), /^Chiuso$/);

      await press(page, 'Mostra la versione attuale');
      await sees(state(page), /^Chiuso$/);
      await page.getByRole('link', { name: 'Officina, Home' }).click();
      await page
        .getByRole('region', { name: 'Interventi chiusi' })
        .getByRole('link', { name: /^ODL-26-00001 / })
        .waitFor();
    }),
  );

  it(
    'activates a new user from the phone',
    visit({ as: 'SUADMIN', phone: true, language: 'en' }, async ({ page, join }) => {
      await page.goto('/home');
      await choose(page, 'Configure', 'Users');
      await add(page);
      await type(page, 'Name', 'Ada');
      await type(page, 'Surname', 'Stone');
      await type(page, 'E-mail', 'ada.stone@officina.example');
      await pick(page, 'Role', 'Requester');
      await saved(page, 'Ada Stone', 'en');
      await title(page, 'Ada Stone');
      const link = await linkHandedOver(page, 'en');
      const { page: hers } = await join({ phone: true, language: 'en' });
      await hers.goto(link);
      await activate(hers, 'en', 'ada.stone@officina.example', 'Reporter-2026');
      await hers
        .getByRole('link', { name: /request/i })
        .first()
        .waitFor();
      await choose(page, 'Configure', 'Users');
      await page.getByRole('searchbox').pressSequentially('Ada Stone');
      await sees(page, 'Ada Stone');
    }),
  );
});
