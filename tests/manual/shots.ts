/** The screenshots of the manual, in the order of its chapters. */
import type { Page } from 'playwright-core';
import type { Row } from '../../schemas/entity.ts';
import { PHONE_SHOTS } from './phone-shots.ts';
import { type Ask, PASSWORD, type Say, type Shot } from './photographer.ts';
import { button, first, intervention, press } from './steps.ts';

const asset = (code: string) => first(`/oggetto/?pag=1&codice=${code}&codice_esatto=1`, '/info-oggetto/:id');
const part = (code: string, tab: string) =>
  first(`/ricambio/?pag=1&codice=${code}`, `/dettaglio-ricambio/:id?tab=${tab}`);

/** Opens a line of the plant in the tree. */
async function openTree(page: Page): Promise<void> {
  const tree = page.getByRole('tree').first();
  for (const name of [/^FOL /, /^FOL-L1 /]) {
    const node = tree.getByRole('treeitem', { name }).first();
    await node.click({ position: { x: 12, y: 12 } });
  }
  const elsewhere = page.getByRole('row', { name: 'Centro logistico di Bologna' }).first();
  await elsewhere.waitFor({ state: 'detached' });
}

/** Gives the demo technician work: one to do, one in progress, one to sign. */
export async function prepare(ask: Ask): Promise<void> {
  const states = await ask('/stato/?all=1&pag=-1');
  const state = (code: string): Row => states.find(({ codice }) => codice === code)!;
  const enter = async (code: string, into: string, more: Row = {}): Promise<void> => {
    const [{ id, id_oggetto } = {} as Row] = await ask(`/odl/?pag=1&codice=${code}`);
    const { utenti } = await ask(`/odl/tecnico/?idOggetto=${id_oggetto}`);
    const { id: id_tecnico } = (utenti as Row[]).find(({ descrizione }) => descrizione === 'Luca Ferri')!;
    await ask(`/odl/${id}`, 'PUT', { id_tecnico, id_stato: state(into).id, ...more });
  };
  await ask(`/stato/${state('CH').id}`, 'PUT', { richiedi_firma_rapportino: 1 });
  await enter('ODL-26-00025', 'AS', { ore_previste: 3 });
  await enter('ODL-26-00020', 'IC');
  const filled = { campo_nota1: 'Cuscinetto usurato', campo_float1: 2, campo_float2: 50 };
  await enter('ODL-26-00023', 'IC', { ...filled, ore_previste: 6 });
}

/** Creates a connector without a key; returns the page that creates keys. */
async function connectorWithoutKey(ask: Ask, say: Say): Promise<string> {
  const [connector] = await ask('/utente/?pag=1&sys=1');
  const nome = say({ it: 'Gestionale', en: 'ERP' });
  const key = await ask('/chiave-api/', 'POST', { nome, id_utente: connector!.id });
  return `/dettaglio-chiave-api/${key.id}`;
}

async function makeFeed(page: Page, say: Say): Promise<void> {
  await press('officina.user.menu')(page, say);
  await press('officina.feed.title')(page, say);
  await press('officina.feed.make')(page, say);
  await page.getByRole('img', { name: say('officina.feed.code') }).waitFor();
}

/** Starts the setup of a second factor, up to the QR code. */
async function setUpFactor(page: Page, say: Say): Promise<void> {
  await press('officina.factor.begin')(page, say);
  const proof = page.locator('input[name="password-proof"]');
  await proof.fill(PASSWORD);
  await press('officina.factor.go_on')(page, say);
  await page.getByRole('img', { name: say('officina.factor.qr') }).waitFor();
}

/** Opens the assets below the first site. */
async function openBelow(page: Page, say: Say): Promise<void> {
  await button(page, `${say('officina.reliability.open_below')}: FOL `).click();
}

/** Opens the first asset of the ranking, with the calculation of its figures. */
async function openFirst(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('row').nth(1).getByRole('button').last().click();
  await page.getByRole('dialog').getByRole('figure').locator('svg').first().waitFor();
}

/** Starts closing, up to the technician's signature. */
async function sign(page: Page, say: Say): Promise<void> {
  const state = say({ it: 'Chiuso', en: 'Closed' });
  await page.getByRole('button', { name: say('officina.interventions.detail.to_state', { state }) }).click();
  const proceed = page.getByRole('button', { name: say('officina.interventions.detail.proceed') });
  await proceed.click();
  await page.getByText(say('officina.confirm.reportRequired')).waitFor();
  await proceed.click();
  const canvas = page.getByRole('dialog').locator('canvas').first();
  const { x, y, width, height } = (await canvas.boundingBox())!;
  await page.mouse.move(x + width * 0.2, y + height * 0.7);
  await page.mouse.down();
  for (let step = 0; step <= 60; step += 1) {
    const along = 0.2 + step / 100;
    await page.mouse.move(
      x + width * along,
      y + height * (0.5 - 0.22 * Math.sin(step / 3.2) * (1 - step / 90)),
    );
  }
  await page.mouse.up();
}

export const SHOTS: Shot[] = [
  {
    name: { it: 'menu-utente', en: 'user-menu' },
    as: 'SUPER',
    at: '/home',
    height: 560,
    act: press('officina.user.menu'),
  },
  { name: { it: 'home', en: 'home' }, as: 'SUADMIN', at: '/home' },
  { name: { it: 'home-telefono', en: 'home-phone' }, as: 'RIFTEC', phone: true, at: '/home' },
  { name: { it: 'home-segnalatore', en: 'home-reporter' }, as: 'RESP', phone: true, at: '/home' },
  { name: { it: 'accesso', en: 'sign-in' }, at: '/login', height: 800 },
  { name: { it: 'secondo-fattore', en: 'second-factor' }, as: 'SUPER', at: '/account', act: setUpFactor },
  { name: { it: 'interventi-elenco', en: 'interventions-list' }, as: 'SUPER', at: '/conf-odl', height: 620 },
  {
    name: { it: 'filtri', en: 'filters' },
    as: 'SUPER',
    at: '/conf-odl',
    act: press('officina.list.filters'),
  },
  {
    name: { it: 'filtri-salvati', en: 'saved-filters' },
    as: 'SUPER',
    at: '/conf-odl?filter={"priorita":"3"}',
    height: 520,
    act: press('officina.list.saved_filters'),
  },
  {
    name: { it: 'intervento-nuovo-telefono', en: 'intervention-new-phone' },
    as: 'RESP',
    phone: true,
    at: '/segnala-guasto',
  },
  {
    name: { it: 'intervento-perche-no', en: 'intervention-why-not' },
    as: 'SUPER',
    at: intervention('ODL-26-00022'),
    height: 620,
  },
  { name: { it: 'calendario', en: 'calendar' }, as: 'SUPER', at: '/calendario' },
  {
    name: { it: 'calendario-tecnici', en: 'calendar-technicians' },
    as: 'SUPER',
    at: '/calendario?view=technicians',
  },
  { name: { it: 'calendario-indirizzo', en: 'calendar-feed' }, as: 'SUPER', at: '/home', act: makeFeed },
  {
    name: { it: 'intervento-ricambi', en: 'intervention-parts' },
    as: 'SUPER',
    at: intervention('ODL-26-00020', 'prenotazioni'),
    height: 640,
  },
  {
    name: { it: 'intervento-costi', en: 'intervention-costs' },
    as: 'SUPER',
    at: intervention('ODL-26-00019', 'costi'),
    height: 440,
  },
  {
    name: { it: 'firma', en: 'signature' },
    as: 'RIFTEC',
    phone: true,
    at: intervention('ODL-26-00023', 'generali'),
    act: sign,
  },
  {
    name: { it: 'interventi-elenco-telefono', en: 'interventions-list-phone' },
    as: 'RIFTEC',
    phone: true,
    at: '/conf-odl',
  },
  {
    name: { it: 'etichette', en: 'labels' },
    as: 'SUPER',
    at: '/conf-oggetti',
    act: press('officina.qr.labels'),
  },
  { name: { it: 'oggetti', en: 'assets' }, as: 'SUPER', at: '/conf-oggetti', act: openTree },
  { name: { it: 'oggetto', en: 'asset' }, as: 'SUPER', at: asset('FOL-L1-PR') },
  {
    name: { it: 'affidabilita', en: 'reliability' },
    as: 'SUPER',
    at: '/mtbf-mttr',
    height: 760,
    act: openBelow,
  },
  {
    name: { it: 'affidabilita-oggetto', en: 'reliability-asset' },
    as: 'SUPER',
    at: '/mtbf-mttr',
    act: openFirst,
  },
  { name: { it: 'ricambi', en: 'spare-parts' }, as: 'SUPER', at: '/conf-ricambi', height: 700 },
  {
    name: { it: 'ricambio-movimenti', en: 'spare-part-movements' },
    as: 'SUPER',
    at: part('CUS-6205', 'movimentazioni'),
    height: 640,
  },
  {
    name: { it: 'import', en: 'import' },
    as: 'SUPER',
    at: '/conf-ricambi',
    height: 520,
    act: press('officina.import.button'),
  },
  {
    name: { it: 'schedulazione', en: 'schedule' },
    as: 'SUPER',
    at: first('/manutenzione/schedulazione/?pag=1&codice=LUB-3M', '/upd-schedulazione/:id?tab=genera'),
  },
  {
    name: { it: 'menu-configura', en: 'configure-menu' },
    as: 'SUADMIN',
    at: '/conf-oggetti',
    height: 700,
    act: press('officina.menu.configure.title'),
  },
  { name: { it: 'utenti', en: 'users' }, as: 'SUADMIN', at: '/conf-utenti', height: 700 },
  { name: { it: 'campi', en: 'fields' }, as: 'SUADMIN', at: '/conf-campi-obj', height: 700 },
  {
    name: { it: 'struttura-stati', en: 'state-structure' },
    as: 'SUADMIN',
    at: '/conf-struttura-stati',
    height: 700,
  },
  {
    name: { it: 'modello-mail', en: 'mail-template' },
    as: 'SUADMIN',
    at: first('/mail-templates/?pag=1', '/upd-mail-template/:id'),
  },
  { name: { it: 'posta', en: 'outgoing-mail' }, as: 'SUADMIN', at: '/posta-in-uscita', height: 440 },
  {
    name: { it: 'chiave-api', en: 'api-key' },
    as: 'SUADMIN',
    at: connectorWithoutKey,
    height: 620,
    act: press({ it: 'Genera la chiave', en: 'Generate the key' }),
  },
  { name: { it: 'attivita', en: 'routines' }, as: 'SUADMIN', at: '/conf-attivita', height: 520 },
  { name: { it: 'licenza', en: 'licence' }, as: 'SUADMIN', at: '/info', height: 680 },
  { name: { it: 'parametri', en: 'settings' }, as: 'SUADMIN', at: '/conf-parametri', height: 620 },
  // These change the stock.
  ...PHONE_SHOTS,
];
