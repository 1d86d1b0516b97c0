/** Custom field definitions, controls and report fields, which all refer to columns. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Plant, plant } from '../plant/plant.ts';
import { everyField, LOCKED, REQUIRED, runScenarios } from '../plant/scenario.ts';

let demo: Plant;
const ids: Record<string, number> = {};

beforeAll(async () => {
  demo = await plant();
  ids.motor = await demo.idOf('classe', { codice: 'MOTORE' });
  ids.pump = await demo.idOf('classe', { codice: 'POMPA' });
  ids.mechanical = await demo.idOf('odl/classe', { codice: 'MEC' });
  ids.electrical = await demo.idOf('odl/classe', { codice: 'ELE' });
  ids.closed = await demo.idOf('stato', { codice: 'CH' });
  ids.cause = await demo.idOf('odl/campo', { label: 'Causa del guasto' });
  ids.hours = await demo.idOf('odl/campo', { label: 'Ore di fermo' });
  ids.component = await demo.idOf('odl/campo', { label: 'Componente sostituito' });
  ids.serial = await demo.idOf('oggetto/campo', { label: 'Matricola' });
  ids.system = await demo.idOf('magazzino/campo', { sys: 1 });
  ids.folder = await demo.idOf('oggetto/documento/cartella', { nome: 'Manuali' });
});
afterAll(() => demo.close());

const field = { id_classe: '{motor}', campo_tabella: 'campo_str9', label: 'Avvolgimento' };

describe('custom field definitions', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'a new field is visible, editable, required and first [field-defaults]',
      call: 'POST /oggetto/campo/',
      body: field,
      expected: {
        data: {
          visibile: 1,
          editabile: 1,
          obbligatorio: 1,
          ordine: 0,
          visibile_tecnico: 1,
          visibile_segnalatore: 1,
          mostra_su_odl: 0,
          classe: 'Motore elettrico',
        },
      },
    },
    {
      name: 'refuses a column of the same class twice',
      call: 'POST /oggetto/campo/',
      body: field,
      errors: { campo_tabella: 'La colonna è già usata da un altro campo di questa classe' },
    },
    {
      name: 'can use the same column in another class',
      call: 'POST /oggetto/campo/',
      body: { ...field, id_classe: '{pump}' },
    },
    {
      name: 'refuses a column that a field of all classes has [field-all-classes]',
      call: 'POST /oggetto/campo/',
      body: { ...field, campo_tabella: 'campo_str1' },
      status: 422,
    },
    {
      name: 'refuses for all classes a column that one class has [field-all-classes]',
      call: 'POST /oggetto/campo/',
      body: { ...field, id_classe: -1 },
      status: 422,
    },
    {
      name: 'refuses the eleventh text column of interventions [custom-amounts]',
      call: 'POST /odl/campo/',
      body: { id_classe: -1, campo_tabella: 'campo_str11', label: 'Troppo' },
      errors: { campo_tabella: 'Il valore non è fra quelli previsti' },
    },
    {
      name: 'refuses a file field without folder [field-folder]',
      call: 'POST /oggetto/campo/',
      body: { ...field, campo_tabella: 'campo_file5' },
      errors: { id_cartella: REQUIRED },
    },
    {
      name: 'accepts a file field with a folder [field-folder]',
      call: 'POST /oggetto/campo/',
      body: { ...field, campo_tabella: 'campo_file5', id_cartella: '{folder}' },
    },
    {
      name: 'cannot change class and column [field-locked]',
      call: 'PUT /oggetto/campo/{serial}',
      body: { id_classe: '{motor}', campo_tabella: 'campo_str7' },
      errors: everyField(LOCKED, 'id_classe', 'campo_tabella'),
    },
    {
      name: 'cannot change the label of a system field [field-sys]',
      call: 'PUT /magazzino/campo/{system}',
      body: { label: 'Altro' },
      errors: { label: LOCKED },
    },
    {
      name: 'does not delete a system field [field-sys]',
      call: 'DELETE /magazzino/campo/{system}',
      status: 403,
    },
    {
      name: 'filters by column and flag [field-lists]',
      call: 'GET /oggetto/campo/?pag=1&nomeCampo=campo_str1&obbligatorio=1',
      expected: { tot: 1 },
    },
  ]);

  it('cannot show a hidden system field again [field-sys]', async () => {
    const admin = await demo.as('SUADMIN');
    expect((await admin.put(`/magazzino/campo/${ids.system}`, { visibile: 0 })).status).toBe(200);
    const answer = await admin.put(`/magazzino/campo/${ids.system}`, { visibile: 1 });
    expect(answer.errors).toEqual({ visibile: LOCKED });
  });

  it('answers the fields of a class and those of all classes, and none without a class', async () => {
    const admin = await demo.as('RIFTEC');
    const { data } = await admin.get(`/odl/campo/?idClasse=${ids.mechanical}`);
    const classes = new Set(data.map((row: { id_classe: number }) => row.id_classe));
    expect(classes).toEqual(new Set([-1, ids.mechanical]));
    expect((await admin.get('/odl/campo/?idClasse=-1')).data).toEqual([]);
    const all = (await admin.get('/odl/campo/?idClasse=-1&pag=-1')).data;
    expect(all.every((row: { id_classe: number }) => row.id_classe === -1)).toBe(true);
    expect(all.length).toBeGreaterThan(0);
  });

  it('reports the kind of a column by its name [custom-prefix-type]', async () => {
    const path = '/magazzino/campo/tabella?idClasse=-1';
    const { data } = await (await demo.as('SUADMIN')).get(path, { language: 'en' });
    const title = (column: string): string =>
      data.find((row: { codice: string }) => row.codice === column).descrizione;
    expect(title('campo_str9')).toBe('Text 9 (campo_str9)');
    expect(title('campo_int9')).toBe('Whole number 9 (campo_int9)');
    expect(title('campo_float9')).toBe('Decimal number 9 (campo_float9)');
    expect(title('campo_boolean9')).toBe('Yes or no 9 (campo_boolean9)');
    expect(title('campo_date9')).toBe('Date 9 (campo_date9)');
    expect(title('campo_timestamp9')).toBe('Date and time 9 (campo_timestamp9)');
    expect(title('campo_file5')).toBe('File 5 (campo_file5)');
    expect(title('campo_nota5')).toBe('Note 5 (campo_nota5)');
  });

  it('offers the columns that are free [custom-amounts]', async () => {
    const admin = await demo.as('SUADMIN');
    const names = async (path: string): Promise<string[]> =>
      (await admin.get(path)).data.map((row: { campo_tabella: string }) => row.campo_tabella);
    const [parts, mechanical] = [
      await names('/ricambio/campo/tabella?idClasse=-1'),
      await names(`/odl/campo/tabella?idClasse=${ids.mechanical}`),
    ];
    expect(parts).toContain('campo_str20');
    expect(parts).not.toContain('campo_str1');
    expect(mechanical).toContain('campo_str10');
    expect(mechanical).not.toContain('campo_str11');
    expect(mechanical).not.toContain('campo_str2');
    expect(await names(`/odl/campo/tabella?idClasse=${ids.electrical}`)).toContain('campo_str2');
  });
});

const control = {
  id_stato: '{closed}',
  id_classe_odl: -1,
  id_campo_odl: '{cause}',
  id_condizione_controllo: 1,
};

describe('controls', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'applies to all classes and returns its texts [control-required]',
      call: 'POST /controllo/',
      body: { ...control, id_classe_odl: undefined },
      expected: {
        data: {
          classe_odl: 'Tutte le classi',
          campo_odl: 'Causa del guasto',
          stato: 'Chiuso',
          condizione_controllo: 'È valorizzato',
        },
      },
    },
    {
      name: 'needs a value to compare with',
      call: 'POST /controllo/',
      body: { ...control, id_condizione_controllo: 3 },
      errors: { valore: REQUIRED },
    },
    {
      name: 'refuses a word for a numeric field',
      call: 'POST /controllo/',
      body: { ...control, id_campo_odl: '{hours}', id_condizione_controllo: 5, valore: 'molte' },
      errors: { valore: 'Il valore non è del tipo del campo' },
    },
    {
      name: 'refuses the field of another class',
      call: 'POST /controllo/',
      body: { ...control, id_classe_odl: '{electrical}', id_campo_odl: '{component}' },
      errors: { id_campo_odl: 'Il valore non è fra quelli previsti' },
    },
    {
      name: 'has nine conditions',
      call: 'GET /controllo/condizione/?pag=1',
      expected: { tot: 9 },
    },
  ]);
});

const reported = { id_classe_intervento: '{mechanical}', provenienza: 1, campo: 'campo_boolean2', ordine: 5 };

describe('report fields', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'gets the name of the field if it has no label',
      call: 'POST /camporeport/',
      body: reported,
      expected: { data: { label: 'Lubrificante alimentare usato' } },
    },
    {
      name: 'refuses one without class, field and order [report-field-required]',
      call: 'POST /camporeport/',
      body: { ordine: null },
      errors: everyField(REQUIRED, 'id_classe_intervento', 'campo', 'ordine'),
    },
    {
      name: 'refuses a fixed choice of interventions for an asset [report-field-choices]',
      call: 'POST /camporeport/',
      body: { ...reported, provenienza: 2, campo: 'totale' },
      errors: { campo: 'Il valore non è fra quelli previsti' },
    },
    {
      name: 'ignores the asset class unless the field comes from the asset [report-field-asset-class]',
      call: 'POST /camporeport/',
      body: { ...reported, campo: 'note', id_classe_oggetto: '{motor}' },
      expected: { data: { id_classe_oggetto: null } },
    },
  ]);

  it('offers the fixed choices, then the fields of the class [report-field-choices]', async () => {
    const admin = await demo.as('SUADMIN');
    const { data } = await admin.get(`/camporeport/campo?provenienza=1&idClasseIntervento=${ids.mechanical}`);
    const codes = data.map((row: { codice: string }) => row.codice);
    expect(codes.slice(0, 9)).toEqual([
      'codice',
      'descrizione',
      'oggetto',
      'note',
      'data_ordine',
      'tecnico',
      'data_inizio',
      'data_fine',
      'totale',
    ]);
    expect(codes).toContain('campo_str2');
    const asset = await admin.get(`/camporeport/campo?provenienza=2&idClasseOggetto=${ids.motor}`, {
      language: 'en',
    });
    expect(asset.data[0]).toEqual({ codice: 'campo_str9', descrizione: 'Avvolgimento' });
  });

  it('protects the definition of a printed field: the next field of the column would be printed under its label', async () => {
    const admin = await demo.as('SUADMIN');
    const definition = await demo.idOf('oggetto/campo', {
      id_classe: ids.motor,
      campo_tabella: 'campo_str9',
    });
    const made = await admin.post('/camporeport/', {
      id_classe_intervento: ids.mechanical,
      id_classe_oggetto: ids.motor,
      provenienza: 2,
      campo: 'campo_str9',
      ordine: 1,
    });
    expect(made.errors).toBeUndefined();
    expect(await admin.del(`/oggetto/campo/${definition}`)).toMatchObject({
      status: 409,
      description: 'In uso, quindi non eliminabile: 1 Campo report.',
    });
    await admin.del(`/camporeport/${made.data.id_campo_report_interventi}`);
    expect((await admin.del(`/oggetto/campo/${definition}`)).status).toBe(200);
  });
});
