/** Mail templates, the mail they create for an intervention, and the outbox. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Language, Row } from '../../schemas/entity.ts';
import { atNight, byDay } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { box, saveButton } from './user/forms.ts';
import { sees } from './user/navigation.ts';

describe('mail', () => {
  for (const phone of byDay([true, false]))
    it(
      `of a template is looked at before it is saved, on a ${phone ? 'phone' : 'desktop'} [mail-info-popover]`,
      visit({ as: 'SUADMIN', phone, says: /Blocked script execution/ }, async ({ page }) => {
        await page.goto('/upd-mail-template');
        await box(page, 'Oggetto della mail').fill('Su $#$codiceOdl$#$ $#$boh$#$');
        await box(page, 'Destinatari fissi').fill('ditta@x.example, rotto');
        await box(page, 'Testo').fill('<p>Ecco <b>$#$odl$#$</b></p><script>document.title = "run"</script>');
        await page.getByRole('button', { name: 'Anteprima' }).click();
        const dialog = page.getByRole('dialog', { name: 'Anteprima' });
        await dialog.getByText('Segnaposto sconosciuto, resta vuoto: boh').waitFor();
        await dialog.getByText('Non sono indirizzi e-mail: rotto').waitFor();
        await dialog.getByText('ditta@x.example').waitFor();
        await dialog
          .getByRole('heading', { level: 3 })
          .filter({ hasText: /^Su \S+/ })
          .waitFor();
        const frame = page.frameLocator('iframe[title="Testo della mail"]');
        await frame.getByText(/^Ecco/).waitFor();
        await expect.poll(() => page.title()).not.toBe('run');
        expect(await violations(page)).toEqual([]);
        await dialog.getByRole('button', { name: 'Chiudi' }).click();
        await expect
          .poll(() => box(page, 'Oggetto della mail').inputValue())
          .toBe('Su $#$codiceOdl$#$ $#$boh$#$');
      }),
    );

  atNight(
    'of a template shows the reason in a dialog if the deletion or the save is refused',
    visit({ as: 'SUADMIN', language: 'it', provokes: [404] }, async ({ page, api }) => {
      const subject = `M${Date.now().toString(36)}`;
      const [state] = await api<Row[]>('GET', '/stato/?all=1');
      const { id } = await api('POST', '/mail-templates/', {
        id_stato: state!.id,
        subject,
        body: '<p>Ciao, <b>mondo</b>.</p><p>A dopo</p>',
      });
      await page.goto('/list-mail-templates');
      await page.getByRole('cell', { name: 'Ciao, mondo. A dopo', exact: true }).waitFor();
      await page.goto(`/upd-mail-template/${id}`);
      await expect.poll(() => box(page, 'Oggetto della mail').inputValue()).toBe(subject);
      // A colleague was faster.
      await api('DELETE', `/mail-templates/${id}`);
      await page.getByRole('button', { name: /^Elimina/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
      const refusal = page.getByRole('alertdialog');
      await refusal.getByText("L'elemento richiesto non esiste o non è visibile.").waitFor();
      expect(await page.locator('.toast').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      await refusal.getByRole('button', { name: 'Chiudi' }).click();
      await refusal.waitFor({ state: 'detached' });
    }),
  );

  atNight(
    'is saved with placeholders that do not exist, and says which in which field [mail-after-save] [mail-placeholders]',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api, join }) => {
      const states = await api<Row[]>('GET', '/stato/?all=1');
      const subject = `M${Date.now().toString(36)}`;
      const template = await api('POST', '/mail-templates/', {
        id_stato: states[0]!.id,
        subject,
        body: '$#$odl$#$',
        active: 0,
      });
      const form = `/upd-mail-template/${template.id}`;
      const warnings = (on: Page) => on.locator('.toast').filter({ hasText: '$#$' });
      const save = async (on: Page, language: Language = 'it') => {
        await saveButton(on, language).click();
        await on.waitForURL('**/list-mail-templates*');
      };
      await page.goto(form);
      await box(page, 'Oggetto della mail').fill(`${subject} $#$codice$#$`);
      await box(page, 'Testo').fill('$#$odl$#$ $#$nome$#$ $#$ cognome $#$ $#$obj_campo_str1$#$');
      await save(page);
      const inSubject =
        'Il modello è salvato, ma in «Oggetto della mail» il segnaposto $#$codice$#$ non esiste: nella mail resta vuoto.';
      const inBody =
        'Il modello è salvato, ma in «Testo» i segnaposto $#$nome$#$, $#$cognome$#$ non esistono: nella mail restano vuoti.';
      await sees(page, inSubject);
      await sees(page, inBody);
      expect(await api('GET', `/mail-templates/${template.id}`)).toMatchObject({
        subject: `${subject} $#$codice$#$`,
      });
      expect(await violations(page)).toEqual([]);
      // Without a fault there is nothing to say.
      await page.goto(form);
      await box(page, 'Oggetto della mail').fill(subject);
      await box(page, 'Testo').fill('$#$odl$#$');
      const checked = page.waitForResponse(
        (reply) =>
          reply.url().endsWith('/anteprima') &&
          (reply.request().postData() ?? '').includes('"body":"$#$odl$#$"'),
      );
      await save(page);
      await checked;
      expect(await warnings(page).count()).toBe(0);

      await page.goto('about:blank');
      const { page: phone, api: later } = await join({ as: 'SUADMIN', phone: true, language: 'en' });
      await phone.goto(form);
      await box(phone, 'Body').fill('$#$name$#$');
      await save(phone, 'en');
      await sees(
        phone,
        'The template is saved, but in “Body” the placeholder $#$name$#$ does not exist: the mail leaves it empty.',
      );
      await later('DELETE', `/mail-templates/${template.id}`);
    }),
  );

  it(
    'waits in the outbox without SMTP, is read, and is saved as a file',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const mark = `M${Date.now().toString(36)}`;
      const states = await api<Row[]>('GET', '/stato/?all=1');
      const state = states.find(({ codice }) => codice === 'AP')!.id;
      const template = await api('POST', '/mail-templates/', {
        id_stato: state,
        subject: `${mark} $#$odl$#$`,
        body: '<p>Ecco <b>$#$odl$#$</b></p>',
        recipients: 'Ditta <ditta@x.example>',
      });
      const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
      const types = await api<Row[]>('GET', '/odl/tipoGuasto/');
      await api('POST', '/odl/', {
        id_oggetto: asset!.id,
        id_stato: state,
        id_tipo_guasto: types.find(({ codice }) => codice === 'GUA')!.id,
        descrizione: 'Perdita & rumore',
        priorita: 1,
      });
      const written = () => api<Row[]>('GET', `/posta/?filtro=${mark}`);
      await expect.poll(async () => (await written()).length).toBe(1);
      await api('DELETE', `/mail-templates/${template.id}`);

      await page.goto(`/posta-in-uscita?filter=${encodeURIComponent(JSON.stringify({ q: mark }))}`);
      await sees(page, `${mark} Perdita & rumore`);
      await page.getByText(`${mark} Perdita & rumore`).first().click();
      await page.waitForURL('**/dettaglio-posta/*');
      await page.frameLocator('iframe').getByText('Perdita & rumore').waitFor();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Scarica .eml' }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(/^mail-\d+\.eml$/);
      const eml = await readFile(await download.path(), 'utf8');
      expect(eml).toMatch(/^To: Ditta <ditta@x.example>/m);
      expect(eml).toContain(`Subject: ${mark} Perdita & rumore`);
    }),
  );

  atNight(
    'is tested, and failures are shown in the dialog',
    visit({ as: 'SUADMIN', provokes: [422] }, async ({ page }) => {
      await page.goto('/posta-in-uscita');
      await page.getByRole('button', { name: "Prova l'invio" }).click();
      const dialog = page.getByRole('dialog', { name: "Prova l'invio" });
      await dialog.getByLabel('A chi').fill('io@x.example');
      await dialog.getByRole('button', { name: 'Invia la prova' }).click();
      await dialog.getByText("L'invio non è configurato").waitFor();
      expect(await violations(page)).toEqual([]);
    }),
  );

  atNight(
    'server’s password is typed unseen, and stays when nobody types',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const settings = await api<Row[]>('GET', '/parametro/?pag=-1');
      const { id } = settings.find(({ codice }) => codice === 'SmtpPassword')!;
      const value = async () => (await api('GET', `/parametro/${id}`)).valore;
      const open = async () => {
        await page.goto(`/upd-parametro/${id}`);
        await page.getByRole('heading', { level: 1, name: 'SmtpPassword' }).waitFor();
      };
      const save = async () => {
        await saveButton(page).click();
        await page.waitForURL('**/conf-parametri*');
      };
      await open();
      await expect.poll(() => box(page, 'Valore').getAttribute('type')).toBe('password');
      await box(page, 'Valore').fill('segreta!');
      await save();
      await sees(page, '********');
      await expect.poll(() => value()).toBe('********');
      await open();
      await expect.poll(() => box(page, 'Valore').inputValue()).toBe('********');
      await box(page, 'Valore').fill('');
      await save();
      await expect.poll(() => value()).toBeFalsy();
    }),
  );
});
