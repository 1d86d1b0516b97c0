/** Signatures: drawn by finger, pen or mouse, on a phone that is turned; and the stored picture. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { NO_NETWORK, offline, online } from './browser/no-network.ts';
import { type Scene, visit } from './browser/visit.ts';
import { type Api, apiAs } from './data/api.ts';
import { changeSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { go, sees } from './user/navigation.ts';
import { draw } from './user/signature.ts';

const TITLE = 'Firma del tecnico';
const HERE = `${TITLE}: firmare qui`;
const UPRIGHT = { width: 390, height: 844 };
const LYING = { width: 844, height: 390 };

/** Fractions of the picture's width and height. */
type Spot = readonly [across: number, down: number];
const FIRST: Spot[] = [
  [0.1, 0.2],
  [0.4, 0.2],
];
const SECOND: Spot[] = [
  [0.6, 0.8],
  [0.9, 0.8],
];

let settings: Awaited<ReturnType<typeof changeSettings>>;
let closing: number;
beforeAll(async () => {
  settings = await changeSettings({ RappFirmaTecnico: '2', RappFirmaSegnalatore: '0' });
  const api = await apiAs(plantUrl(), 'SUADMIN');
  closing = (await api<Row[]>('GET', '/stato/?all=1&pag=-1')).find(({ codice }) => codice === 'CH')!
    .id as number;
  await api('PUT', `/stato/${closing}`, { richiedi_firma_rapportino: 1 });
});
afterAll(async () => {
  const api = await apiAs(plantUrl(), 'SUADMIN');
  await api('PUT', `/stato/${closing}`, { richiedi_firma_rapportino: 0 });
  await changeSettings(settings);
});

const canvas = (page: Page) => page.getByRole('img', { name: HERE });
const technician = (page: Page) => page.getByRole('region', { name: TITLE });
const button = (page: Page, name: string) => technician(page).getByRole('button', { name });

/** Opens the dialog that signs an intervention in progress. */
async function signing({ page, api }: Scene): Promise<number> {
  const states = await api<Row[]>('GET', '/stato/?all=1&pag=-1');
  const state = (code: string) => states.find(({ codice }) => codice === code)!.id;
  const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1&codice=FOL-L1-PR');
  const [type] = (await api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1')).filter(
    ({ codice }) => codice === 'LUB',
  );
  const { utenti } = await api<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOggetto=${asset!.id}`);
  const { id } = await api<{ id: number }>('POST', '/odl/', {
    descrizione: `Da firmare ${Date.now().toString(36)}`,
    id_oggetto: asset!.id,
    campo_nota1: 'Usura',
    campo_float1: 1,
    id_tipo_guasto: type!.id,
    id_tecnico: utenti[0]!.id,
    id_stato: state('AS'),
    priorita: 2,
  });
  await api('PUT', `/odl/${id}`, { id_stato: state('IC') });
  await page.goto(`/dettaglio-odl/${id}`);
  await page.getByRole('button', { name: 'Rapportino', exact: true }).click();
  await canvas(page).waitFor();
  return id;
}

/** Checks the shape of the picture, whatever the space. */
async function isWhole(page: Page, ratio: number): Promise<void> {
  await canvas(page).scrollIntoViewIfNeeded();
  const { x, width, height } = (await canvas(page).boundingBox())!;
  expect(width / height).toBeCloseTo(ratio, 1);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width);
}

async function pointsOf(page: Page, [from, to]: Spot[]): Promise<{ x: number; y: number }[]> {
  await canvas(page).scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await canvas(page).boundingBox())!;
  return Array.from({ length: 21 }, (_, step) => {
    const at = (axis: 0 | 1): number => from![axis] + ((to![axis] - from![axis]) * step) / 20;
    return { x: x + at(0) * width, y: y + at(1) * height };
  });
}

const handOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

async function byFinger(page: Page, hand: CDPSession, line: Spot[]): Promise<void> {
  const [first, ...more] = await pointsOf(page, line);
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [first!] });
  for (const point of more)
    await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function byPen(page: Page, hand: CDPSession, line: Spot[]): Promise<void> {
  const points = await pointsOf(page, line);
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', point: { x: number; y: number }) =>
    hand.send('Input.dispatchMouseEvent', {
      type,
      ...point,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType: 'pen',
      force: 0.5,
    });
  await send('mousePressed', points[0]!);
  for (const point of points) await send('mouseMoved', point);
  await send('mouseReleased', points.at(-1)!);
}

interface Picture {
  width: number;
  height: number;
  /** The box around the ink, in fractions of width and height. */
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Reads a picture, or a horizontal part of it. */
const seenIn = (page: Page, address: string, [from, to]: Spot = [0, 1]): Promise<Picture> =>
  page.evaluate(
    async ([source, begin, end]) => {
      const picture = Object.assign(new Image(), { src: source });
      await picture.decode();
      const { width, height } = picture;
      const ink = new OffscreenCanvas(width, height).getContext('2d')!;
      ink.drawImage(picture, 0, 0);
      const { data } = ink.getImageData(0, 0, width, height);
      const [across, down]: [number[], number[]] = [[], []];
      for (let x = Math.round(width * Number(begin)); x < width * Number(end); x++)
        for (let y = 0; y < height; y++)
          if (data[(y * width + x) * 4 + 3]! > 100) {
            across.push(x / width);
            down.push(y / height);
          }
      return {
        width,
        height,
        left: Math.min(...across),
        right: Math.max(...across),
        top: Math.min(...down),
        bottom: Math.max(...down),
      };
    },
    [address, from, to] as const,
  );

const currentPicture = (page: Page): Promise<string> =>
  canvas(page).evaluate((one: HTMLCanvasElement) => one.toDataURL());

/** Checks that the line has its drawn position and size. */
function follows({ left, right, top, bottom }: Picture, [from, to]: Spot[]): void {
  const near = (is: number, expected: number): void => expect(Math.abs(is - expected)).toBeLessThan(0.02);
  near(left, from![0]);
  near(right, to![0]);
  near((top + bottom) / 2, from![1]);
  expect(bottom - top).toBeLessThan(0.05);
}

const storedPicture = async (api: Api, id: number): Promise<string> => {
  const { contenuto } = await api<{ contenuto: string | null }>('GET', `/rapportini/firme/tecnico/odl/${id}`);
  return `data:image/png;base64,${contenuto}`;
};

async function save(page: Page): Promise<void> {
  await button(page, 'Salva firma').click();
  await button(page, 'Rimuovi e rifai').waitFor();
}

describe('a signature', () => {
  it(
    'is drawn with a finger on a sharp phone, and stays whole while the phone is turned [report-canvas] [report-png]',
    visit({ as: 'SUADMIN', phone: true }, async (scene) => {
      const { page, api } = scene;
      const hand = await handOf(page);
      const rotate = async (size: typeof UPRIGHT): Promise<void> => {
        await page.setViewportSize(size);
        const sharp = { ...size, deviceScaleFactor: 3, mobile: true };
        await hand.send('Emulation.setDeviceMetricsOverride', sharp);
      };
      await rotate(UPRIGHT);
      const id = await signing(scene);
      expect(await canvas(page).evaluate((one: HTMLCanvasElement) => [one.width, one.height])).toEqual([
        1140, 600,
      ]);
      await isWhole(page, 1.9);
      await byFinger(page, hand, FIRST);
      follows(await seenIn(page, await currentPicture(page), [0, 0.5]), FIRST);

      const before = await currentPicture(page);
      await rotate(LYING);
      await isWhole(page, 1.9);
      // The page has no height to lose.
      expect(await page.getByRole('dialog').boundingBox()).toEqual({ x: 0, y: 0, ...LYING });
      expect(await currentPicture(page)).toBe(before);
      await byFinger(page, hand, SECOND);
      expect(await violations(page)).toEqual([]);
      await rotate(UPRIGHT);
      await isWhole(page, 1.9);
      await save(page);

      const stored = await storedPicture(api, id);
      const whole = await seenIn(page, stored);
      expect([whole.width, whole.height]).toEqual([380, 200]);
      follows(await seenIn(page, stored, [0, 0.5]), FIRST);
      follows(await seenIn(page, stored, [0.5, 1]), SECOND);
    }),
  );

  atNight(
    'is drawn with a pen at a desk, wiped and drawn again [report-canvas] [report-signature-redo]',
    visit({ as: 'SUADMIN' }, async (scene) => {
      const { page, api } = scene;
      const hand = await handOf(page);
      const id = await signing(scene);
      await isWhole(page, 2.5);
      await expect.poll(() => button(page, 'Cancella').isDisabled()).toBe(true);
      await byPen(page, hand, FIRST);
      follows(await seenIn(page, await currentPicture(page)), FIRST);
      const blank = await canvas(page).evaluate(({ width, height }: HTMLCanvasElement) =>
        Object.assign(document.createElement('canvas'), { width, height }).toDataURL(),
      );
      await button(page, 'Cancella').click();
      await expect.poll(() => currentPicture(page)).toBe(blank);
      await button(page, 'Salva firma').click();
      await sees(technician(page), 'Inserire la firma');
      await byPen(page, hand, SECOND);
      await save(page);
      // The message covers no button of the dialog.
      const message = (await page.locator('.toast', { hasText: 'Firma salvata' }).boundingBox())!;
      const cancel = (await page.getByRole('button', { name: 'Annulla', exact: true }).boundingBox())!;
      expect(message.x + message.width).toBeLessThan(cancel.x);
      const stored = await storedPicture(api, id);
      const seen = await seenIn(page, stored);
      expect([seen.width, seen.height]).toEqual([500, 200]);
      follows(seen, SECOND);
    }),
  );

  atNight(
    'is started on a phone in landscape, and keeps the drawing until it is cleared [report-signature-network]',
    visit({ as: 'SUADMIN', phone: true, says: /ERR_FAILED/ }, async (scene) => {
      const { page, api } = scene;
      await page.setViewportSize(LYING);
      const id = await signing(scene);
      await isWhole(page, 2.5);
      await draw(page, HERE);
      await page.route('**/rapportini/firme/**', (route) => route.abort());
      await button(page, 'Salva firma').click();
      await sees(technician(page), 'Impossibile connettersi al server. Riprova più tardi.');
      await page.unroute('**/rapportini/firme/**');
      await page.setViewportSize(UPRIGHT);
      await isWhole(page, 2.5);
      await save(page);
      const seen = await seenIn(page, await storedPicture(api, id));
      expect([seen.width, seen.height]).toEqual([500, 200]);
      expect(seen.left).toBeCloseTo(0.1, 1);
      expect(seen.right).toBeCloseTo(0.9, 1);
    }),
  );

  it(
    'stays when the network is lost while it is drawn, is saved when it is back, and is redone with the same name [report-signature-network] [report-signature-redo]',
    visit({ as: 'SUADMIN', phone: true, says: NO_NETWORK }, async (scene) => {
      const { page, api } = scene;
      const id = await signing(scene);
      await draw(page, HERE);
      const drawn = await currentPicture(page);
      const name = technician(page).getByRole('textbox', { name: 'Nome di chi firma' });
      expect(await name.inputValue()).toBe('');
      await name.fill('Luca Ferri');
      await offline(page, 'it');
      await button(page, 'Salva firma').click();
      await sees(technician(page), 'La rete manca: non è stato salvato nulla.');
      await sees(page.getByRole('region', { name: 'Contenuto del rapportino' }), /Descrizione: Da firmare/);
      expect(await currentPicture(page)).toBe(drawn);
      await online(page, 'it');
      await save(page);
      await sees(technician(page), /^Luca Ferri, /);
      // The device may send it a moment later.
      await expect.poll(() => storedPicture(api, id)).not.toMatch(/null$/);
      expect((await seenIn(page, await storedPicture(api, id))).right).toBeCloseTo(0.9, 1);
      await button(page, 'Rimuovi e rifai').click();
      await expect.poll(() => name.inputValue()).toBe('Luca Ferri');
    }),
  );

  atNight(
    'is not lost by Back or Cancel without a question',
    visit({ as: 'SUADMIN', phone: true }, async (scene) => {
      const { page } = scene;
      const id = await signing(scene);
      const report = page.getByRole('button', { name: 'Rapportino', exact: true });
      await go(page, '/home');
      await canvas(page).waitFor({ state: 'detached' });
      await go(page, `/dettaglio-odl/${id}`);
      await report.click();
      await draw(page, HERE);
      const question = page.getByRole('dialog', { name: 'Uscire senza salvare?' });
      const stay = question.getByRole('button', { name: 'Continua a modificare' });
      const cancel = page.getByRole('button', { name: 'Annulla', exact: true });
      for (const leave of [() => page.evaluate(() => history.back()), () => cancel.click()]) {
        await leave();
        await stay.click();
        await question.waitFor({ state: 'detached' });
        await button(page, 'Salva firma').waitFor();
      }
      await cancel.click();
      expect(await violations(page)).toEqual([]);
      await question.getByRole('button', { name: 'Esci senza salvare' }).click();
      await canvas(page).waitFor({ state: 'detached' });
      await report.click();
      await canvas(page).waitFor();
      await cancel.click();
      await canvas(page).waitFor({ state: 'detached' });
    }),
  );

  atNight(
    'loads the drawing library when it is needed',
    visit({ as: 'SUADMIN', phone: true }, async (scene) => {
      const { page } = scene;
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      const drawing = () => requests.filter((path) => /^\/assets\/Drawing-.+\.js$/.test(path));
      const id = await signing(scene);
      expect(drawing()).toHaveLength(1);
      await draw(page, HERE);
      await save(page);
      requests.length = 0;
      await page.goto(`/dettaglio-odl/${id}`);
      await page.getByRole('button', { name: 'Rapportino', exact: true }).click();
      await button(page, 'Rimuovi e rifai').waitFor();
      expect(drawing()).toEqual([]);
    }),
  );
});
