/** What a phone does to a page: it is turned, a keyboard covers half of it, the sun shines, and long names are narrow. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { atNight } from '../runner/nightly.ts';
import { offline } from './browser/no-network.ts';
import { visit } from './browser/visit.ts';
import type { Api } from './data/api.ts';
import { assigned, bothSign, checklist, newMachine, stateOf } from './days/work.ts';
import { settled } from './screens/screens.ts';
import { saveButton } from './user/forms.ts';
import { dialog, press } from './user/input.ts';
import { go, sees, signIn } from './user/navigation.ts';
import { draw } from './user/signature.ts';

const UPRIGHT = { width: 390, height: 844 };
const LYING = { width: 844, height: 390 };
/** What a keyboard leaves of the page. */
const ABOVE_KEYBOARD = { width: 390, height: 420 };
const LONG = 'Riduttoreprincipale'.repeat(11).slice(0, 200);
const TECHNICIAN = 'Firma del tecnico: firmare qui';

bothSign();

/** Work that only the signatures keep from being closed. */
const signable = async (admin: Api) => {
  const work = await assigned(admin, { campo_nota1: 'Usura', campo_float1: 1 });
  const states = await admin<{ codice: string; id: number }[]>('GET', '/stato/?all=1&pag=-1');
  const begun = states.find(({ codice }) => codice === 'IC')!;
  await admin('PUT', `/odl/${work.id}`, { id_stato: begun.id });
  return work;
};

/** Whether something is drawn on the canvas of the technician. */
const isDrawn = (page: Page): Promise<boolean> =>
  page.getByRole('img', { name: TECHNICIAN }).evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const copy = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!;
    copy.drawImage(canvas as HTMLCanvasElement, 0, 0);
    return copy.getImageData(0, 0, width, height).data.some((value, index) => index % 4 === 3 && value > 0);
  });

/** Signs, turns the phone to the side and back, and finds the drawing. */
async function signsAndTurns(page: Page): Promise<void> {
  await draw(page, TECHNICIAN);
  expect(await isDrawn(page)).toBe(true);
  for (const size of [LYING, UPRIGHT]) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await isDrawn(page)).toBe(true);
  }
}

describe('a phone that is turned while a job report is signed', () => {
  it(
    'keeps the card, the dialog and the drawing',
    visit({ as: 'RIFTEC', phone: true, language: 'it' }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await signable(admin);
      await page.goto(`/dettaglio-odl/${work.id}`);
      await press(page, 'Firma e chiudi');
      await page.getByRole('img', { name: TECHNICIAN }).waitFor();
      const technician = page.getByRole('region', { name: 'Firma del tecnico' });
      const requester = page.getByRole('region', { name: 'Firma del segnalatore' });
      const nameIn = (place: Locator) =>
        place.getByRole('textbox', { name: 'Nome di chi firma' }).inputValue();
      expect([await nameIn(technician), await nameIn(requester)]).toEqual(['Luca Ferri', '']);
      // A tap is no signature. The warning goes with the signature.
      await page.getByRole('img', { name: TECHNICIAN }).click();
      expect(await isDrawn(page)).toBe(true);
      await press(technician, 'Salva firma');
      await sees(technician, 'Inserire la firma');
      await signsAndTurns(page);
      await expect.poll(() => technician.getByText('Inserire la firma').count()).toBe(0);
      await draw(page, 'Firma del segnalatore: firmare qui');
      await press(dialog(page), 'Firma e chiudi');
      await sees(stateOf(page), /^Chiuso$/);
    }),
  );

  atNight(
    'keeps them on the page with all sections too',
    visit({ as: 'RIFTEC', phone: true, language: 'it' }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await signable(admin);
      await page.goto(`/dettaglio-odl/${work.id}?tab=generali`);
      await press(page, 'Passa allo stato: Chiuso');
      await press(dialog(page), 'Procedi');
      await sees(dialog(page), 'richiede la creazione di un rapportino');
      await press(dialog(page), 'Procedi');
      await page.getByRole('img', { name: TECHNICIAN }).waitFor();
      await signsAndTurns(page);
    }),
  );
});

/** Focuses every field and button of a page, downwards and upwards, and returns those that the bars cover. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all = [
      ...document.querySelectorAll<HTMLElement>('main :is(input, textarea, button, a, [role=combobox])'),
    ].filter(
      (one) => one.offsetHeight > 0 && !one.closest('.page-foot') && !one.matches('[aria-hidden=true]'),
    );
    const bars = (place: string) =>
      [...document.querySelectorAll(place)].map((one) => one.getBoundingClientRect());
    const found = new Set<string>();
    /** Where the element is, if a bar covers it. */
    const coveredPart = (one: HTMLElement): string | undefined => {
      const { top, bottom, height } = one.getBoundingClientRect();
      const above = Math.max(...bars('.bar, .notices').map((bar) => bar.bottom));
      const below = Math.min(...bars('.foot, .page-foot').map((bar) => bar.top));
      // Of a long text the line with the cursor is visible.
      const end = one instanceof HTMLTextAreaElement ? Math.min(bottom, top + 24) : bottom;
      // What is higher than the space between the bars cannot be between them.
      const isCovered = height <= below - above && (top < above - 1 || end > below + 1);
      return isCovered ? `${top} to ${bottom}` : undefined;
    };
    for (const one of [...all, ...all.toReversed()]) {
      one.focus();
      // A page that is still moving is measured until it stands.
      for (let frame = 0; frame === 0 || (frame < 20 && coveredPart(one)); frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      const part = coveredPart(one);
      if (part) found.add(`${one.id || one.getAttribute('aria-label') || one.innerText}: ${part}`);
    }
    return [...found];
  });

atNight(
  'a field that gets the focus above the keyboard is covered by no bar',
  visit({ as: 'RIFTEC', phone: true, language: 'it' }, async ({ page, join }) => {
    const { api: admin } = await join({ as: 'SUADMIN' });
    const work = await assigned(admin, { id_checklist: await checklist(admin, 4) });
    await page.goto('/home');
    await page.setViewportSize(ABOVE_KEYBOARD);
    const below: Record<string, string[]> = {};
    for (const address of [
      `/dettaglio-odl/${work.id}`,
      `/upd-odl/${work.id}`,
      `/segnala-guasto/${work.id_oggetto}`,
      '/segnala-guasto',
    ]) {
      await go(page, address);
      await settled(page);
      const found = await covered(page);
      if (found.length > 0) below[address] = found;
    }
    expect(below).toEqual({});
  }),
);

it(
  'a name of 200 characters without a space makes no page of a phone wider',
  visit({ as: 'RIFTEC', phone: true, language: 'en' }, async ({ page, join }) => {
    const { api: admin } = await join({ as: 'SUADMIN' });
    const machine = await newMachine(admin);
    await admin('PUT', `/oggetto/${machine.id}`, { descrizione: LONG });
    const work = await assigned(admin, { descrizione: LONG, note: LONG, id_oggetto: machine.id });
    await page.goto('/home');
    const wide: Record<string, number> = {};
    for (const address of [
      `/dettaglio-odl/${work.id}`,
      `/dettaglio-odl/${work.id}?tab=cronologia`,
      `/upd-odl/${work.id}`,
      `/copia-odl/${work.id}`,
      `/info-oggetto/${machine.id}`,
      `/segnala-guasto/${machine.id}`,
      '/segnala-guasto',
    ]) {
      await go(page, address);
      await settled(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > UPRIGHT.width) wide[address] = width;
    }
    expect(wide).toEqual({});
  }),
);

describe('the work card on a phone', () => {
  atNight(
    'is one colour in sunlight, without empty lines between and inside its sections',
    visit({ as: 'RIFTEC', phone: true, language: 'it', mode: 'dark' }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin, { id_checklist: await checklist(admin, 1) });
      await page.goto(`/dettaglio-odl/${work.id}`);
      await press(page, 'Inizia');
      await page.getByRole('region', { name: 'Serve per: Chiuso' }).waitFor();
      await press(page, 'Testo per il pieno sole');
      await page.locator('[data-look=sunlight]').waitFor();
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await expect.poll(ground).toBe('rgb(255, 255, 255)');
      const spaces = await page.evaluate(() => {
        const sections = [...document.querySelectorAll('main section.MuiPaper-root')];
        const boxes = sections.map((one) => one.getBoundingClientRect());
        return boxes.slice(1).map((box, index) => Math.round(box.top - boxes[index]!.bottom));
      });
      expect(new Set(spaces)).toEqual(new Set([12]));
      const end = await page.getByRole('region', { name: 'Serve per: Chiuso' }).evaluate((section) => {
        const inputs = [...section.querySelectorAll('.MuiInputBase-root')];
        return section.getBoundingClientRect().bottom - inputs.at(-1)!.getBoundingClientRect().bottom;
      });
      expect(end).toBeLessThanOrEqual(24);
      await press(page, 'Testo per il pieno sole');
      await expect.poll(ground).not.toBe('rgb(255, 255, 255)');
    }),
  );

  atNight(
    'offers the undo of the last state only, and says above the title that a colleague has changed the work',
    visit({ as: 'RIFTEC', phone: true, language: 'it' }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await signable(admin);
      await page.goto(`/dettaglio-odl/${work.id}`);
      await press(page, 'Altri stati');
      await page.getByRole('menuitem', { name: 'Passa allo stato: Sospeso' }).click();
      await sees(page, "L'intervento è passato allo stato Sospeso");
      await press(page, 'Riprendi');
      await sees(page, "L'intervento è passato allo stato In corso");
      expect(await page.getByText("L'intervento è passato allo stato Sospeso").count()).toBe(0);
      await admin('PUT', `/odl/${work.id}`, { priorita: 1 });
      const notice = page.getByRole('status').filter({ hasText: 'ha appena modificato' });
      await notice.waitFor();
      const title = page.getByRole('heading', { level: 1 });
      expect((await notice.boundingBox())!.y).toBeLessThan((await title.boundingBox())!.y);
    }),
  );
});

atNight(
  'the line about the network looks the same after signing in',
  visit({ phone: true, language: 'it', says: /ERR_/ }, async ({ page }) => {
    await page.goto('/login');
    await signIn(page, 'RIFTEC');
    await page.getByRole('navigation', { name: 'Barra rapida' }).waitFor();
    await offline(page, 'it');
    const line = page.locator('.notices p').first();
    await expect.poll(() => line.evaluate((one) => getComputedStyle(one).borderLeftWidth)).toBe('0px');
  }),
);

atNight(
  'a form that is refused for no field shows the reason, also from its end',
  visit({ as: 'RIFTEC', phone: true, language: 'it', provokes: [403] }, async ({ page, join }) => {
    const { api: admin } = await join({ as: 'SUADMIN' });
    const work = await assigned(admin);
    await page.goto(`/upd-odl/${work.id}`);
    const last = page.getByRole('textbox').last();
    await last.waitFor();
    const [colleague] = await admin<{ id: number }[]>('GET', '/utente/?cognome=Caruso');
    await admin('PUT', `/odl/${work.id}`, { id_tecnico: colleague!.id });
    await last.fill('Preso in mano');
    await saveButton(page).click();
    const reason = page.getByRole('alert').getByText(/È assegnato a Matteo Caruso\.$/);
    await reason.waitFor();
    await expect.poll(async () => (await reason.boundingBox())!.y).toBeGreaterThan(56);
    expect((await reason.boundingBox())!.y).toBeLessThan(500);
    expect(await last.inputValue()).toBe('Preso in mano');
  }),
);
