/** A job report is sealed to its contents: later changes are reported, and require a new, signed report. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { readPdf } from '../../files/pdf.ts';
import { formOf, png } from '../../files/sample-files.ts';
import { drawn } from '../../files/signature.ts';
import { NIGHTLY } from '../../runner/nightly.ts';
import { send } from '../documents/records.ts';
import type { Answer, Client } from '../plant/plant.ts';
import { type Works, works } from './works.ts';

const QUESTION = 'Il passaggio allo stato selezionato richiede la creazione di un rapportino. Procedere?';

let plant: Works;
let admin: Client;
let states: Record<'AS' | 'IC' | 'CH' | 'FA', number>;
let labour: number;
let photoFolder: number;
let classId: number;

const setting = async (codice: string, valore: string) => {
  const id = await plant.demo.idOf('parametro', { codice });
  expect((await admin.put(`/parametro/${id}`, { valore })).status).toBe(200);
};

beforeAll(async () => {
  plant = await works();
  ({ admin } = plant);
  const idOf = (codice: string) => plant.demo.idOf('stato', { codice });
  states = { AS: await idOf('AS'), IC: await idOf('IC'), CH: await idOf('CH'), FA: await idOf('FA') };
  labour = await plant.demo.idOf('costo/tipo-costo', { descrizione: 'Manodopera' });
  photoFolder = await plant.demo.idOf('odl/documento/cartella', { nome: 'Foto' });
  classId = await plant.demo.idOf('odl/classe', { codice: 'MEC' });
  await plant.demo.database.query('update controllo set canc = 1');
  await plant.demo.database.query(
    'update stato set richiedi_firma_rapportino = 1 where id = any($1::int[])',
    [[states.CH, states.FA]],
  );
  const field = { id_classe: classId, campo_tabella: 'campo_str9', label: 'Esito prova', obbligatorio: 0 };
  expect((await admin.post('/odl/campo/', field)).status).toBe(200);
  await plant.demo.database.query('delete from camporeport where id_classe_intervento = $1', [classId]);
  const reportField = {
    id_classe_intervento: classId,
    provenienza: 1,
    campo: 'campo_str9',
    ordine: 1,
    label: 'Prova',
  };
  expect((await admin.post('/camporeport/', reportField)).status).toBe(200);
});
afterAll(() => plant.close());
beforeEach(() => setting('RappModificheAmmesse', '0'));

const sign = async (odl: number, query = '') => {
  const answer = await admin.send('POST', `/rapportini/firme/tecnico/odl/${odl}${query}`, {
    language: 'it',
    ...(await formOf([['firma.png', drawn()]], 'signature')),
  });
  expect(answer.status, answer.description).toBe(200);
};
const pathOf = (odl: number, state = states.CH) => `/rapportini/odl/${odl}/stato/${state}`;
const make = async (
  odl: number,
  { who = admin, query = '?foto=1', body = {} as Row, state = states.CH } = {},
) => {
  const answer = await who.post(`${pathOf(odl, state)}${query}`, body, { language: 'it' });
  expect(answer, JSON.stringify(answer.errors)).toMatchObject({ status: 200, result: 0 });
  return answer.data as { id: number; codice: string; passaggio: number };
};
const enter = (odl: number, { who = admin, body = {} as Row, language = 'it' as 'it' | 'en' } = {}) =>
  who.put(`/odl/${odl}`, { id_stato: states.CH, ...body }, { language });
const codeOf = async (odl: number): Promise<unknown> => (await admin.get(`/odl/${odl}`)).data.cod_stato;
const preview = async (odl: number, body: Row = {}) =>
  (await admin.post(`${pathOf(odl)}/anteprima`, body, { language: 'it' })).data;
const check = async (code: string, language: 'it' | 'en' = 'it') =>
  (await (await plant.demo.as('nobody')).get(`/rapportini/verifica/${code}`, { language })).data;

interface Work {
  odl: number;
  item: number;
  cost: number;
  part: string;
  partId: number;
  warehouse: number;
}

/** Work in progress with a checklist, a part, a cost and a photo. */
async function work(more: Row = {}): Promise<Work> {
  const odl = await plant.order({ state: 'IC', note: 'Prima', id_classe_intervento: classId, ...more });
  const voce = (await admin.post('/checklist/voce/', { descrizione: 'Serraggio' })).data.id;
  const list = (await admin.post('/checklist/', { descrizione: `Lista ${odl}` })).data.id;
  await admin.post('/checklist/relazione/', { id_checklist: list, id_voce: voce, obbligatoria: '0' });
  expect((await admin.put(`/odl/${odl}`, { id_checklist: list })).status).toBe(200);
  const [item] = (await admin.get(`/odl/${odl}/checklist/`)).data;
  const [partId, warehouse] = [await plant.part(), await plant.warehouse()];
  await plant.move(partId, warehouse, 9);
  const made: Work = {
    odl,
    item: item.id,
    partId,
    warehouse,
    part: String((await plant.one('select codice from ricambio where id = $1', [partId])).codice),
    cost: (
      await admin.post(`/odl/${odl}/costo/`, {
        ...{ tipo: labour, descrizione: 'Ore', quantita: 2, costo: 30, flag: 1 },
      })
    ).data.id,
  };
  await take(made, -3);
  await photo(made, 'prima.png', 1);
  return made;
}

const take = async ({ odl, partId, warehouse }: Work, quantita: number): Promise<void> => {
  const row = {
    id_ricambio: partId,
    quantita,
    id_magazzino: warehouse,
    ubicazione_lotto: '-',
    id_ubicazione: null,
  };
  const answer = await admin.post(`/odl/${odl}/ricambio/`, row);
  expect(answer.status, answer.description).toBe(200);
};
const photo = async ({ odl }: Work, name: string, shade: number): Promise<void> => {
  const path = `/odl/${odl}/documento/?idCartella=${photoFolder}&descrizione=${name}`;
  expect((await send(admin, path, [[name, png(shade)]])).status).toBe(200);
};
const put = async (path: string, row: Row): Promise<void> => {
  const answer = await admin.put(path, row);
  expect(answer, JSON.stringify(answer.errors)).toMatchObject({ status: 200, result: 0 });
};

const refused = (answer: Answer, changes: string[]): void => {
  expect(answer).toMatchObject({ status: 200, result: -11, description: QUESTION });
  expect(answer.data.modifiche.map(({ testo }: Row) => testo)).toEqual(changes);
  expect(answer.errors).toEqual({
    id_stato: `Il rapportino è stato fatto prima di queste modifiche: ${changes.join('; ')}. Va fatto e firmato di nuovo`,
  });
};

const CHANGES: [string, (work: Work) => Promise<void>, (work: Work) => string[]][] = [
  ['the note', ({ odl }) => put(`/odl/${odl}`, { note: 'Dopo' }), () => ['Note da Prima a Dopo']],
  [
    'a long note',
    ({ odl }) => put(`/odl/${odl}`, { note: 'Molto più lunga di quanto una frase possa ripetere' }),
    () => ['Note: contenuto cambiato'],
  ],
  [
    'the planned day',
    ({ odl }) => put(`/odl/${odl}`, { data_ordine: '2026-03-12' }),
    () => ['Data prevista da 10/03/2026 a 12/03/2026'],
  ],
  [
    'when it began',
    ({ odl }) => put(`/odl/${odl}`, { data_inizio: '2026-03-11' }),
    () => ['Inizio intervento da – a 11/03/2026'],
  ],
  [
    'the priority',
    ({ odl }) => put(`/odl/${odl}`, { priorita: 3 }),
    () => [expect.stringMatching(/^Priorità da .+ a /)],
  ],
  [
    'the technician',
    ({ odl }) => put(`/odl/${odl}`, { id_tecnico: plant.ids.RIFTEC }),
    () => [expect.stringMatching(/^Tecnico da – a /)],
  ],
  [
    'a custom field',
    ({ odl }) => put(`/odl/${odl}`, { campo_str9: 'Passata' }),
    () => ['Prova da – a Passata'],
  ],
  ['a part withdrawn', (one) => take(one, -2), ({ part }) => [`Ricambi: ${part} da 3 a 5`]],
  ['a part given back', (one) => take(one, 1), ({ part }) => [`Ricambi: ${part} da 3 a 2`]],
  [
    'a cost added',
    async ({ odl }) => {
      const row = { tipo: labour, descrizione: 'Viaggio', quantita: 1, costo: 15, flag: 1 };
      expect((await admin.post(`/odl/${odl}/costo/`, row)).status).toBe(200);
    },
    () => ['Costi: Viaggio in più'],
  ],
  [
    'a cost changed',
    ({ odl, cost }) => put(`/odl/${odl}/costo/${cost}`, { quantita: 3 }),
    () => [expect.stringMatching(/^Costi: Ore da 60,00.€ a 90,00.€$/), 'Costi: Ore (quantità) da 2 a 3'],
  ],
  [
    'a cost deleted',
    async ({ odl, cost }) => void (await admin.del(`/odl/${odl}/costo/${cost}`)),
    () => ['Costi: Ore in meno'],
  ],
  [
    'an item ticked',
    ({ odl, item }) => put(`/odl/${odl}/checklist/${item}`, { checked: 1, note: '40 Nm' }),
    () => ['Checklist: Serraggio da No a Sì', 'Checklist: Serraggio (note) da – a 40 Nm'],
  ],
  ['a photo', (one) => photo(one, 'dopo.png', 2), () => ['Foto: dopo.png in più']],
];

/** A change of each kind. */
const BY_DAY = [
  'the note',
  'a custom field',
  'a part withdrawn',
  'a cost changed',
  'an item ticked',
  'a photo',
];

describe('a change after the report was created', () => {
  it.each(CHANGES.filter(([what]) => NIGHTLY || BY_DAY.includes(what)))(
    'is reported, and the report is created and signed again: %s [report-11]',
    async (_, change, expected) => {
      const one = await work();
      const { odl } = one;
      await sign(odl);
      const first = await make(odl);
      await change(one);
      const answer = await enter(odl);
      const words = answer.data?.modifiche?.map(({ testo }: Row) => testo);
      expect(words).toEqual(expected(one));
      refused(answer, words);
      expect(await codeOf(odl)).toBe('IC');
      await sign(odl);
      const second = await make(odl);
      expect(second.id).not.toBe(first.id);
      expect(await enter(odl)).toMatchObject({ status: 200, result: 0 });
      expect(await codeOf(odl)).toBe('CH');
      expect(await check(first.codice)).toEqual({ esiste: 1, sostituito: 1 });
      expect(await check(second.codice)).toEqual({ esiste: 1 });
    },
  );

  it('is no difference if the report does not contain it', async () => {
    const one = await work();
    const { odl } = one;
    await make(odl, { query: '' });
    await photo(one, 'dopo.png', 2);
    await admin.post(`/odl/${odl}/costo/`, {
      tipo: labour,
      descrizione: 'Nascosto',
      quantita: 1,
      costo: 5,
      flag: 2,
    });
    await put(`/odl/${odl}`, { ore_previste: 3, data_ordine: '2026-03-10T11:00:00+01:00' });
    await admin.post(`/odl/${odl}/commento/`, { testo: 'Fatto' });
    expect(await enter(odl)).toMatchObject({ status: 200, result: 0 });
  });

  it('is reported in the language of the user who enters the state', async () => {
    const one = await work();
    await make(one.odl);
    await take(one, -2);
    const answer = await enter(one.odl, { language: 'en' });
    expect(answer.data.modifiche).toEqual([
      {
        voce: `Spare parts: ${one.part}`,
        allora: '3',
        ora: '5',
        testo: `Spare parts: ${one.part} from 3 to 5`,
      },
    ]);
    expect(answer.errors!.id_stato).toBe(
      `The job report was made before these changes: Spare parts: ${one.part} from 3 to 5. It must be made and signed again`,
    );
  });

  it('is reported also if the plant has removed a field from its reports since', async () => {
    const { odl } = await work();
    await put(`/odl/${odl}`, { campo_str9: 'Passata' });
    const { id } = await make(odl);
    const { rows } = await plant.demo.database.query<Row>(
      'update camporeport set canc = 1 where id_classe_intervento = $1 returning id_campo_report_interventi as id',
      [classId],
    );
    expect((await preview(odl)).modifiche).toEqual([]);
    expect((await make(odl)).id).toBe(id);
    await plant.demo.database.query('update camporeport set canc = 0 where id_campo_report_interventi = $1', [
      rows[0]!.id,
    ]);
    expect(await enter(odl)).toMatchObject({ status: 200, result: 0 });
  });

  it('is shown by the next states, whose report can be created again', async () => {
    const { odl } = await work();
    const closing = async () =>
      ((await admin.get(`/stato/?idOdl=${odl}`)).data as Row[]).find(({ codice }) => codice === 'CH');
    expect(await closing()).toMatchObject({ regole: ['report-missing'], rapportino_da_generare: 1 });
    await make(odl);
    expect(await closing()).toMatchObject({ regole: [], rapportino_da_generare: 0 });
    await put(`/odl/${odl}`, { note: 'Dopo' });
    expect(await closing()).toMatchObject({
      regole: ['report-changed'],
      motivi: [expect.stringContaining('Note da Prima a Dopo')],
      rapportino_da_generare: 1,
    });
    await setting('RappModificheAmmesse', '1');
    expect(await closing()).toMatchObject({ regole: [], rapportino_da_generare: 0 });
  });
});

describe('however the state is entered', () => {
  const changed = async (): Promise<number> => {
    const { odl } = await work();
    await make(odl);
    await put(`/odl/${odl}`, { note: 'Dopo' });
    return odl;
  };

  it('the report is compared: state only, whole record, with other fields', async () => {
    const odl = await changed();
    refused(await enter(odl), ['Note da Prima a Dopo']);
    const { data } = await admin.get(`/odl/${odl}`);
    refused(await enter(odl, { body: { ...data, id_stato: states.CH } }), ['Note da Prima a Dopo']);
    refused(await enter(odl, { body: { data_ordine: '2026-03-12' } }), [
      'Data prevista da 10/03/2026 a 12/03/2026',
      'Note da Prima a Dopo',
    ]);
    // Reverted changes match the signed report.
    expect(await enter(odl, { body: { note: 'Prima' } })).toMatchObject({ status: 200, result: 0 });
  });

  it('several at once: each for itself', async () => {
    const [stale, fresh] = [await changed(), (await work()).odl];
    await make(fresh);
    const { data } = await admin.put(`/odl/${stale},${fresh}`, { id_stato: states.CH }, { language: 'it' });
    expect(data).toMatchObject([
      { id: stale, result: -11, errors: { id_stato: expect.stringContaining('Note da Prima a Dopo') } },
      { id: fresh, result: 0 },
    ]);
    expect([await codeOf(stale), await codeOf(fresh)]).toEqual(['IC', 'CH']);
  });

  it('invoicing', async () => {
    const one = await work();
    const { odl } = one;
    await make(odl);
    expect((await enter(odl)).result).toBe(0);
    await make(odl, { state: states.FA });
    await take(one, -1);
    const invoice = () => admin.put(`/odl/${odl}`, { id_stato: states.FA }, { language: 'it' });
    refused(await invoice(), [`Ricambi: ${one.part} da 3 a 4`]);
    await make(odl, { state: states.FA });
    expect(await invoice()).toMatchObject({ status: 200, result: 0 });
  });

  it('asks nothing if the plant does not check reports, and the public check still shows the difference', async () => {
    const { odl } = await work();
    const { codice } = await make(odl);
    await put(`/odl/${odl}`, { note: 'Dopo' });
    await setting('RappValidCambioStat', '0');
    expect(await enter(odl)).toMatchObject({ status: 200, result: 0 });
    await setting('RappValidCambioStat', '1');
    expect((await check(codice)).modifiche).toMatchObject([{ voce: 'Note', allora: 'Prima', ora: 'Dopo' }]);
  });
});

describe('if the plant allows changes', () => {
  it('the state is entered, and anyone who checks the report sees both values, and nothing of later changes', async () => {
    const one = await work();
    const { odl } = one;
    const { id, codice } = await make(odl);
    await take(one, -2);
    await put(`/odl/${odl}`, { note: 'Dopo' });
    await setting('RappModificheAmmesse', '1');
    expect((await make(odl)).id).toBe(id);
    expect(await enter(odl)).toMatchObject({ status: 200, result: 0 });
    await put(`/odl/${odl}`, { note: 'Molto dopo' });
    const modifiche = [
      { voce: 'Notes', allora: 'Prima', ora: 'Dopo', testo: 'Notes from Prima to Dopo' },
      {
        ...{ voce: `Spare parts: ${one.part}`, allora: '3', ora: '5' },
        testo: `Spare parts: ${one.part} from 3 to 5`,
      },
    ];
    expect(await check(codice, 'en')).toEqual({ esiste: 1, modifiche });
    const { data } = await admin.get(`/odl/${odl}/documento/${id}`);
    const hash = createHash('sha256').update(Buffer.from(data.contenuto, 'base64')).digest('hex');
    const nobody = await plant.demo.as('nobody');
    const answer = await nobody.post(`/rapportini/verifica/${codice}`, { hash }, { language: 'en' });
    expect(answer.data).toEqual({ esiste: 1, corrisponde: 1, modifiche });
  });

  it('a signature of before is printed', async () => {
    const { odl } = await work();
    await sign(odl);
    await put(`/odl/${odl}`, { note: 'Dopo' });
    await setting('RappModificheAmmesse', '1');
    expect((await preview(odl)).firme).toEqual([{ tipo: 'tecnico', da_rifare: 0 }]);
    await make(odl);
  });
});

describe('the normal course', () => {
  it('is possible from report to state, and the end is the signed one', async () => {
    const { odl } = await work();
    await sign(odl);
    const { id } = await make(odl);
    const reportedEnd = new Date(Date.now() - 30 * 3600_000).toISOString();
    await plant.demo.database.query(
      `update rapportini set date_entrata = json_build_object('data_fine', $2::text)::text where id_documento = $1`,
      [id, reportedEnd],
    );
    expect((await make(odl)).id).toBe(id);
    expect(await enter(odl)).toMatchObject({ status: 200, result: 0, data: { data_fine: reportedEnd } });
  });

  it('does not end before its start, whatever was sent', async () => {
    const { odl } = await work();
    await put(`/odl/${odl}`, { data_inizio: new Date(Date.now() - 3600_000).toISOString() });
    await make(odl);
    await plant.demo.database.query(
      `update rapportini set date_entrata = '{"data_fine":"2026-01-01T00:00:00.000Z"}' where id_odl = $1`,
      [odl],
    );
    const { result, data } = await enter(odl);
    expect(result).toBe(0);
    expect(Date.now() - Date.parse(data.data_fine)).toBeLessThan(60_000);
  });

  it('the report contains values saved with the state, and refuses a save with others', async () => {
    const { odl } = await work();
    const body = { note: 'Scritta con lo stato', data_fine: '2026-03-11T10:00:00Z' };
    const { id } = await make(odl, { body });
    const { data } = await admin.get(`/odl/${odl}/documento/${id}`);
    const text = readPdf(Buffer.from(data.contenuto, 'base64'))
      .flatMap(({ texts }) => texts)
      .join('')
      .replaceAll(/\s/g, '');
    expect(text).toContain('Scrittaconlostato');
    expect(text).toContain('Fineintervento11/03/2026');
    expect((await admin.get(`/odl/${odl}`)).data).toMatchObject({
      note: 'Prima',
      data_fine: null,
      cod_stato: 'IC',
    });
    refused(await enter(odl, { body: { note: 'Scritta con lo stato' } }), [
      'Fine intervento da 11/03/2026 a –',
    ]);
    expect(await enter(odl, { body })).toMatchObject({ status: 200, result: 0 });
  });

  it('is that of a report made before reports were sealed', async () => {
    const { odl } = await work();
    await sign(odl);
    const { id, codice } = await make(odl);
    await plant.demo.database.query(
      'update rapportini set impronta = null, contenuto = null, date_entrata = null where id_odl = $1',
      [odl],
    );
    await plant.demo.database.query('update rapportini_firme set impronta = null where id_odl = $1', [odl]);
    await put(`/odl/${odl}`, { note: 'Dopo' });
    expect((await make(odl)).id).toBe(id);
    expect(await enter(odl)).toMatchObject({ status: 200, result: 0 });
    expect(await check(codice)).toEqual({ esiste: 1 });
  });

  it('is possible again after the intervention was reopened', async () => {
    const { odl } = await work();
    await plant.demo.database.query(
      `insert into stato_struttura (id_stato_padre, id_stato, id_ruolo, id_tipo_intervento)
       values ($1, $2, -1, -1) on conflict do nothing`,
      [states.CH, states.IC],
    );
    await make(odl);
    expect((await enter(odl)).result).toBe(0);
    await put(`/odl/${odl}`, { id_stato: states.IC });
    await sign(odl);
    expect(await make(odl)).toMatchObject({ passaggio: 2 });
    expect(await enter(odl)).toMatchObject({ status: 200, result: 0 });
  });
});

describe('a report is made', () => {
  it('only for a state that this user could enter now; the refusal contains the reason', async () => {
    const { odl } = await work();
    const why = async (body: Row = {}, who: Client = admin) => {
      const { status, description, errors } = await who.post(pathOf(odl), body, { language: 'it' });
      return [status, description, errors];
    };
    const control = await admin.post('/controllo/', {
      ...{ id_classe_odl: classId, id_stato: states.CH, id_condizione_controllo: 1 },
      id_campo_odl: (
        await plant.one("select id from odl_campo where campo_tabella = 'campo_str9' and id_classe = $1", [
          classId,
        ])
      ).id,
    });
    expect(control.status, JSON.stringify(control.errors)).toBe(200);
    const sentence = 'Per lo stato Chiuso il campo Esito prova deve essere valorizzato';
    expect(await why()).toEqual([422, expect.stringContaining(sentence), { campo_str9: sentence }]);
    expect((await admin.post(`${pathOf(odl)}/anteprima`, {}, { language: 'it' })).status).toBe(422);
    await plant.demo.database.query('update controllo set canc = 1');

    await plant.demo.database.query('update odl_checklist set obbligatoria = 1 where id_odl = $1', [odl]);
    expect((await why())[1]).toMatch(/Mancano le voci obbligatorie della checklist: Serraggio/);
    await plant.demo.database.query('update odl_checklist set obbligatoria = 0 where id_odl = $1', [odl]);

    expect((await why({ data_inizio: '2026-03-12', data_fine: '2026-03-11' }))[2]).toEqual({
      data_fine: 'La data di fine non può precedere la data di inizio',
    });
    expect((await why({ priorita: 99 }))[0]).toBe(422);
    expect((await why({ versione: 0 }))[0]).toBe(409);

    const field = await plant.one(
      "select id from odl_campo where campo_tabella = 'campo_str9' and id_classe = $1",
      [classId],
    );
    await put(`/odl/campo/${field.id}`, { obbligatorio: 1 });
    expect((await why())[2]).toHaveProperty('campo_str9');
    await put(`/odl/campo/${field.id}`, { obbligatorio: 0 });

    const closed = [states.IC, states.CH];
    const way = 'from stato_struttura where id_stato_padre = $1 and id_stato = $2';
    const { rows } = await plant.demo.database.query<Row>(
      `select id_ruolo, id_tipo_intervento ${way}`,
      closed,
    );
    await plant.demo.database.query(`delete ${way}`, closed);
    expect((await why())[1]).toMatch(/non puoi portare l'intervento nello stato Chiuso/);
    for (const { id_ruolo, id_tipo_intervento } of rows)
      await plant.demo.database.query(
        'insert into stato_struttura (id_stato_padre, id_stato, id_ruolo, id_tipo_intervento) values ($1, $2, $3, $4)',
        [...closed, id_ruolo, id_tipo_intervento],
      );
    expect(await plant.demo.count(`rapportini where id_odl = ${odl}`)).toBe(0);
    await make(odl);
  });

  it('is possible for a busy technician: the question comes when the state is entered [block-other]', async () => {
    await setting('BlockAssigned', '2');
    const busy = { id_tecnico: plant.ids.RIFTEC, data_ordine: '2031-05-05T08:00:00Z', ore_previste: 2 };
    await plant.order({ state: 'AS', ...busy });
    const { odl } = await work();
    expect(await enter(odl, { body: busy })).toMatchObject({ result: -9 });
    await make(odl, { body: busy });
    const entered = await admin.put(`/odl/${odl}?isBypassBlockAllowed=1`, { id_stato: states.CH, ...busy });
    await setting('BlockAssigned', '0');
    expect(entered).toMatchObject({ status: 200, result: 0 });
  });

  it('without leaving a trace of the state it was tried in', async () => {
    const { odl } = await work();
    const traces = () =>
      plant.one(
        `select o.versione, o.id_stato, o.data_fine, (select count(*) from odl_storico where id_odl = $1)::int as steps,
           (select count(*) from storico_modifiche where risorsa = 'odl' and id_record = $1)::int as changes
         from odl o where id = $1`,
        [odl],
      );
    const before = await traces();
    await preview(odl, { note: 'Provata' });
    await make(odl, { body: { note: 'Provata' } });
    expect(await traces()).toEqual(before);
  });
});

describe('a signature', () => {
  it('contains what was displayed: if it has changed, it is drawn again', async () => {
    const one = await work();
    const { odl } = one;
    const previewed = await preview(odl);
    expect(previewed).toMatchObject({
      impronta: expect.stringMatching(/^[0-9a-f]{64}$/),
      firme: [],
      modifiche: [],
    });
    expect(previewed.contenuto).toContainEqual({
      chiave: 'ricambi',
      titolo: 'Ricambi',
      righe: [{ chiave: one.part, nome: expect.stringContaining(one.part), valore: '3 pz' }],
    });
    await sign(odl, `?impronta=${previewed.impronta}`);
    expect((await preview(odl)).firme).toEqual([{ tipo: 'tecnico', da_rifare: 0 }]);
    await take(one, -1);
    expect((await preview(odl)).firme).toEqual([{ tipo: 'tecnico', da_rifare: 1 }]);
    const late = await admin.post(`${pathOf(odl)}?impronta=${previewed.impronta}`, {}, { language: 'it' });
    expect(late).toMatchObject({
      status: 409,
      description: expect.stringMatching(/^L'intervento è cambiato da quando/),
    });
    expect(await admin.post(pathOf(odl), {}, { language: 'it' })).toMatchObject({
      status: 422,
      description: "L'intervento è cambiato dopo la firma. Da rifare: Firma del tecnico.",
    });
    await sign(odl, `?impronta=${(await preview(odl)).impronta}`);
    await make(odl);
  });

  it('contains the current data if the caller does not say what was displayed', async () => {
    const { odl } = await work();
    await sign(odl);
    expect((await preview(odl)).firme).toEqual([{ tipo: 'tecnico', da_rifare: 0 }]);
    await put(`/odl/${odl}`, { note: 'Dopo' });
    expect((await preview(odl)).firme).toEqual([{ tipo: 'tecnico', da_rifare: 1 }]);
    const bad = await admin.send('POST', `/rapportini/firme/tecnico/odl/${odl}?impronta=x`, {
      ...(await formOf([['firma.png', drawn()]], 'signature')),
    });
    expect(bad.status).toBe(422);
  });
});
