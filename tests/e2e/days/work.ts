/** Work for a technician on the demo plant, and what the work card displays of it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { DAY_MS } from '../../../schemas/durations.ts';
import type { Row } from '../../../schemas/entity.ts';
import { png } from '../../files/sample-files.ts';
import { filmOf } from '../browser/film.ts';
import { ACCOUNTS, type Api, apiAs } from '../data/api.ts';
import { changeSettings } from '../data/settings.ts';
import { plantUrl } from '../plant/plant-url.ts';
import { press } from '../user/input.ts';

let count = 0;
const mark = (): string => `${Date.now().toString(36)}${++count}`;

export async function checklist(api: Api, items: number): Promise<unknown> {
  const list = await api('POST', '/checklist/', { descrizione: `Giro ${mark()}` });
  for (let ordine = 0; ordine < items; ordine += 1) {
    const voce = await api('POST', '/checklist/voce/', { descrizione: `Controllo ${ordine + 1} ${mark()}` });
    await api('POST', '/checklist/relazione/', {
      id_checklist: list.id,
      id_voce: voce.id,
      obbligatoria: 1,
      ordine,
    });
  }
  return list.id;
}

/** Makes a spare part like one of the demo plant. */
export async function newPart(api: Api): Promise<Row> {
  const [sample] = await api<Row[]>('GET', '/ricambio/?pag=1&max_rows=1&codice=CAT-10B1');
  const filled = Object.entries(sample!).filter(([name]) => /^(campo_|id_(classe|org|rep)|unita)/.test(name));
  const codice = `C-${mark()}`;
  const part = { ...Object.fromEntries(filled), codice, descrizione: `Ricambio ${codice}` };
  const { id } = await api('POST', '/ricambio/', part);
  return { id, codice };
}

/** Makes a machine like one of the demo plant. */
export async function newMachine(api: Api): Promise<Row> {
  const [sample] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1&codice=FOL-L1-PR');
  const filled = Object.entries(sample!).filter(([name]) =>
    /^(campo_|id_(classe$|org|rep|obj_padre$))/.test(name),
  );
  const codice = `M-${mark()}`;
  return api('POST', '/oggetto/', {
    ...Object.fromEntries(filled),
    codice,
    descrizione: `Pressa ${codice}`,
  });
}

/** Writes a film in which the camera sees the label of a new machine. Returns the machine. */
export async function labelled(film: string): Promise<Row> {
  const machine = await newMachine(await apiAs(plantUrl(), 'SUADMIN'));
  filmOf(film, `${plantUrl()}/info-oggetto/${machine.id}`);
  return machine;
}

/** Scans with the camera from the bar of a phone, and opens the card of the work from the page of the machine. */
export async function scansAndOpens(page: Page, { codice, id_oggetto }: Row): Promise<void> {
  await page.getByRole('navigation', { name: 'Barra rapida' }).getByText('Inquadra').click();
  await page.waitForURL(`**/info-oggetto/${id_oggetto}`);
  await page.getByRole('link', { name: 'Segnala un guasto' }).waitFor();
  const open = page.locator('section').filter({ hasText: 'Interventi aperti' }).last();
  await open.getByRole('link', { name: new RegExp(String(codice)) }).click();
  await page.getByRole('heading', { level: 1, name: new RegExp(String(codice)) }).waitFor();
}

/** Reserves a new part that is in one warehouse. */
export async function reserved(api: Api, work: Row): Promise<Row> {
  const { id, codice } = await newPart(api);
  const [warehouse] = await api<Row[]>('GET', '/magazzino/?pag=1&max_rows=1');
  await api('POST', `/ricambio/${id}/giacenza/`, {
    id_ricambio: id,
    id_magazzino: warehouse!.id,
    quantita: 5,
    descrizione_ubicazione: `S${codice}`,
  });
  await api('POST', `/odl/${work.id}/prenotazione/`, { id_ricambio: id, quantita: 1 });
  return { id, codice };
}

/** Raises work without a technician on a machine. */
export async function raised(api: Api, more: Row = {}): Promise<Row> {
  const [opened, types, [asset]] = [
    await stateCalled(api, 'AP'),
    await api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1'),
    await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1&codice=FOL-L1-PR'),
  ];
  return api('POST', '/odl/', {
    descrizione: `Rumore ${mark()}`,
    id_oggetto: asset!.id,
    id_stato: opened.id,
    id_tipo_guasto: types.find(({ codice }) => codice === 'LUB')!.id,
    priorita: 3,
    data_ordine: new Date().toISOString(),
    ...more,
  });
}

/** Raises work for the technician. */
export async function assigned(admin: Api, more: Row = {}): Promise<Row> {
  const { id: id_stato } = await stateCalled(admin, 'AS');
  const users = await admin<Row[]>('GET', '/utente/?pag=-1');
  const technician = users.find(({ mail }) => mail === ACCOUNTS.RIFTEC);
  // Of another week: the home page shows it only where there is no network.
  const data_ordine = new Date(Date.now() + 30 * DAY_MS).toISOString();
  return raised(admin, { id_stato, id_tecnico: technician!.id, data_ordine, ...more });
}

export async function stateCalled(api: Api, code: string): Promise<Row> {
  const states = await api<Row[]>('GET', '/stato/?all=1&pag=-1');
  const found = states.find(({ codice }) => codice === code);
  if (!found) throw new Error(`No state ${code}`);
  return found;
}

export const stateOf = (page: Page) => page.getByRole('region', { name: /^(Stato|State)$/ });

/** Takes a photo by the button with this name. */
export async function takes(
  page: Page,
  button: string | RegExp,
  name: string,
  buffer = png(),
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, button);
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer });
}

/** In the tests of a file, technician and requester must sign the job report of closed work. */
export function bothSign(): void {
  const requires = async (value: 0 | 1): Promise<void> => {
    const api = await apiAs(plantUrl(), 'SUADMIN');
    const closed = await stateCalled(api, 'CH');
    await api('PUT', `/stato/${closed.id}`, { richiedi_firma_rapportino: value });
  };
  let settings: Awaited<ReturnType<typeof changeSettings>>;
  beforeAll(async () => {
    settings = await changeSettings({ RappFirmaTecnico: '2', RappFirmaSegnalatore: '2' });
    await requires(1);
  });
  afterAll(async () => {
    await requires(0);
    await changeSettings(settings);
  });
}
