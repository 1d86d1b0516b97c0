/** The screenshots of the chapter about the phone: the work card, a fault, work without a network. */
import type { Page } from 'playwright-core';
import type { Row } from '../../schemas/entity.ts';
import type { Ask, Say, Shot } from './photographer.ts';
import { button, first, intervention, press } from './steps.ts';

/** More than the technician's own work, whose cards are read first. */
const CARDS = 12;
const PHOTO = 'server/seed/files/perdita-pompa.png';

/** Answers the three questions of a fault. */
async function report(page: Page, say: Say): Promise<void> {
  const what = say({ it: 'Perde olio dal riduttore', en: 'Oil is leaking from the gearbox' });
  await page.getByRole('textbox', { name: say('officina.fault.what') }).fill(what);
  await button(page, say({ it: 'Alta', en: 'High' })).click();
  await page.locator('input[type="file"]').first().setInputFiles(PHOTO);
  await button(page, say('officina.fault.another_photo')).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

/** Ends the network of the page, while its files still arrive. */
async function leave(page: Page, say: Say): Promise<void> {
  await page.route(/\/(api|health)/, (route) => route.abort());
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.getByText(say('officina.network.missing')).waitFor();
}

async function comeBack(page: Page, say: Say): Promise<void> {
  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByText(say('officina.network.missing')).waitFor({ state: 'detached' });
}

/** Waits until an act is stored, and removes the message that says so. */
async function isStored(page: Page, say: Say, count: number): Promise<void> {
  await page.getByText(say('officina.outbox.waiting', { count })).waitFor();
  const dismiss = page.getByRole('button', { name: say('officina.frame.dismiss') });
  for (const message of await dismiss.all()) await message.click();
  await dismiss.first().waitFor({ state: 'detached' });
}

async function showChecklist(page: Page, say: Say): Promise<void> {
  const section = page.getByRole('region', { name: say('officina.interventions.detail.tab.checklist') });
  await section.getByRole('checkbox').first().waitFor();
  await section.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 80));
}

/** Waits until the page has read so many addresses with this part. */
async function hasRead(page: Page, part: string, count: number): Promise<void> {
  await page.waitForFunction(
    ([sought, least]) =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes(sought)).length >= least,
    [part, count] as const,
  );
}

/** Begins the work without a network; what follows is read before. */
async function workWithout(page: Page, say: Say, ask: Ask): Promise<void> {
  const states = await ask('/stato/?all=1&pag=-1');
  const begun = states.find(({ codice }) => codice === 'IC');
  await hasRead(page, `daStato=${begun!.id}`, 1);
  await leave(page, say);
  await press('officina.interventions.work.begin')(page, say);
  await isStored(page, say, 1);
  await page.evaluate(() => scrollTo(0, 0));
}

/** Takes over the work that is planned last, and returns the home page. */
async function withLaterWork(ask: Ask): Promise<string> {
  const later = await ask('/odl/?pag=1&max_rows=2&prendibili=1&orderByCol=data_ordine&orderByDir=DESC');
  for (const { id, versione } of later) await ask(`/odl/${id}/presa-in-carico`, 'POST', { versione });
  return '/home';
}

/** Waits until the device has the cards of the user's work, and ends the network. */
async function onDevice(page: Page, say: Say): Promise<void> {
  await page.evaluate(() => performance.setResourceTimingBufferSize(2000));
  await hasRead(page, '/ricambi-proposti/', CARDS);
  await page.context().setOffline(true);
  const panel = page.getByRole('region', { name: say('officina.home.on_device') });
  await panel.waitFor();
  await panel.evaluate((element) => scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 60));
}

/** Withdraws the whole stock of a part for other work, as a colleague would. */
async function emptied(ask: Ask, part: Row): Promise<void> {
  const [other] = await ask('/odl/?pag=1&codice=ODL-26-00023');
  const { id_ricambio, id_magazzino, id_ubicazione, id_lotto, quantita } = part;
  const place = { id_ricambio, id_magazzino, id_ubicazione, id_lotto };
  await ask(`/odl/${other!.id}/ricambio`, 'POST', { ...place, quantita: -Number(quantita) });
}

/** Withdraws a part that a colleague takes in the meantime; then works on without a network, and opens the list. */
async function decide(page: Page, say: Say, ask: Ask): Promise<void> {
  const [part] = await ask(`/odl/${/\d+$/.exec(page.url())}/ricambi-proposti/`);
  const parts = page.getByRole('region', { name: say('officina.interventions.detail.tab.ricambi') });
  const line = parts.getByRole('button', { name: String(part!.codice) });
  await line.waitFor();
  await leave(page, say);
  await line.click();
  await parts.getByRole('button', { name: say('officina.chooser.withdraw', { amount: '' }).trim() }).click();
  await isStored(page, say, 1);
  await emptied(ask, part!);
  await comeBack(page, say);
  await page.getByText(say('officina.outbox.refused', { count: 1 })).waitFor();
  // The name of the part is read here: without a network it would be missing.
  await press('officina.outbox.show')(page, say);
  await page.getByRole('dialog').getByText(String(part!.codice)).waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('officina.close') })
    .click();
  await leave(page, say);
  const comment = say({
    it: 'Torno domani con il cuscinetto',
    en: 'I will be back tomorrow with the bearing',
  });
  await page.getByRole('textbox', { name: say('officina.interventions.detail.add_comment') }).fill(comment);
  await press('officina.interventions.work.send_comment')(page, say);
  await page.getByText(say('officina.outbox.waiting', { count: 1 })).waitFor();
  await press('officina.outbox.show')(page, say);
  await page.getByRole('dialog').getByText(comment).waitFor();
}

export const PHONE_SHOTS: Shot[] = [
  {
    name: { it: 'intervento-telefono', en: 'intervention-phone' },
    as: 'RIFTEC',
    phone: true,
    at: intervention('ODL-26-00020'),
  },
  {
    name: { it: 'checklist', en: 'checklist' },
    as: 'RIFTEC',
    phone: true,
    at: intervention('ODL-26-00020'),
    act: showChecklist,
  },
  {
    name: { it: 'guasto-telefono', en: 'fault-phone' },
    as: 'RESP',
    phone: true,
    at: first('/oggetto/?pag=1&codice=FOL-L2-CF&codice_esatto=1', '/segnala-guasto/:id'),
    act: report,
  },
  {
    name: { it: 'senza-rete-home', en: 'without-network-home' },
    as: 'RIFTEC',
    phone: true,
    worker: true,
    at: withLaterWork,
    act: onDevice,
  },
  {
    name: { it: 'senza-rete', en: 'without-network' },
    as: 'RIFTEC',
    phone: true,
    at: intervention('ODL-26-00025'),
    act: workWithout,
  },
  {
    name: { it: 'da-rivedere', en: 'needs-decision' },
    as: 'RIFTEC',
    phone: true,
    at: intervention('ODL-26-00020'),
    act: decide,
  },
];
