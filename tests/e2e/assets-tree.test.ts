/** The tree of assets: next to the list, in a drawer on a phone, with mouse and keyboard. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { type Made, nameOf, newAsset, newPlant } from './data/asset-trees.ts';
import { confirmDelete } from './user/forms.ts';
import { go, path, sees } from './user/navigation.ts';

/** Long timeouts for slow machines; a tree that never appears still fails. */
const tree = (page: Page): Locator => page.getByRole('tree', { name: 'Oggetti' });
const node = (page: Page, asset: Made): Locator =>
  page.getByRole('treeitem').filter({ has: page.getByText(nameOf(asset), { exact: true }) });
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Cerca nella struttura' });
const filterIn = (page: Page): Row => JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}');
const visibleRows = (page: Page): Locator => page.locator('tbody tr');

/** Scrolls to an asset, because distant rows are not rendered. */
async function rollTo(page: Page, asset: Made): Promise<void> {
  await tree(page).hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 300);
      return node(page, asset).count();
    })
    .toBe(1);
}

/** Searches an asset in the tree and selects it. */
async function find(page: Page, asset: Made): Promise<void> {
  await search(page).fill(asset.codice);
  await page
    .getByRole('button', { name: nameOf(asset) })
    .first()
    .click();
  await node(page, asset).waitFor();
}

const MENU = ['Dettagli', 'Aggiungi figlio', 'Modifica', 'Copia', 'Elimina'];
const entries = (page: Page): Locator => page.getByRole('menu').getByRole('menuitem');

describe('the tree next to the list', () => {
  it(
    'opens at a search hit; the selected node is the filter in the address, and Back removes it [asset-filters]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { line, machine, motor } = await newPlant(api);
      await page.goto('/conf-oggetti');
      await tree(page).waitFor();
      await search(page).fill(motor.codice);
      const hit = page.getByRole('button', { name: nameOf(motor) });
      await sees(hit, `${nameOf(line)} › ${nameOf(machine)}`);
      await hit.click();
      await node(page, motor).waitFor();
      await expect.poll(() => node(page, motor).getAttribute('aria-selected')).toBe('true');
      await expect.poll(() => node(page, motor).getAttribute('aria-level')).toBe('3');
      await sees(page, '1 - 1 / 1');
      expect(filterIn(page).idOggetto).toBe(motor.id);
      await sees(page.getByRole('region', { name: 'Filtri attivi' }), nameOf(motor));
      await node(page, machine).click();
      await sees(page, '1 - 2 / 2');
      expect(filterIn(page).idOggetto).toBe(machine.id);
      await page.goBack();
      await sees(page, '1 - 1 / 1');
      expect(filterIn(page).idOggetto).toBe(motor.id);
      await page.getByRole('button', { name: 'Mostra tutto' }).click();
      await expect.poll(() => filterIn(page).idOggetto).toBeUndefined();
    }),
  );

  atNight(
    'opens at the asset of a shared link, and remembers the open nodes',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { machine, motor } = await newPlant(api);
      await page.goto(`/conf-oggetti?filter=${encodeURIComponent(`{"idOggetto":${motor.id}}`)}`);
      await node(page, motor).waitFor();
      await expect.poll(() => visibleRows(page).count()).toBe(1);
      await page.goto('/home');
      await page.goto('/conf-oggetti?filter={}');
      await rollTo(page, motor);
      await node(page, machine).press('ArrowLeft');
      await node(page, motor).waitFor({ state: 'detached' });
      await page.reload();
      await rollTo(page, machine);
      await expect.poll(() => node(page, motor).count()).toBe(0);
    }),
  );

  it(
    'has a menu by the right button, by its mark and by the keyboard [asset-tree-menu]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { line, kind } = await newPlant(api);
      await page.goto('/conf-oggetti');
      await find(page, line);
      await node(page, line).click({ button: 'right' });
      await expect.poll(() => entries(page).allInnerTexts()).toEqual(MENU);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: `Menu: ${nameOf(line)}`, exact: true }).click();
      await expect.poll(() => entries(page).allInnerTexts()).toEqual(MENU);
      await page.keyboard.press('Escape');
      await node(page, line).focus();
      await page.keyboard.press('Shift+F10');
      await expect.poll(() => entries(page).allInnerTexts()).toEqual(MENU);
      const ways = [
        ['Dettagli', `/info-oggetto/${line.id}`],
        ['Aggiungi figlio', `/add-oggetto-figlio/${line.id}/${kind.id}/1`],
        ['Modifica', `/upd-oggetto/${line.id}`],
        ['Copia', `/copia-oggetto/${line.id}`],
      ] as const;
      for (const [name, address] of ways) {
        await entries(page).filter({ hasText: name }).click();
        await page.waitForURL(`**${address}*`);
        await page.goBack();
        await rollTo(page, line);
        await node(page, line).click({ button: 'right' });
      }
      await entries(page).filter({ hasText: 'Elimina' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Annulla' }).click();
      await node(page, line).waitFor();
    }),
  );

  for (const family of ['RIFTEC', 'RESP'] as const)
    atNight(
      `has no menu for ${family}, who can still open an asset [asset-tree-menu]`,
      visit({ as: family }, async ({ page, api }) => {
        const [asset] = await api<Made[]>('GET', '/oggetto/?pag=1');
        await page.goto('/conf-oggetti');
        await find(page, asset!);
        await node(page, asset!).click({ button: 'right' });
        await expect.poll(() => page.getByRole('menu').count()).toBe(0);
        await expect.poll(() => page.getByRole('button', { name: /^Menu: / }).count()).toBe(0);
        await node(page, asset!).dblclick();
        await page.waitForURL(`**/info-oggetto/${asset!.id}`);
        await page.getByRole('tab', { name: 'Generali' }).waitFor();
        await expect
          .poll(() => page.getByRole('button', { name: 'Aggiungi Oggetto Figlio' }).count())
          .toBe(0);
      }),
    );

  atNight(
    'is used without a mouse: arrows open, Enter chooses, Tab leaves it',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { line, machine, motor } = await newPlant(api);
      await page.goto('/conf-oggetti');
      await find(page, line);
      await node(page, line).focus();
      await page.keyboard.press('ArrowRight');
      await node(page, machine).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await node(page, motor).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => filterIn(page).idOggetto).toBe(machine.id);
      await page.keyboard.press('ArrowLeft');
      await node(page, motor).waitFor({ state: 'detached' });
      await page.keyboard.press('Tab');
      const inTree = await page.evaluate(() => Boolean(document.activeElement?.closest('[role="tree"]')));
      expect(inTree).toBe(false);
      const handle = page.getByRole('separator', { name: 'Larghezza della struttura' });
      const before = Number(await handle.getAttribute('aria-valuenow'));
      await handle.press('ArrowRight');
      expect(Number(await handle.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Nascondi la struttura' }).click();
      await tree(page).waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('button', { name: 'Mostra la struttura' }).click();
      await tree(page).waitFor();
    }),
  );

  atNight(
    'marks assets out of service, which only the switch includes [asset-filters]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { kind } = await newPlant(api);
      const old = await newAsset(api, kind.id, { dismesso: 1 });
      await page.goto('/conf-oggetti');
      await search(page).fill(old.codice);
      await sees(page, 'Nessun elemento trovato: provare con altre parole');
      await search(page).fill('');
      await page.getByRole('button', { name: 'Filtri', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: 'Filtri' });
      await drawer.getByRole('switch', { name: 'Mostra dismessi' }).check();
      await drawer.getByRole('button', { name: 'Cerca', exact: true }).click();
      expect(filterIn(page).dismesso).toBe('1');
      await find(page, old);
      await sees(node(page, old), 'Dismesso');
    }),
  );

  atNight(
    'removes a deleted branch with all its children [asset-delete]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { line, machine, motor } = await newPlant(api);
      await page.goto('/conf-oggetti');
      await find(page, machine);
      await node(page, machine).click({ button: 'right' });
      await entries(page).filter({ hasText: 'Elimina' }).click();
      await sees(
        page.getByRole('dialog'),
        `Sicuro di voler eliminare il campo oggetto: ${nameOf(machine)} e tutti gli oggetti figli a lui associati?`,
      );
      await confirmDelete(page);
      await node(page, machine).waitFor({ state: 'detached' });
      await node(page, line).waitFor();
      expect(filterIn(page).idOggetto).toBeUndefined();
      const left = await api<Row[]>('GET', `/oggetto/?pag=1&dismesso=1&filtro=${motor.codice}`);
      expect(left).toEqual([]);
    }),
  );
});

describe('on a phone', () => {
  atNight(
    'the tree is a drawer that closes with the choice, a card has the menu of its row, and buttons that add something have different icons [asset-tree-menu]',
    visit({ as: 'SUADMIN', phone: true }, async ({ page, api }) => {
      const { machine, motor } = await newPlant(api);
      await page.goto('/conf-oggetti');
      await page.getByRole('button', { name: 'Struttura', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: 'Struttura' });
      await drawer.getByRole('treeitem').first().waitFor();
      expect(await violations(page)).toEqual([]);
      await search(page).fill(motor.codice);
      await drawer.getByRole('button', { name: nameOf(motor) }).click();
      await drawer.waitFor({ state: 'detached' });
      await sees(page, '1 - 1 / 1');
      await page.getByRole('button', { name: `Menu: ${nameOf(motor)}` }).click();
      await expect.poll(() => entries(page).allInnerTexts()).toEqual(MENU);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Struttura', exact: true }).click();
      await node(page, motor).waitFor();
      const { height } = (await node(page, machine).boundingBox())!;
      expect(height).toBeGreaterThanOrEqual(48);
      await node(page, machine).tap();
      await sees(page, '1 - 2 / 2');
      expect(path(page)).toBe('/conf-oggetti');
      await go(page, `/info-oggetto/${machine.id}?tab=interventi`);
      // Buttons without words look different.
      const added = page.getByRole('button', { name: /^Aggiungi (Oggetto Figlio|Intervento)$/ });
      await expect.poll(() => added.count()).toBe(2);
      const icons = await added.locator('path').evaluateAll((all) => all.map((one) => one.getAttribute('d')));
      expect(new Set(icons).size).toBe(2);
    }),
  );
});
