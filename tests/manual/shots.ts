/** What the manual shows: one picture each, in the order of its chapters. */
import type { Page } from 'playwright-core';
import type { Row } from '../../schemas/entity.ts';
import { type Ask, PASSWORD, type Shot } from './photographer.ts';

/** A page of the first row that a list has for these words. */
const first =
  (list: string, page: string) =>
  async (ask: Ask): Promise<string> => {
    const [row] = await ask(list);
    if (!row) throw new Error(`${list} has no rows`);
    return page.replace(':id', String(row.id));
  };

const intervention = (code: string, tab = '') =>
  first(`/odl/?pag=1&mostraChiusi=1&codice=${code}`, `/dettaglio-odl/:id${tab && `?tab=${tab}`}`);
const asset = (code: string) => first(`/oggetto/?pag=1&codice=${code}&codice_esatto=1`, '/info-oggetto/:id');
const part = (code: string, tab: string) =>
  first(`/ricambio/?pag=1&codice=${code}`, `/dettaglio-ricambio/:id?tab=${tab}`);

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};

/** A line of the plant, and what stands below it. */
async function openTree(page: Page): Promise<void> {
  const tree = page.getByRole('tree').first();
  for (const name of [/^FOL /, /^FOL-L1 /]) {
    const node = tree.getByRole('treeitem', { name }).first();
    await node.click({ position: { x: 12, y: 12 } });
  }
  const elsewhere = page.getByRole('row', { name: 'Centro logistico di Bologna' }).first();
  await elsewhere.waitFor({ state: 'detached' });
}

/** The demo plant's technician gets work to be seen at: one to do, one that he is doing, one that he signs for. */
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

/** A connector without a key yet: the page from which it gets one. */
async function connectorWithoutKey(ask: Ask): Promise<string> {
  const [connector] = await ask('/utente/?pag=1&sys=1');
  const key = await ask('/chiave-api/', 'POST', { nome: 'Gestionale', id_utente: connector!.id });
  return `/dettaglio-chiave-api/${key.id}`;
}

async function makeFeed(page: Page): Promise<void> {
  await press(/^Menu utente/)(page);
  await page.getByRole('button', { name: 'Calendario sul telefono' }).click();
  await page.getByRole('button', { name: "Crea l'indirizzo" }).click();
  await page.getByRole('img', { name: 'Codice QR' }).waitFor();
}

/** The way into an app, as far as the code that it has to show. */
async function setUpFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Attiva il secondo fattore' }).click();
  const proof = page.locator('input[name="password-proof"]');
  await proof.fill(PASSWORD);
  await page.getByRole('button', { name: 'Continua' }).click();
  await page.getByRole('img', { name: 'Codice QR' }).waitFor();
}

/** The first of the worst assets, and how its figures came to be. */
async function openFirst(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('row').nth(1).getByRole('button').last().click();
  await page.getByRole('dialog').getByRole('figure').locator('svg').first().waitFor();
}

/** From work to its end, as far as the signature of who did it. */
async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Passa allo stato: Chiuso' }).click();
  const proceed = page.getByRole('button', { name: 'Procedi' });
  await proceed.click();
  await page.getByText('richiede la creazione di un rapportino').waitFor();
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
  { name: 'menu-utente', as: 'SUPER', at: '/home', height: 560, act: press(/^Menu utente/) },
  { name: 'home', as: 'SUADMIN', at: '/home' },
  { name: 'home-telefono', as: 'RIFTEC', phone: true, at: '/home' },
  { name: 'home-segnalatore', as: 'RESP', phone: true, at: '/home' },
  { name: 'accesso', at: '/login', height: 700 },
  { name: 'secondo-fattore', as: 'SUPER', at: '/account', act: setUpFactor },
  { name: 'interventi-elenco', as: 'SUPER', at: '/conf-odl', height: 620 },
  { name: 'filtri', as: 'SUPER', at: '/conf-odl', act: press('Filtri') },
  {
    name: 'filtri-salvati',
    as: 'SUPER',
    at: '/conf-odl?filter={"priorita":"3"}',
    height: 520,
    act: press('Filtri salvati'),
  },
  { name: 'intervento-nuovo-telefono', as: 'RESP', phone: true, at: '/upd-odl' },
  { name: 'intervento-telefono', as: 'RIFTEC', phone: true, at: intervention('ODL-26-00020') },
  { name: 'checklist', as: 'RIFTEC', phone: true, at: intervention('ODL-26-00020', 'checklist') },
  { name: 'intervento-perche-no', as: 'SUPER', at: intervention('ODL-26-00022'), height: 620 },
  { name: 'calendario', as: 'SUPER', at: '/calendario' },
  { name: 'calendario-tecnici', as: 'SUPER', at: '/calendario?view=technicians' },
  { name: 'calendario-indirizzo', as: 'SUPER', at: '/home', act: makeFeed },
  { name: 'intervento-ricambi', as: 'SUPER', at: intervention('ODL-26-00020', 'prenotazioni'), height: 440 },
  { name: 'intervento-costi', as: 'SUPER', at: intervention('ODL-26-00019', 'costi'), height: 440 },
  { name: 'firma', as: 'RIFTEC', phone: true, at: intervention('ODL-26-00023'), act: sign },
  { name: 'interventi-elenco-telefono', as: 'RIFTEC', phone: true, at: '/conf-odl' },
  { name: 'etichette', as: 'SUPER', at: '/conf-oggetti', act: press('Etichette QR') },
  { name: 'oggetti', as: 'SUPER', at: '/conf-oggetti', act: openTree },
  { name: 'oggetto', as: 'SUPER', at: asset('FOL-L1-PR') },
  {
    name: 'affidabilita',
    as: 'SUPER',
    at: '/mtbf-mttr',
    height: 760,
    act: press(/^Apri ciò che sta sotto: FOL /),
  },
  { name: 'affidabilita-oggetto', as: 'SUPER', at: '/mtbf-mttr', act: openFirst },
  { name: 'ricambi', as: 'SUPER', at: '/conf-ricambi', height: 700 },
  { name: 'ricambio-movimenti', as: 'SUPER', at: part('CUS-6205', 'movimentazioni'), height: 640 },
  { name: 'import', as: 'SUPER', at: '/conf-ricambi', height: 520, act: press('Importa') },
  {
    name: 'schedulazione',
    as: 'SUPER',
    at: first('/manutenzione/schedulazione/?pag=1&codice=LUB-3M', '/upd-schedulazione/:id?tab=genera'),
  },
  { name: 'menu-configura', as: 'SUADMIN', at: '/conf-oggetti', height: 700, act: press('Configura') },
  { name: 'utenti', as: 'SUADMIN', at: '/conf-utenti', height: 700 },
  { name: 'campi', as: 'SUADMIN', at: '/conf-campi-obj', height: 700 },
  { name: 'struttura-stati', as: 'SUADMIN', at: '/conf-struttura-stati', height: 700 },
  { name: 'modello-mail', as: 'SUADMIN', at: first('/mail-templates/?pag=1', '/upd-mail-template/:id') },
  { name: 'posta', as: 'SUADMIN', at: '/posta-in-uscita', height: 440 },
  { name: 'chiave-api', as: 'SUADMIN', at: connectorWithoutKey, height: 620, act: press('Genera la chiave') },
  { name: 'attivita', as: 'SUADMIN', at: '/conf-attivita', height: 520 },
  { name: 'licenza', as: 'SUADMIN', at: '/info', height: 680 },
  { name: 'parametri', as: 'SUADMIN', at: '/conf-parametri', height: 620 },
];
