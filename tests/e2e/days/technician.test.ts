/** A technician's day: today's work is opened, done, measured, signed and closed; the rest follows on the desktop. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { png } from '../../files/sample-files.ts';
import { visit } from '../browser/visit.ts';
import { box, pick, toggle } from '../user/forms.ts';
import { choose, dialog, dialogClosed, press, retype, saved, title, type } from '../user/input.ts';
import { sees, userMenu } from '../user/navigation.ts';
import { draw } from '../user/signature.ts';

const CODE = 'ODL-26-00023';
const WORK = /^ODL-26-00023 - Assorbimento elevato/;

const tab = (page: Page, name: RegExp): Promise<void> => page.getByRole('tab', { name }).click();
const state = (page: Page) => page.getByRole('region', { name: /^(Stato|State)$/ });

/** Prepares the work on the evening before: a checklist, and a signature on closing. */
async function prepared(page: Page): Promise<void> {
  await page.goto('/home');
  await choose(page, 'Configura', 'Stati');
  await page.getByRole('link', { name: 'Modifica: Chiuso' }).click();
  await toggle(page, 'Richiedi firma rapportino').click();
  await saved(page, 'Chiuso');
  await choose(page, 'Interventi', 'Elenco Interventi');
  await page.getByRole('searchbox', { name: 'Cerca in Interventi' }).pressSequentially(CODE);
  await page.getByRole('cell', { name: CODE, exact: true }).click();
  await press(page, 'Modifica');
  await pick(page, 'Checklist', 'Motore elettrico: semestrale');
  await press(page, 'Salva');
  await title(page, WORK);
  await tab(page, /^Checklist/);
  await sees(page, 'Voci eseguite: 0 su');
}

async function fetchesABearing(page: Page): Promise<void> {
  await tab(page, /^Prenotazioni/);
  await press(page, 'Aggiungi Prenotazione Ricambio');
  await pick(page, 'Ricambio', 'CUS-6206');
  await sees(dialog(page), /^Giacenza attuale: /);
  await type(dialog(page), 'Quantità', '2');
  await press(dialog(page), 'Prenota');
  await dialogClosed(page);
  await sees(page, 'Da prelevare');

  await press(page, 'Preleva: CUS-6206');
  await pick(page, 'Magazzino', 'Furgone');
  await expect
    .poll(() => dialog(page).getByRole('combobox', { name: 'Ubicazione / Lotto' }).innerText())
    .toContain('Cassetti');
  await press(dialog(page), 'Preleva');
  await dialogClosed(page);

  await tab(page, /^Ricambi \(1\)/);
  await press(page, 'Rendi Ricambio: CUS-6206');
  await type(dialog(page), 'Quantità', '1');
  await press(dialog(page), 'Rendi');
  await dialogClosed(page);
  await sees(page.getByRole('listitem').filter({ hasText: 'CUS-6206' }), /^1,00$/);
}

async function ticks(page: Page): Promise<void> {
  await tab(page, /^Checklist/);
  const boxes = page.getByRole('tabpanel').getByRole('checkbox');
  await boxes.first().waitFor();
  const count = await boxes.count();
  for (let item = 0; item < count; item += 1) {
    await boxes.nth(item).click();
    await sees(page, `Voci eseguite: ${item + 1} su ${count}`);
  }
  await press(page, /^Aggiungi nota: /);
  await page.getByRole('textbox', { name: /^Nota: / }).pressSequentially('Cuscinetto lato comando rumoroso');
  await press(page, 'Salva');
  await sees(page, 'Cuscinetto lato comando rumoroso');
  const chooser = page.waitForEvent('filechooser');
  await press(page, /^Foto: /);
  await (await chooser).setFiles({ name: 'cuscinetto.png', mimeType: 'image/png', buffer: png() });
  await page.getByRole('button', { name: 'Visualizza: cuscinetto.png' }).waitFor();
}

async function signs(page: Page, who: string): Promise<void> {
  const place = page.getByRole('region', { name: who });
  await draw(page, `${who}: firmare qui`);
  await press(place, 'Salva firma');
  await place.getByRole('button', { name: 'Rimuovi e rifai' }).waitFor();
}

describe('a technician', () => {
  it(
    'does the work of the day on the phone, and closes it',
    visit({ as: 'RIFTEC', phone: true, language: 'it' }, async ({ page, join }) => {
      const { page: office } = await join({ as: 'SUADMIN', language: 'it' });
      await prepared(office);

      await page.goto('/home');
      // Late, if midnight passed since the plant was created.
      const due = page.getByRole('region', { name: /^(Oggi|In ritardo)$/ });
      await due.getByRole('link', { name: new RegExp(`^${CODE} `) }).click();
      await title(page, WORK);
      await sees(state(page), /^Assegnato$/);
      // The card of work mode has its own test, in work-card.test.ts.
      await press(page, 'Tutto');
      await page.getByRole('tab', { name: /^Generali/ }).waitFor();
      const passes = (name: string) => page.getByRole('button', { name: `Passa allo stato: ${name}` });
      await passes('In corso').click();
      await press(dialog(page), 'Procedi');
      await dialogClosed(page);
      await sees(state(page), /Per lo stato Chiuso il campo Causa del guasto deve essere valorizzato/);

      await press(page, 'Modifica');
      await title(page, 'Modifica Intervento');
      await type(page, 'Causa del guasto', 'Cuscinetto usurato');
      await type(page, 'Ore di fermo', '1,5');
      await toggle(page, 'Fermo linea').click();
      await toggle(page, 'Prova di isolamento eseguita').click();
      await type(page, 'Resistenza di isolamento (MΩ)', '2,5');
      await expect.poll(() => box(page, 'Causa del guasto').inputValue()).toBe('Cuscinetto usurato');
      await press(page, 'Salva');
      await title(page, WORK);
      await sees(page, 'Cuscinetto usurato');

      await fetchesABearing(page);

      await tab(page, /^Costi/);
      await press(page, 'Aggiungi Costo');
      await pick(page, 'Costo predefinito', 'MO-ELE');
      await expect.poll(() => box(dialog(page), 'Descrizione').inputValue()).toContain('Manodopera');
      await retype(dialog(page), 'Quantità', '1,5');
      await press(dialog(page), 'Salva');
      await dialogClosed(page);
      await sees(page.getByRole('listitem').filter({ hasText: 'Manodopera tecnico elettrico' }), /^1,50?$/);

      await ticks(page);

      await passes('Chiuso').click();
      await press(dialog(page), 'Procedi');
      await sees(
        dialog(page),
        'Il passaggio allo stato selezionato richiede la creazione di un rapportino. Procedere?',
      );
      await press(dialog(page), 'Procedi');
      await signs(page, 'Firma del tecnico');
      await signs(page, 'Firma del segnalatore');
      await press(dialog(page), 'Genera rapportino');
      await sees(page, 'Rapportino generato correttamente');
      await dialogClosed(page);
      await sees(state(page), /^Chiuso$/);
      await tab(page, /^Documenti \(1\)/);
      await page
        .getByRole('tabpanel')
        .getByText(/\.pdf$/i)
        .waitFor();

      await page.getByRole('link', { name: 'Officina, Home' }).click();
      await sees(page.getByRole('region', { name: 'Oggi' }), 'Niente di previsto per oggi.');
      await press(office, 'Mostra la versione attuale');
      await sees(state(office), /^Chiuso$/);
    }),
  );

  it(
    'finishes the rest at the desk, and writes a comment',
    visit({ as: 'RIFTEC', language: 'en' }, async ({ page }) => {
      await page.goto('/home');
      const late = page.getByRole('region', { name: 'Late' });
      await late.getByRole('link', { name: /^ODL-26-00020 / }).click();
      await title(page, /^ODL-26-00020 - Rumore alla traslazione$/);
      await press(state(page), 'In progress');
      await press(dialog(page), 'Proceed');
      await dialogClosed(page);
      await sees(state(page), /^In progress$/);
      await tab(page, /^Comments/);
      await press(page, /^Add/);
      await type(dialog(page), 'Text', 'Wheel changed, noise gone');
      await press(dialog(page), 'Save');
      await dialogClosed(page);
      await sees(page, 'Wheel changed, noise gone');
      await choose(page, 'Interventions', 'List of interventions');
      await page
        .getByRole('searchbox', { name: 'Search in Interventions' })
        .pressSequentially('ODL-26-00020');
      await sees(page.getByRole('row').filter({ hasText: 'ODL-26-00020' }), 'In progress');
      await press(await userMenu(page), /^Sign out$/);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    }),
  );
});
