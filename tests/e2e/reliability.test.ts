/** The page of MTBF and MTTR: filters, ranking, and the origin of each figure. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { inDays } from '../server/plant/days.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import type { Api } from './data/api.ts';
import { nameOf, newPlant, type Plant } from './data/asset-trees.ts';
import { box } from './user/forms.ts';
import { path, sees } from './user/navigation.ts';

const HOUR = 3_600_000;
/** Local to the plant. */
const today = inDays(0);
const weekBefore = inDays(-6);
const year = today.slice(0, 4);
const italian = (day: string): string => day.split('-').reverse().join('/');

/**
 * Creates five hours of failure on the machine, one hour on its motor without a start, and work that does not count.
 */
async function failures(api: Api): Promise<Plant> {
  const plant = await newPlant(api);
  const [types, states] = await Promise.all([
    api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1'),
    api<Row[]>('GET', '/stato/?all=1&pag=-1'),
  ]);
  const idOf = (rows: Row[], code: string) => rows.find(({ codice }) => codice === code)!.id;
  const end = Date.now() - 2 * HOUR;
  const work = async (asset: number, type: string, hours: number, withStart = true) => {
    const { utenti } = await api<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOggetto=${asset}`);
    const { id } = await api<Row>('POST', '/odl/?isBypassBlockAllowed=1', {
      descrizione: `Prova ${type}`,
      id_oggetto: asset,
      campo_nota1: 'Usura',
      campo_float1: 1,
      id_tipo_guasto: idOf(types, type),
      id_stato: idOf(states, 'AS'),
      id_tecnico: utenti[0]!.id,
      priorita: 1,
      data_ordine: new Date(end - hours * HOUR).toISOString(),
    });
    const dates = {
      data_inizio: withStart ? new Date(end - hours * HOUR).toISOString() : null,
      data_fine: new Date(end).toISOString(),
    };
    await api('PUT', `/odl/${id}?isBypassBlockAllowed=1`, { id_stato: idOf(states, 'IC') });
    await api('PUT', `/odl/${id}?isBypassBlockAllowed=1`, { id_stato: idOf(states, 'CH'), ...dates });
  };
  await work(plant.machine.id, 'GUA', 5);
  await work(plant.motor.id, 'GUA', 1, false);
  await work(plant.machine.id, 'PRE', 3);
  return plant;
}

const addressOf = ({ kind }: Plant, more = ''): string =>
  `/mtbf-mttr?tipoPeriodo=P&periodo=${weekBefore},${today}&idClasseObj=${kind.id}${more}`;
const cells = (page: Page, name: string): Promise<string[]> =>
  page.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts();
const first = (text: string | undefined): string => text?.split('\n')[0] ?? '';

/** Selects the kind of period by its full name. */
async function period(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Tipo di periodo', exact: true }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

describe('MTBF and MTTR', () => {
  it(
    'begin with the year in course, and have a year or a range [mtbf-defaults] [mtbf-year-clears-range] [mtbf-period-clears-year] [mtbf-no-type] [mtbf-filters]',
    visit({ as: 'SUPER', language: 'it', provokes: [422] }, async ({ page }) => {
      await page.goto('/mtbf-mttr');
      await page.getByRole('heading', { level: 1, name: 'MTBF-MTTR' }).waitFor();
      await expect.poll(() => box(page, 'Anno').inputValue()).toBe(year);
      await expect.poll(() => box(page, 'Numero di oggetti').inputValue()).toBe('5');
      // On its last day a year is whole.
      const said = page.getByText(
        `Il periodo finisce il 31/12/${year}: le cifre arrivano a oggi, ${italian(today)}.`,
      );
      await page.getByRole('table', { name: 'MTBF-MTTR' }).waitFor();
      await expect.poll(() => said.count()).toBe(today.endsWith('12-31') ? 0 : 1);
      for (const [name, value] of [
        ['Tipo di periodo', 'Anno'],
        ['Ordina per', 'MTBF, il più breve prima'],
        ['Vista', 'Albero'],
      ])
        await expect.poll(() => page.getByRole('combobox', { name, exact: true }).innerText()).toBe(value);
      for (const name of ['Organizzazione', 'Reparto', 'Classe', 'Tipo asset critico'])
        await expect.poll(() => page.getByRole('combobox', { name, exact: true }).count()).toBe(1);
      await box(page, 'Anno').fill('1');
      await page.getByRole('button', { name: 'Calcola' }).click();
      await sees(page.getByRole('search'), `L'anno deve essere fra 1900 e ${year}`);
      await period(page, 'Periodo');
      await expect.poll(() => box(page, 'Anno').count()).toBe(0);
      await expect.poll(() => page.getByRole('group', { name: 'Dal' }).count()).toBe(1);
      await period(page, 'Anno');
      await expect.poll(() => page.getByRole('group', { name: 'Dal' }).count()).toBe(0);
      await expect.poll(() => box(page, 'Anno').inputValue()).toBe(year);
      await period(page, 'Non scelto (anno in corso)');
      await expect.poll(() => box(page, 'Anno').count()).toBe(0);
      await page.getByRole('button', { name: 'Calcola' }).click();
      await expect.poll(() => new URL(page.url()).searchParams.has('anno')).toBe(false);
      await page.goto(`/mtbf-mttr?tipoPeriodo=P&periodo=${today},${weekBefore}`);
      await sees(page.getByRole('search'), 'La fine del periodo non può essere prima del suo inizio');
      await page.getByRole('button', { name: 'Azzera filtri' }).click();
      await expect.poll(() => box(page, 'Anno').inputValue()).toBe(year);
    }),
  );

  it(
    'show the tree, open it, and show the calculation of each figure [mtbf-row] [mtbf-summary] [mtbf-units]',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api }) => {
      const plant = await failures(api);
      await page.goto(addressOf(plant));
      const line = nameOf(plant.line);
      await page.getByRole('button', { name: line, exact: true }).waitFor();
      await expect
        .poll(() => page.getByRole('button', { name: nameOf(plant.motor), exact: true }).count())
        .toBe(0);
      const row = await cells(page, line);
      // Seven days minus five hours, which include that of the motor; two failures.
      expect(row.slice(2, 5).map(first)).toEqual(['2', '3,40', '2,50']);
      await sees(page, 'Con gli oggetti sottostanti');
      expect(row[6]).toMatch(
        /^\d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}\n\d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}$/,
      );
      await page.getByRole('button', { name: `Mostra gli oggetti sottostanti: ${line}` }).click();
      await page
        .getByRole('button', { name: `Mostra gli oggetti sottostanti: ${nameOf(plant.machine)}` })
        .click();
      await page.getByRole('button', { name: nameOf(plant.motor), exact: true }).waitFor();
      expect((await cells(page, nameOf(plant.motor))).slice(2, 5).map(first)).toEqual(['1', '6,96', '1,00']);
      expect(await violations(page)).toEqual([]);

      await page.getByRole('button', { name: line, exact: true }).click();
      const opened = page.getByRole('dialog', { name: line });
      await sees(opened, 'MTBF = (7 giorni − 5,00 ore di fermo ÷ 24) ÷ 2 interventi = 3,40 giorni');
      await sees(opened, 'MTTR = 5,00 ore di fermo ÷ 2 interventi = 2,50 ore');
      await sees(opened, 'Con meno di 5 interventi');
      await opened.getByRole('figure').locator('svg').first().waitFor();
      const counted = opened.getByRole('table', { name: 'Interventi' });
      await expect.poll(() => counted.getByRole('row').count()).toBe(3);
      // A missing start is estimated, and marked as such.
      await sees(opened, '1 intervento chiuso senza inizio conta dalla data prevista: stimato');
      const marked = counted.getByRole('row').filter({ hasText: 'stimato' });
      await expect.poll(() => marked.allInnerTexts()).toEqual([expect.stringContaining(plant.motor.codice)]);
      await opened.getByRole('button', { name: 'Tipo non conteggiato: 1' }).click();
      await sees(counted, 'Prova PRE');
      expect(await violations(page)).toEqual([]);
      await opened
        .getByRole('button', { name: /^\d\d\// })
        .nth(1)
        .click();
      await sees(opened, 'Nessun intervento compatibile con criteri MTBF e MTTR.');
      await opened
        .getByRole('button', { name: /^\d\d\// })
        .first()
        .click();
      await opened
        .getByRole('link', { name: /Prova GUA/ })
        .first()
        .click();
      await expect.poll(() => path(page)).toMatch(/^\/dettaglio-odl\//);
      await page.goBack();
      await page.getByRole('dialog', { name: line }).waitFor();
    }),
  );

  atNight(
    'have nothing to open in a period before the asset existed',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api }) => {
      const plant = await failures(api);
      await api('PUT', `/oggetto/${plant.machine.id}`, { data_gestione_manutenzione: weekBefore });
      const machine = nameOf(plant.machine);
      await page.goto(addressOf(plant, '&viewType=list'));
      await page.getByRole('button', { name: machine, exact: true }).waitFor();
      expect((await cells(page, machine))[6]).toMatch(/^\d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}\n–$/);
      await page.getByRole('button', { name: machine, exact: true }).click();
      const opened = page.getByRole('dialog', { name: machine });
      const earlier = opened.getByRole('button', { name: '–', exact: true });
      await earlier.waitFor();
      await expect.poll(() => earlier.isDisabled()).toBe(true);
      expect(await violations(page)).toEqual([]);
    }),
  );

  atNight(
    'are a list and a sheet, in English, on a phone and in the dark [mtbf-order-values] [mtbf-none]',
    visit({ as: 'SUADMIN', language: 'en', phone: true, mode: 'dark' }, async ({ page, api }) => {
      const plant = await failures(api);
      await page.goto(addressOf(plant, '&viewType=list&orderBy=MTTR'));
      const names = () => page.getByRole('main').getByRole('listitem').getByRole('button').allInnerTexts();
      await expect.poll(names).toEqual([nameOf(plant.machine), nameOf(plant.motor)]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Excel (XLSX)' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`mtbf-mttr-${weekBefore}-${today}.xlsx`);
      expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
      await page.getByRole('button', { name: nameOf(plant.machine), exact: true }).click();
      const opened = page.getByRole('dialog', { name: nameOf(plant.machine) });
      await sees(opened, 'MTTR = 5.00 hours of downtime ÷ 1 intervention = 5.00 hours');
      expect(await opened.getByText(/estimated/).count()).toBe(0);
      await opened.getByRole('figure').locator('svg').first().waitFor();
      expect(await violations(page)).toEqual([]);
      await opened.getByRole('button', { name: 'Close' }).click();
      await page.goto(`/mtbf-mttr?tipoPeriodo=Y&anno=1900&idClasseObj=${plant.kind.id}`);
      await sees(page, 'No interventions match the MTBF and MTTR criteria.');
    }),
  );

  it(
    'are on the page of an asset, with a link, and a message without failures [mtbf-none]',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api }) => {
      const plant = await failures(api);
      await page.goto(`/info-oggetto/${plant.machine.id}?tab=generali`);
      const panel = page.getByRole('region', { name: 'Affidabilità' });
      const scope = (name: string) => panel.getByRole('button', { name, exact: true });
      await expect.poll(() => scope('Con gli oggetti sottostanti').getAttribute('aria-pressed')).toBe('true');
      // The hour of the motor was within the five of the machine.
      await sees(panel, '2,50');
      await sees(panel, '1 intervento chiuso senza inizio conta dalla data prevista: stimato');
      await panel.getByRole('link', { name: 'Apri i dettagli' }).click();
      const opened = page.getByRole('dialog', { name: nameOf(plant.machine) });
      await sees(opened, 'Con gli oggetti sottostanti');
      await sees(opened, 'MTTR = 5,00 ore di fermo ÷ 2 interventi = 2,50 ore');
      await sees(opened, 'contano una volta sola: 1,00 ore in meno della somma');
      expect(path(page)).toBe('/mtbf-mttr');
      await page.goto(`/info-oggetto/${plant.line.id}?tab=generali`);
      await scope('Solo questo oggetto').click();
      await sees(panel, 'Nessun intervento compatibile con criteri MTBF e MTTR.');
      await panel.getByRole('link', { name: 'Apri i dettagli' }).click();
      await sees(page.getByRole('dialog', { name: nameOf(plant.line) }), 'Solo questo oggetto');
      await page.goto(`/info-oggetto/${plant.motor.id}?tab=generali`);
      await sees(panel, `Nell'anno in corso, fino al ${italian(today)}. Solo questo oggetto`);
      expect(await scope('Solo questo oggetto').count()).toBe(0);
    }),
  );

  it(
    'are not for requesters, who are redirected to the home page [mtbf-redirect]',
    visit({ as: 'RESP' }, async ({ page }) => {
      await page.goto('/mtbf-mttr');
      await expect.poll(() => path(page)).toBe('/home');
    }),
  );
});
