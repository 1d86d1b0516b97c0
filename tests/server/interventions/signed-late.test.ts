/** A job report signed without a connection: it is made only if it says what the device displayed. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../schemas/durations.ts';
import type { Row } from '../../../schemas/entity.ts';
import { type ReportData, signedText } from '../../../schemas/report-content.ts';
import { formOf } from '../../files/sample-files.ts';
import { drawn } from '../../files/signature.ts';
import type { Client } from '../plant/plant.ts';
import { type Works, works } from './works.ts';

let plant: Works;
let technician: Client;
let states: Record<'IC' | 'CH', number>;

beforeAll(async () => {
  plant = await works();
  technician = plant.people.RIFTEC;
  const idOf = (codice: string) => plant.demo.idOf('stato', { codice });
  states = { IC: await idOf('IC'), CH: await idOf('CH') };
  await plant.demo.database.query('update controllo set canc = 1');
  await plant.demo.database.query('update stato set richiedi_firma_rapportino = 1 where id = $1', [
    states.CH,
  ]);
});
afterAll(() => plant.close());

/** A device whose clock is ahead, and that did everything some minutes ago. */
const AHEAD = 3 * HOUR_MS;
const clockAt = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS + AHEAD).toISOString();
const late = (minutes: number) => ({
  'idempotency-key': randomUUID(),
  'x-officina-done': clockAt(minutes),
  'x-officina-clock': clockAt(0),
});

async function begun(): Promise<number> {
  const odl = await plant.order({ state: 'AS', id_tecnico: plant.ids.RIFTEC });
  await plant.demo.database.query(`update odl set data_ins = now() - interval '5 hours' where id = $1`, [
    odl,
  ]);
  await plant.demo.database.query(
    `update odl_storico set data_ins = now() - interval '5 hours' where id_odl = $1`,
    [odl],
  );
  return odl;
}

const contentOf = async (odl: number): Promise<ReportData> =>
  (await technician.get(`/rapportini/odl/${odl}/contenuto`)).data.dati;

const fingerprintOf = (data: ReportData): string =>
  createHash('sha256').update(signedText(data)).digest('hex');

/** Signs what the device displayed, and requests the report. */
async function signed(odl: number, shown: ReportData, more: Row = {}) {
  const impronta = fingerprintOf(shown);
  const form = await formOf([['firma.png', drawn()]], 'signature');
  const headers = { ...form.headers, ...late(20) };
  const signature = await technician.send(
    'POST',
    `/rapportini/firme/tecnico/odl/${odl}?impronta=${impronta}`,
    {
      ...form,
      headers,
      language: 'it',
    },
  );
  expect(signature.status, signature.description).toBe(200);
  return technician.post(
    `/rapportini/odl/${odl}/stato/${states.CH}`,
    { ...more, mostrato: shown },
    { language: 'it', headers: late(19) },
  );
}

const close = (odl: number, more: Row = {}) =>
  technician.put(`/odl/${odl}`, { id_stato: states.CH, ...more }, { language: 'it', headers: late(18) });

describe('a report signed without a connection', () => {
  it('is made if it says what the device displayed, whose clock was wrong; state and signature count from then', async () => {
    const odl = await begun();
    const read = await contentOf(odl);
    const began = clockAt(30);
    const entered = await technician.put(`/odl/${odl}`, { id_stato: states.IC }, { headers: late(30) });
    expect(entered, JSON.stringify(entered)).toMatchObject({ status: 200, result: 0 });
    const shown = { ...read, intervento: { ...read.intervento, data_inizio: began, note: 'Fatto' } };
    const made = await signed(odl, shown, { note: 'Fatto' });
    expect(made, JSON.stringify(made)).toMatchObject({ status: 200, result: 0 });
    const closed = await close(odl, { note: 'Fatto' });
    expect(closed, JSON.stringify(closed)).toMatchObject({ status: 200, result: 0 });
    const row = await plant.one(
      'select o.*, s.codice from odl o join stato s on s.id = o.id_stato where o.id = $1',
      [odl],
    );
    expect(row).toMatchObject({ codice: 'CH', note: 'Fatto', tempi_stimati: 0 });
    const near = (value: unknown, minutes: number) =>
      expect(Math.abs(Date.parse(String(value)) - (Date.now() - minutes * MINUTE_MS))).toBeLessThan(
        MINUTE_MS,
      );
    near(row.data_fine, 19);
    const { data } = await technician.get(`/rapportini/firme/tecnico/odl/${odl}`);
    near(data.data_ins, 20);
  });

  it('is refused with what has changed, and the intervention is not closed', async () => {
    const odl = await begun();
    await technician.put(`/odl/${odl}`, { id_stato: states.IC });
    const shown = await contentOf(odl);
    await plant.admin.put(`/odl/${odl}`, { note: 'Altro' });
    expect(await signed(odl, shown)).toMatchObject({
      status: 409,
      description:
        'Il rapportino dice altro da ciò che è stato firmato. È cambiato: Note da – a Altro. Rileggerlo e firmare di nuovo.',
    });
    expect(await close(odl)).toMatchObject({ result: -11 });
    const row = await plant.one(
      'select s.codice from odl o join stato s on s.id = o.id_stato where o.id = $1',
      [odl],
    );
    expect(row.codice).toBe('IC');
  });

  it('is refused if the signature was given for something else than what the device says that it displayed', async () => {
    const odl = await begun();
    await technician.put(`/odl/${odl}`, { id_stato: states.IC });
    const shown = await contentOf(odl);
    const other = { ...shown, intervento: { ...shown.intervento, note: 'Altro' } };
    expect(await signed(odl, other)).toMatchObject({ status: 409 });
    const answer = await technician.post(
      `/rapportini/odl/${odl}/stato/${states.CH}`,
      { mostrato: shown },
      { language: 'en', headers: late(19) },
    );
    expect(answer).toMatchObject({
      status: 422,
      description:
        "The intervention has changed since it was signed. To be signed again: Technician's signature.",
    });
  });

  it.each([null, 5, 'x', [], {}, { forma: 2 }, { forma: 1, intervento: {}, campi: [{ campo: 1 }] }])(
    'refuses displayed contents that are none: %j',
    async (mostrato) => {
      const odl = await begun();
      const answer = await technician.post(
        `/rapportini/odl/${odl}/stato/${states.CH}`,
        { mostrato },
        { language: 'en' },
      );
      expect(answer).toMatchObject({
        status: 422,
        description: 'The contents that the device displayed cannot be read.',
      });
    },
  );

  it('reveals no field that the user may not read, neither in the contents nor in the differences', async () => {
    const odl = await begun();
    await technician.put(`/odl/${odl}`, { id_stato: states.IC });
    await plant.demo.database.query(`update odl set campo_str10 = 'segreto' where id = $1`, [odl]);
    const shown = await contentOf(odl);
    expect(JSON.stringify(shown)).not.toContain('segreto');
    const campi = [{ provenienza: 1, campo: 'campo_str10', valore: null }];
    const answer = await signed(odl, { ...shown, campi });
    expect(JSON.stringify(answer)).not.toContain('segreto');
  });
});
