/** Reading and writing a record: every rule that a schema can state, on the server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Plant, plant } from './plant/plant.ts';
import { everyField, LOCKED, REQUIRED, runScenarios } from './plant/scenario.ts';

let demo: Plant;
let admin: Client;
const ids: Record<string, number> = { huge: 2_147_483_647 };

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  const named: [string, string, Record<string, unknown>][] = [
    ['allOrganisations', 'organizzazione', { codice: '*' }],
    ['organisation', 'organizzazione', { codice: 'PAR' }],
    ['allDepartments', 'reparto', { codice: '*' }],
    ['allTypes', 'odl/tipoGuasto', { codice: '*' }],
    ['opening', 'stato', { codice: 'AP' }],
    ['failure', 'odl/tipoGuasto', { codice: 'GUA' }],
    ['partClass', 'ricambio/classe', { codice: 'CUSC' }],
    ['motor', 'classe', { codice: 'MOTORE' }],
    ['labour', 'costo/tipo-costo', { descrizione: 'Manodopera' }],
    ['superRole', 'ruolo', { codice: 'SUADMIN' }],
    ['superUser', 'utente', { mail: 'superadmin@officina.example' }],
    ['planner', 'utente', { mail: 'elena.tosi@officina.example' }],
    ['connector', 'utente', { sys: 1 }],
    ['interventionClass', 'odl/classe', { codice: 'MEC' }],
    ['control', 'controllo', { canc: 0 }],
  ];
  for (const [name, resource, match] of named) ids[name] = await demo.idOf(resource, match);
});
afterAll(() => demo.close());

const keep = async (name: string, path: string, body: object, id = 'id'): Promise<void> => {
  const answer = await admin.post(path, body);
  expect(answer.status, answer.description).toBe(200);
  ids[name] = answer.data[id];
};

const cost = { codice: 'Q', descrizione: 'Q', id_organizzazione: 1, id_reparto: 1, tipo: '{labour}' };

describe('create', () => {
  it('answers the record as it is read, defaults and texts filled in', async () => {
    const answer = await admin.post('/odl/tipoGuasto/', { codice: 'ZZT', descrizione: 'Prova' });
    expect(answer).toMatchObject({
      status: 200,
      result: 0,
      description: 'Operazione eseguita',
      data: {
        codice: 'ZZT',
        descrizione: 'Prova',
        is_default: 0,
        versione: 1,
        colore: '{"r":255,"g":255,"b":255,"a":1}',
      },
    });
    expect(answer.data).toMatchObject({ id_usr_ins: ids.superUser, id_usr_ultima_mod: ids.superUser });
    expect((await admin.get(`/odl/tipoGuasto/${answer.data.id}`)).data).toEqual(answer.data);
  });

  runScenarios(() => demo, ids, [
    {
      name: 'refuses a role without code, name and family [role-required]',
      call: 'POST /ruolo/',
      body: {},
      status: 422,
      expected: {
        result: -1,
        description: 'Alcuni campi non sono validi.',
        errors: everyField(REQUIRED, 'codice', 'nome', 'id_famiglia_ruolo'),
      },
    },
    {
      name: 'refuses it in English too [form-required]',
      language: 'en',
      call: 'POST /ruolo/',
      body: { codice: '', nome: null, id_famiglia_ruolo: 1 },
      status: 422,
      expected: {
        description: 'Some fields are not valid.',
        errors: { codice: 'This field is required', nome: 'This field is required' },
      },
    },
    {
      name: 'refuses a name of 51 characters [role-required, form-too-long]',
      call: 'POST /ruolo/',
      body: { codice: 'R', nome: 'x'.repeat(51), id_famiglia_ruolo: 1 },
      errors: { nome: 'Valore troppo lungo' },
    },
    ...(
      [
        ['/organizzazione/', '[org-rules]'],
        ['/reparto/', '[org-rules]'],
        ['/classe/', '[class-required]'],
        ['/odl/classe/', '[class-required]'],
        ['/ricambio/classe/', '[class-required]'],
        ['/magazzino/classe/', '[class-required]'],
        ['/odl/tipoGuasto/', '[type-required, state-code-20]'],
        ['/cdc/', '[cdc-required]'],
      ] as const
    ).map(([path, rule]) => ({
      name: `refuses a code of 21 characters and a description of 201 at ${path} ${rule}`,
      call: `POST ${path}` as const,
      body: { codice: 'x'.repeat(21), descrizione: 'x'.repeat(201) },
      errors: { codice: 'Valore troppo lungo', descrizione: 'Valore troppo lungo' },
    })),
    ...(
      [
        ['/stato/', ['codice', 'descrizione', 'id_tipo_stato_odl'], '[state-required]'],
        ['/stato/struttura/', ['id_stato'], '[structure-required]'],
        ['/classe/struttura/', ['id_classe', 'id_classe_padre'], '[class-structure]'],
        ['/mail-templates/', ['id_stato', 'subject', 'body'], '[mail-required]'],
        ['/oggetto/campo/', ['id_classe', 'campo_tabella', 'label'], '[field-required]'],
        ['/controllo/', ['id_stato', 'id_campo_odl', 'id_condizione_controllo'], '[control-required]'],
        ['/camporeport/', ['id_classe_intervento', 'campo'], '[report-field-required]'],
        [
          '/costo/',
          ['codice', 'descrizione', 'id_organizzazione', 'id_reparto', 'tipo', 'costo_unitario'],
          '[cost-def-required]',
        ],
        ['/checklist/', ['descrizione'], '[checklist-required]'],
        ['/checklist/voce/', ['descrizione'], '[checklist-required]'],
        ['/utente/', ['nome', 'cognome', 'id_utente_ruolo', 'mail'], '[user-required]'],
      ] as const
    ).map(([path, fields, rule]) => ({
      name: `names everything that is missing at ${path} ${rule}`,
      call: `POST ${path}` as const,
      body: {},
      errors: everyField(REQUIRED, ...fields),
    })),
    ...(
      [
        ['/manutenzione/', ['id_schedulazione', 'id_oggetto', 'data_inizio'], {}, '[man-required]'],
        ['/oggetto/campo/', ['campo_tabella', 'label'], { id_classe: '{motor}' }, '[field-required]'],
        ['/filtro-salvato/', ['nome', 'risorsa', 'valori'], {}, '[form-required]'],
        ['/webhook/', ['descrizione', 'url'], {}, '[form-required]'],
      ] as const
    ).flatMap(([path, fields, body, rule]) =>
      ['', '  ', null].map((nothing) => ({
        name: `says of ${JSON.stringify(nothing)} that the field is required, whatever rule it breaks too, at ${path} ${rule}`,
        call: `POST ${path}` as const,
        body: { ...body, ...Object.fromEntries(fields.map((field) => [field, nothing])) },
        errors: everyField(REQUIRED, ...fields),
      })),
    ),
    {
      name: 'refuses an unknown type of state [state-types]',
      call: 'POST /stato/',
      body: { codice: 'Q', descrizione: 'Q', id_tipo_stato_odl: 6 },
      errors: { id_tipo_stato_odl: 'Il valore non è fra quelli previsti' },
    },
    {
      name: 'refuses three decimals of a price [cost-def-unit]',
      call: 'POST /costo/',
      body: { ...cost, costo_unitario: 1.005 },
      errors: { costo_unitario: 'Sono ammessi al massimo due decimali' },
    },
    {
      name: 'refuses a price that no cost of an intervention could have',
      call: 'POST /costo/',
      body: { ...cost, costo_unitario: 10_000_000 },
      errors: { costo_unitario: 'Il valore massimo è 9.999.999' },
    },
    {
      name: 'refuses a code that is there already, whatever its case',
      call: 'POST /odl/tipoGuasto/',
      body: { codice: 'gua', descrizione: 'Ancora' },
      status: 409,
      expected: {
        result: -1,
        description: 'Esiste già un elemento con questi valori.',
        errors: { codice: 'Esiste già un elemento con questo valore' },
      },
    },
    {
      name: 'refuses a reference to nothing',
      language: 'en',
      call: 'POST /organizzazione/',
      body: { codice: 'Q', descrizione: 'Q', id_classe_intervento_default: '{huge}' },
      errors: { id_classe_intervento_default: 'The given record does not exist' },
    },
    {
      name: 'refuses a control without the value that its condition needs',
      call: 'POST /controllo/',
      body: { id_stato: '{opening}', id_campo_odl: 1, id_condizione_controllo: 3 },
      errors: { valore: REQUIRED },
    },
    {
      name: 'refuses a user without a valid e-mail [user-mail]',
      call: 'POST /utente/',
      body: { nome: 'A', cognome: 'B', id_utente_ruolo: 1, mail: 'senza-chiocciola' },
      errors: { mail: 'Indirizzo E-mail non valido' },
    },
    {
      name: 'refuses names of 151 characters [user-required]',
      call: 'POST /utente/',
      body: { nome: 'n'.repeat(151), cognome: 'c'.repeat(151), id_utente_ruolo: 1, mail: 'a@b.it' },
      errors: { nome: 'Valore troppo lungo', cognome: 'Valore troppo lungo' },
    },
    {
      name: 'ignores fields that only the server fills, when clients send them back',
      call: 'POST /cdc/',
      body: {
        codice: 'SRV',
        descrizione: 'Campi del server',
        id: 777,
        versione: 9,
        data_ins: '1999-01-01',
        canc: 1,
      },
      expected: { data: { codice: 'SRV', versione: 1, canc: 0 } },
    },
    {
      name: 'describes types and states in both languages [type-translations]',
      language: 'en',
      call: 'POST /odl/tipoGuasto/',
      body: { codice: 'TRAD', descrizione: 'Prova', traduzioni: { en: 'Trial', it: 'Prova' } },
      expected: { data: { traduzioni: { en: 'Trial', it: 'Prova' } } },
    },
  ]);

  it('writes nothing when it refuses', async () => {
    expect(await demo.count("odl_tipoguasto where codice in ('gua', 'Q')")).toBe(0);
    expect(await demo.count("costo where codice = 'Q'")).toBe(0);
  });
});

describe('read', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'answers one record with the texts it points to',
      call: 'GET /organizzazione/{organisation}',
      expected: { data: { codice: 'PAR', tipo_intervento_default: 'Guasto' } },
    },
    {
      name: 'and in English',
      language: 'en',
      call: 'GET /organizzazione/{organisation}/',
      expected: { data: { tipo_intervento_default: 'Failure' } },
    },
    {
      name: 'says that there is none',
      call: 'GET /organizzazione/{huge}',
      status: 404,
      expected: { result: -1, description: "L'elemento richiesto non esiste o non è visibile.", data: null },
    },
  ]);
});

describe('update', () => {
  beforeAll(() =>
    keep(
      'cost',
      '/costo/',
      {
        codice: 'UPD',
        descrizione: 'Da cambiare',
        id_organizzazione: 1,
        id_reparto: 1,
        tipo: ids.labour,
        costo_unitario: 10,
        id_tipo_guasto: ids.failure,
      },
      'id_costo',
    ),
  );

  runScenarios(() => demo, ids, [
    {
      name: 'changes only the sent properties',
      call: 'PUT /costo/{cost}',
      body: { costo_unitario: 12.5 },
      expected: {
        data: {
          codice: 'UPD',
          descrizione: 'Da cambiare',
          costo_unitario: 12.5,
          versione: 2,
          tipo_guasto: 'Guasto',
        },
      },
    },
    {
      name: 'clears properties sent empty',
      call: 'PUT /costo/{cost}',
      body: { id_tipo_guasto: null },
      expected: { data: { id_tipo_guasto: null, tipo_guasto: null, versione: 3 } },
    },
    {
      name: 'changes nothing when nothing differs',
      call: 'PUT /costo/{cost}',
      body: { descrizione: 'Da cambiare', costo_unitario: 12.5 },
      expected: { data: { versione: 3 } },
    },
    {
      name: 'refuses to clear required ones',
      call: 'PUT /costo/{cost}',
      body: { descrizione: '' },
      errors: { descrizione: REQUIRED },
    },
    {
      name: 'does not change a code that is set once [cost-def-required]',
      call: 'PUT /costo/{cost}',
      body: { codice: 'ALTRO' },
      errors: { codice: LOCKED },
    },
    {
      name: 'accepts the same code again',
      call: 'PUT /costo/{cost}',
      body: { codice: 'UPD', versione: 3 },
    },
    {
      name: 'says that there is none',
      call: 'PUT /costo/{huge}',
      body: { descrizione: 'x' },
      status: 404,
    },
    ...(
      [
        ['/organizzazione/{organisation}', 'codice', 'ALTRO', '[org-rules]'],
        ['/classe/{motor}', 'codice', 'ALTRO', '[class-required]'],
        ['/ruolo/{superRole}', 'codice', 'ALTRO', '[role-locked]'],
        ['/ruolo/{superRole}', 'id_famiglia_ruolo', 4, '[role-locked]'],
      ] as const
    ).map(([path, field, value, rule]) => ({
      name: `does not change ${field} at ${path} ${rule}`,
      call: `PUT ${path}` as const,
      body: { [field]: value },
      errors: { [field]: LOCKED },
    })),
    {
      name: 'protects the organisation * [org-star]',
      call: 'PUT /organizzazione/{allOrganisations}',
      body: { descrizione: 'Altro' },
      status: 403,
      expected: { result: -1, description: 'Questo elemento è protetto e non può essere modificato.' },
    },
    {
      name: 'protects the intervention type * [type-protected]',
      language: 'en',
      call: 'PUT /odl/tipoGuasto/{allTypes}',
      body: { descrizione: 'Altro' },
      status: 403,
      expected: { description: 'This record is protected and cannot be changed.' },
    },
    {
      name: 'protects a super administrator from an administrator [user-suadmin-readonly, user-suadmin-edit]',
      as: 'SUPER',
      call: 'PUT /utente/{superUser}',
      body: { nome: 'Altro' },
      status: 403,
    },
  ]);

  it('does not change the field or the class of a custom field [field-locked]', async () => {
    const { data } = await admin.post('/ricambio/campo/', {
      id_classe: ids.partClass,
      campo_tabella: 'campo_str19',
      label: 'Prova',
    });
    const answer = await admin.put(`/ricambio/campo/${data.id}`, {
      id_classe: -1,
      campo_tabella: 'campo_str18',
    });
    expect(answer).toMatchObject({
      status: 422,
      errors: everyField(LOCKED, 'id_classe', 'campo_tabella'),
    });
  });

  it('clears fields that no longer apply', async () => {
    const { data } = await admin.get(`/controllo/${ids.control}`);
    const withValue = await admin.put(`/controllo/${ids.control}`, {
      id_condizione_controllo: 3,
      valore: '7',
    });
    expect(withValue.data.valore).toBe('7');
    const without = await admin.put(`/controllo/${ids.control}`, { id_condizione_controllo: 1 });
    expect(without.data.valore).toBeNull();
    await admin.put(`/controllo/${ids.control}`, {
      id_condizione_controllo: data.id_condizione_controllo,
      valore: data.valore,
    });
  });

  it('requires the asset class of a report field only if the asset is its source [report-field-asset-class]', async () => {
    const { data } = await admin.post('/camporeport/', {
      id_classe_intervento: ids.interventionClass,
      provenienza: 1,
      campo: 'totale',
      label: 'Prova',
      ordine: 99,
      id_classe_oggetto: ids.motor,
    });
    expect(data).toMatchObject({ provenienza: 1, id_classe_oggetto: null, classe_oggetto: null });
  });
});

describe('two users changing one record', () => {
  beforeAll(() => keep('shared', '/cdc/', { codice: 'DUE', descrizione: 'Prima' }));

  it('refuses the second save, and returns user and changes', async () => {
    const path = `/cdc/${ids.shared}`;
    const first = await admin.put(path, { descrizione: 'Di Giulia', versione: 1 });
    expect(first.data.versione).toBe(2);
    const second = await admin.put(path, { descrizione: 'Di Marco', versione: 1 });
    expect(second).toMatchObject({
      status: 409,
      result: -1,
      data: { versione: 2, who: 'Giulia Marchetti', record: { descrizione: 'Di Giulia', versione: 2 } },
    });
    expect(second.data.when).toMatch(/^\d{4}-/);
    expect(second.description).toMatch(/^Giulia Marchetti ha modificato questo elemento/);
    expect((await admin.get(path)).data.descrizione).toBe('Di Giulia');
  });

  it('accepts a save without a version', async () => {
    const answer = await admin.put(`/cdc/${ids.shared}`, { descrizione: 'Senza versione' });
    expect(answer).toMatchObject({ status: 200, data: { versione: 3 } });
  });

  it('accepts one of two simultaneous saves', async () => {
    const saves = ['a', 'b', 'c', 'd'].map((descrizione) =>
      admin.put(`/cdc/${ids.shared}`, { descrizione, versione: 3 }),
    );
    const statuses = (await Promise.all(saves)).map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, 409, 409, 409]);
  });

  it('accepts one of two equal codes', async () => {
    const both = ['A', 'a'].map((codice) =>
      admin.post('/cdc/', { codice: `GARA${codice}`, descrizione: 'x' }),
    );
    expect((await Promise.all(both)).map((answer) => answer.status).sort()).toEqual([200, 409]);
  });
});

describe('delete', () => {
  beforeAll(async () => {
    await keep('usedRole', '/ruolo/', { codice: 'USATO', nome: 'Usato', id_famiglia_ruolo: 4 });
    const person = { nome: 'Uno', cognome: 'Che lo usa', mail: 'uno@officina.example' };
    await keep('user', '/utente/', { ...person, id_utente_ruolo: ids.usedRole });
  });

  it('hides softly deleted rows and frees their codes', async () => {
    const create = () => admin.post('/cdc/', { codice: 'SOFT', descrizione: 'x' });
    const { data } = await create();
    expect(await admin.del(`/cdc/${data.id}`)).toMatchObject({ status: 200, result: 0, data: null });
    expect((await admin.get(`/cdc/${data.id}`)).status).toBe(404);
    expect((await admin.put(`/cdc/${data.id}`, { descrizione: 'y' })).status).toBe(404);
    expect((await admin.del(`/cdc/${data.id}`)).status).toBe(404);
    expect(await demo.count(`cdc where id = ${data.id} and canc = 1`)).toBe(1);
    expect((await create()).status).toBe(200);
  });

  it('removes deleted rows', async () => {
    const { data } = await admin.post('/odl/tipoGuasto/', { codice: 'VIA', descrizione: 'x' });
    expect((await admin.del(`/odl/tipoGuasto/${data.id}`)).status).toBe(200);
    expect(await demo.count(`odl_tipoguasto where id = ${data.id}`)).toBe(0);
  });

  runScenarios(() => demo, ids, [
    {
      name: 'refuses to delete rows in use, and names the users',
      call: 'DELETE /ruolo/{usedRole}',
      status: 409,
      expected: { result: -1, description: 'In uso, quindi non eliminabile: 1 utente.' },
    },
    {
      name: 'reports it in English',
      language: 'en',
      call: 'DELETE /ruolo/{usedRole}',
      status: 409,
      expected: { description: 'In use, so it cannot be deleted: 1 user.' },
    },
    {
      name: 'keeps the organisation * [org-star]',
      call: 'DELETE /organizzazione/{allOrganisations}',
      status: 403,
    },
    {
      name: 'keeps the department * [org-star]',
      call: 'DELETE /reparto/{allDepartments}',
      status: 403,
    },
    {
      name: 'keeps the intervention type * [type-protected]',
      call: 'DELETE /odl/tipoGuasto/{allTypes}',
      status: 403,
    },
    {
      name: 'protects the states that the product needs',
      call: 'DELETE /stato/{opening}',
      status: 403,
    },
    {
      name: 'protects a default user [user-not-deletable]',
      call: 'DELETE /utente/{superUser}',
      status: 403,
      expected: { description: 'Questo elemento è protetto e non può essere eliminato.' },
    },
    {
      name: 'protects a system user [user-not-deletable]',
      call: 'DELETE /utente/{connector}',
      status: 403,
    },
    { name: 'says that there is none', call: 'DELETE /cdc/{huge}', status: 404 },
  ]);
});

describe('settings', () => {
  const settingId = (codice: string) => demo.idOf('parametro', { codice });

  it('keep code and description as they are [param-readonly]', async () => {
    const id = await settingId('MobileViewThreshold');
    const before = (await admin.get(`/parametro/${id}`)).data;
    const after = await admin.put(`/parametro/${id}`, {
      codice: 'Altro',
      descrizione: 'Altra',
      valore: '700',
    });
    expect(after.data).toMatchObject({
      codice: before.codice,
      descrizione: before.descrizione,
      valore: '700',
    });
  });

  it('need a value only where they say so [param-value-500]', async () => {
    const required = await admin.put(`/parametro/${await settingId('MobileViewThreshold')}`, { valore: '' });
    expect(required).toMatchObject({ status: 422, errors: { valore: REQUIRED } });
    const optional = await admin.put(`/parametro/${await settingId('QRObjPrintViewHeader')}`, { valore: '' });
    expect(optional.status).toBe(200);
    const long = await admin.put(`/parametro/${await settingId('QRObjPrintViewHeader')}`, {
      valore: 'x'.repeat(501),
    });
    expect(long).toMatchObject({ status: 422, errors: { valore: 'Valore troppo lungo' } });
  });

  it('can be neither created nor deleted', async () => {
    expect((await admin.post('/parametro/', { codice: 'X', valore: '1' })).status).toBe(405);
    expect((await admin.del(`/parametro/${await settingId('QRObjPrefix')}`)).status).toBe(405);
  });
});
