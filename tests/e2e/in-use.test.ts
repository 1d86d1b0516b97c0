/**
 * Rows in use are not deleted unseen: the dialog shows the number of uses, and offers a replacement or taking it out
 * of use.
 */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import { pick, rowAction, searchBox } from './user/forms.ts';
import { sees } from './user/navigation.ts';

describe('a deletion', () => {
  it(
    'of a row in use shows the number of uses, and offers a replacement [O1]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const mark = `U${Date.now().toString(36)}`;
      const [old, other] = [
        await api('POST', '/magazzino/classe/', { codice: `${mark}-A`, descrizione: `Prima ${mark}` }),
        await api('POST', '/magazzino/classe/', { codice: `${mark}-B`, descrizione: `Dopo ${mark}` }),
      ];
      const place = { descrizione: 'Prova', id_organizzazione: 1, id_reparto: 1, id_classe: old.id };
      const stores = [
        await api('POST', '/magazzino/', { ...place, codice: `${mark}-1` }),
        await api('POST', '/magazzino/', { ...place, codice: `${mark}-2` }),
      ];
      await page.goto('/conf-classi-magazzini');
      await searchBox(page).fill(`${mark}-A`);
      await sees(page, '1 - 1 / 1');
      await rowAction(page, 'delete', `Prima ${mark}`)
        .or(rowAction(page, 'delete', `${mark}-A - Prima ${mark}`))
        .click();
      const dialog = page.getByRole('dialog');
      await sees(dialog, '2 Magazzini (Classe)');
      const confirm = dialog.getByRole('button', { name: 'Sostituisci ed elimina', exact: true });
      await expect.poll(() => confirm.isDisabled()).toBe(true);
      await pick(page, 'Sostituisci con', `Dopo ${mark}`);
      await confirm.click();
      await sees(page, /Eliminato: .*Prima/);
      for (const { id } of stores)
        expect((await api<Row>('GET', `/magazzino/${id}`)).id_classe).toBe(other.id);
      await dialog.waitFor({ state: 'detached' });

      // Unused rows have the usual question.
      for (const { id } of stores) await api('DELETE', `/magazzino/${id}`);
      await searchBox(page).fill(`${mark}-B`);
      await rowAction(page, 'delete', `Dopo ${mark}`)
        .or(rowAction(page, 'delete', `${mark}-B - Dopo ${mark}`))
        .click();
      await sees(dialog, "L'operazione non può essere annullata.");
      await dialog.getByRole('button', { name: 'Elimina', exact: true }).click();
      await sees(page, /Eliminato: .*Dopo/);
    }),
  );

  atNight(
    'of an asset with a plan offers to put it out of use, in English too [O1]',
    visit({ as: 'SUADMIN', language: 'en' }, async ({ page, api }) => {
      const plans = await api<Row[]>('GET', '/manutenzione/?pag=-1');
      const assets = await api<Row[]>('GET', '/oggetto/?pag=-1');
      const asset = assets.find(
        ({ id, dismesso, num_figli }) =>
          !dismesso && !num_figli && plans.some((plan) => plan.id_oggetto === id),
      )!;
      await page.goto(`/upd-oggetto/${asset.id}`);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await sees(dialog, 'It is in use and cannot be deleted.');
      expect(await dialog.getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Take out of use', exact: true }).click();
      await sees(page, /^Taken out of use: /);
      expect((await api<Row>('GET', `/oggetto/${asset.id}`)).dismesso).toBe(1);
      await api('PUT', `/oggetto/${asset.id}`, { dismesso: 0 });
    }),
  );
});
