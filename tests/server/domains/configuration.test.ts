/** Classes, organisations, checklists, cost centres, costs, mail templates and settings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Plant, plant } from '../plant/plant.ts';
import { everyField, REQUIRED, runScenarios } from '../plant/scenario.ts';

let demo: Plant;
const ids: Record<string, number> = {};

beforeAll(async () => {
  demo = await plant();
  for (const codice of ['FABBR', 'LINEA', 'PRESSA', 'MOTORE'])
    ids[codice] = await demo.idOf('classe', { codice });
  for (const codice of [
    'VisConfAdmin',
    'QRObjType',
    'OreLavoroGiorno',
    'MobileViewThreshold',
    'Versione',
    'ClienteURL',
  ])
    ids[codice] = await demo.idOf('parametro', { codice });
  ids.list = await demo.idOf('checklist', { descrizione: 'Taratura bilancia' });
  ids.item = await demo.idOf('checklist/voce', { descrizione: 'Tensione delle catene' });
  ids.open = await demo.idOf('stato', { codice: 'AP' });
  ids.every = await demo.idOf('odl/tipoGuasto', { codice: '*' });
  ids.cost = await demo.idOf('costo', { codice: 'MO-MEC' });
});
afterAll(() => demo.close());

const pair = (parent: string, child: string) => ({ id_classe_padre: `{${parent}}`, id_classe: `{${child}}` });

describe('classes', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'refuses a class without code and description [class-required]',
      call: 'POST /classe/',
      body: {},
      errors: everyField(REQUIRED, 'codice', 'descrizione'),
    },
    {
      name: 'cannot change its code [class-required]',
      call: 'PUT /classe/{MOTORE}',
      body: { codice: 'ALTRO' },
      status: 422,
    },
    ...[
      ['/magazzino/classe/', 'fas fa-warehouse'],
      ['/ricambio/classe/', 'fas fa-cog'],
      ['/odl/classe/', 'fas fa-cogs'],
      ['/classe/', 'fas fa-cogs'],
    ].map(([path, icona]) => ({
      name: `${path} starts with ${icona} [class-icons]`,
      call: `POST ${path}` as const,
      body: { codice: 'ICONA', descrizione: 'Icona' },
      expected: { data: { icona } },
    })),
    {
      name: 'a class cannot be below itself [class-structure]',
      call: 'POST /classe/struttura/',
      body: pair('LINEA', 'LINEA'),
      errors: { id_classe: 'Il figlio deve essere diverso dal padre' },
    },
    {
      name: 'nor below a class that is below it [class-structure]',
      call: 'POST /classe/struttura/',
      body: pair('MOTORE', 'FABBR'),
      errors: { id_classe: 'La classe madre sta già sotto la classe figlia' },
    },
    {
      name: 'accepts a new pair',
      call: 'POST /classe/struttura/',
      body: pair('FABBR', 'PRESSA'),
    },
  ]);

  it('answers the structure as list and tree [class-structure-reply]', async () => {
    const { data } = await (await demo.as('SUADMIN')).get('/classe/struttura/');
    expect(data.lista).toHaveLength(await demo.count('classe_struttura'));
    const building = data.albero.find((node: { id: number }) => node.id === ids.FABBR);
    const line = building.figli.find((node: { id: number }) => node.id === ids.LINEA);
    expect(line.figli.map((node: { id: number }) => node.id)).toContain(ids.PRESSA);
  });
});

describe('organisations and departments', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'the type * is no proposal for new interventions [type-protected]',
      call: 'PUT /organizzazione/2',
      body: { id_tipo_intervento_default: '{every}' },
      errors: { id_tipo_intervento_default: 'Il valore non è fra quelli previsti' },
    },
    ...['organizzazione', 'reparto'].flatMap((path) => [
      {
        name: `${path} * is not changed [org-star]`,
        call: `PUT /${path}/1` as const,
        body: { descrizione: 'Altro' },
        status: 403,
      },
      {
        name: `${path} * is not deleted [org-star]`,
        call: `DELETE /${path}/1` as const,
        status: 403,
      },
      {
        name: `${path} cannot change its code [org-rules]`,
        call: `PUT /${path}/2` as const,
        body: { codice: 'ALTRO' },
        status: 422,
      },
      {
        name: `${path} needs code and description [org-rules]`,
        call: `POST /${path}/` as const,
        body: { codice: 'X'.repeat(21) },
        errors: { codice: 'Valore troppo lungo', descrizione: REQUIRED },
      },
    ]),
  ]);

  it.each([
    ['/organizzazione/', 'showOrgAll'],
    ['/reparto/', 'showRepAll'],
  ])('%s include * on request', async (path, parameter) => {
    const admin = await demo.as('SUADMIN');
    const codes = async (query: string): Promise<string[]> =>
      (await admin.get(`${path}${query}`)).data.map((row: { codice: string }) => row.codice);
    expect(await codes('')).not.toContain('*');
    expect(await codes(`?${parameter}=1`)).toContain('*');
    expect(await codes('?pag=1')).toContain('*');
  });
});

describe('checklists', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'needs a description [checklist-required]',
      call: 'POST /checklist/',
      body: {},
      errors: { descrizione: REQUIRED },
    },
    {
      name: 'is of kind 1',
      call: 'POST /checklist/',
      body: { descrizione: 'Prova' },
      expected: { data: { tipo: '1' } },
    },
    {
      name: 'an item needs a description too [checklist-required]',
      call: 'POST /checklist/voce/',
      body: { descrizione: 'x'.repeat(201) },
      status: 422,
    },
    {
      name: 'a link needs an item [checklist-link-item]',
      call: 'POST /checklist/relazione/',
      body: { id_checklist: '{list}' },
      errors: { id_voce: 'Selezionare una Voce' },
    },
    {
      name: 'a link is optional by default [checklist-link-item]',
      call: 'POST /checklist/relazione/',
      body: { id_checklist: '{list}', id_voce: '{item}', ordine: 5 },
      expected: { data: { obbligatoria: '0' } },
    },
    {
      name: 'a link is changed by checklist and item, with 1 for yes',
      call: 'PUT /checklist/relazione/',
      body: { id_checklist: '{list}', id_voce: '{item}', obbligatoria: 1 },
      expected: { data: { obbligatoria: '1', ordine: 5 } },
    },
    {
      name: 'a link that does not exist is not changed',
      call: 'PUT /checklist/relazione/',
      body: { id_checklist: '{list}', id_voce: 999999, obbligatoria: 1 },
      status: 404,
    },
  ]);

  it('answers the items of a checklist in its order', async () => {
    const { data } = await (await demo.as('SUPER')).get(`/checklist/voce/?idCheckList=${ids.list}`);
    expect(data[0]).toMatchObject({
      descrizione: 'Tensione delle catene',
      obbligatoria: '1',
      ordine: 5,
      id_relazione: expect.any(Number),
    });
    expect(data.map((row: { ordine: number }) => row.ordine)).toEqual([5, 10, 20, 30, 40]);
  });

  it('returns the new list after a deletion, without the links of the deleted one [checklist-delete-list]', async () => {
    const admin = await demo.as('SUPER');
    const before = (await admin.get('/checklist/')).data.length;
    const { status, data } = await admin.del(`/checklist/${ids.list}`);
    expect([status, data.length]).toEqual([200, before - 1]);
    expect((await admin.get(`/checklist/relazione/?id_checklist=${ids.list}`)).data).toEqual([]);
  });
});

describe('costs, cost centres and mail templates', () => {
  const cost = {
    codice: 'NUOVO',
    descrizione: 'Nuovo',
    id_organizzazione: 1,
    id_reparto: 1,
    tipo: 1,
    costo_unitario: 1.25,
  };
  const mail = { id_stato: '{open}', subject: 'Oggetto', body: '<p>$#$odl$#$</p>' };
  runScenarios(() => demo, ids, [
    {
      name: 'a cost centre needs code and description [cdc-required]',
      call: 'POST /cdc/',
      body: { codice: 'X'.repeat(21) },
      errors: { codice: 'Valore troppo lungo', descrizione: REQUIRED },
    },
    {
      name: 'a cost has two decimals [cost-def-unit]',
      call: 'POST /costo/',
      body: { ...cost, costo_unitario: 1.255 },
      status: 422,
    },
    {
      name: 'a cost is saved',
      call: 'POST /costo/',
      body: cost,
      expected: { data: { costo_unitario: 1.25, tipo_descrizione: 'Manodopera' } },
    },
    {
      name: 'a cost cannot change its code [cost-def-required]',
      call: 'PUT /costo/{cost}',
      body: { codice: 'ALTRO' },
      status: 422,
    },
    {
      name: 'a new mail template is active, with the user to notify as recipient [mail-defaults, mail-one-status]',
      call: 'POST /mail-templates/',
      body: mail,
      expected: {
        data: {
          active: 1,
          send_usr_ins: 0,
          send_tecnico: 0,
          send_admin: 0,
          send_usr_notifica: 1,
          stato: 'Aperto',
        },
      },
    },
    {
      name: 'fixed recipients are addresses',
      call: 'POST /mail-templates/',
      body: { ...mail, recipients: 'uno@officina.example; due' },
      errors: {
        recipients:
          '«due» non è un indirizzo e-mail. Separare gli indirizzi con una virgola o un punto e virgola',
      },
    },
  ]);
});

describe('settings', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'there are the 51, the time zone, account management, the hours of a day, kept answers, the quiet hours of messages, changes after a report, the place of photos, dictation, late acts, codes without gaps, the second factor, the seven of mail, the seven of single sign-on and one of connectors',
      call: 'GET /parametro/?pag=1',
      expected: { tot: 78 },
    },
    { name: 'the list is the super administrator’s', as: 'SUPER', call: 'GET /parametro/', status: 403 },
    {
      name: 'values are returned in the requested order, unknown ones as null',
      as: 'RIFTEC',
      call: 'GET /parametro/?codici=QRObjType,Nessuno,RAPP_FIRMA_TECNICO,VisConfAdmin',
      expected: {
        data: [
          { codice: 'QRObjType', valore: 'URL' },
          { codice: 'Nessuno', valore: null },
          { codice: 'RAPP_FIRMA_TECNICO', valore: '1' },
          { codice: 'VisConfAdmin', valore: '1' },
        ],
      },
    },
    {
      name: 'nobody reads the threshold of the phone layout',
      as: 'nobody',
      call: 'GET /parametro/?codici=MobileViewThreshold',
      expected: { data: [{ valore: '768' }] },
    },
    {
      name: 'and nothing else',
      as: 'nobody',
      call: 'GET /parametro/?codici=MobileViewThreshold,ClienteURL',
      status: 401,
      expected: { result: -100 },
    },
    {
      name: 'a yes or no accepts 1 as a number [param-types]',
      call: 'PUT /parametro/{VisConfAdmin}',
      body: { valore: 1 },
      expected: { data: { valore: '1' } },
    },
    {
      name: 'and nothing but 0 and 1 [param-types]',
      call: 'PUT /parametro/{VisConfAdmin}',
      body: { valore: 'sì' },
      status: 422,
    },
    {
      name: 'a list accepts only its values [param-types]',
      call: 'PUT /parametro/{QRObjType}',
      body: { valore: 'PDF' },
      errors: { valore: 'Il valore non è fra quelli previsti' },
    },
    {
      name: 'a number is a number [param-types]',
      call: 'PUT /parametro/{MobileViewThreshold}',
      body: { valore: 'largo' },
      status: 422,
    },
    {
      name: 'a width is above 0',
      call: 'PUT /parametro/{MobileViewThreshold}',
      body: { valore: '0' },
      status: 422,
    },
    {
      name: 'a day has at most 24 working hours',
      call: 'PUT /parametro/{OreLavoroGiorno}',
      body: { valore: '25' },
      status: 422,
    },
    {
      name: 'a day of work may have half an hour',
      call: 'PUT /parametro/{OreLavoroGiorno}',
      body: { valore: 7.5 },
      expected: { data: { valore: '7.5' } },
    },
    ...['7.555', 'otto', '1e1'].map((valore) => ({
      name: `hours of work are a number of two places: ${valore}`,
      call: 'PUT /parametro/{OreLavoroGiorno}' as const,
      body: { valore },
      errors: { valore: 'Serve un numero' },
    })),
    {
      name: 'a required value is not emptied [param-value-500]',
      call: 'PUT /parametro/{QRObjType}',
      body: { valore: '' },
      errors: { valore: REQUIRED },
    },
    {
      name: 'another one is [param-value-500]',
      call: 'PUT /parametro/{ClienteURL}',
      body: { valore: '' },
    },
    ...['officina.plant.example:8080', 'javascript:alert(1)', 'https://plant.example/?a=1'].map((valore) => ({
      name: `a base address of links must be one that a browser can open: ${valore}`,
      call: 'PUT /parametro/{ClienteURL}' as const,
      body: { valore },
      status: 422,
    })),
    {
      name: 'a value has 500 characters at most [param-value-500]',
      call: 'PUT /parametro/{ClienteURL}',
      body: { valore: 'x'.repeat(501) },
      errors: { valore: 'Valore troppo lungo' },
    },
    {
      name: 'code and description do not change [param-readonly]',
      call: 'PUT /parametro/{ClienteURL}',
      body: { codice: 'ALTRO', descrizione: 'Altro' },
      expected: { data: { codice: 'ClienteURL' } },
    },
    {
      name: 'the version is nobody’s to change',
      call: 'PUT /parametro/{Versione}',
      body: { valore: '9' },
      status: 403,
    },
    {
      name: 'the listed values are in the requested language',
      language: 'en',
      call: 'GET /parametro/{QRObjType}',
      expected: {
        data: {
          valori_previsti: [
            { codice: 'URL', valore: "Address of the asset's page" },
            { codice: 'TXT', valore: 'Prefix with id or code' },
          ],
        },
      },
    },
  ]);

  it('hides the users from an administrator as soon as the setting is off [menu-users]', async () => {
    const [owner, admin] = [await demo.as('SUADMIN'), await demo.as('SUPER')];
    const id = await demo.idOf('parametro', { codice: 'VisConfUtenti' });
    expect((await admin.get('/utente/1')).status).toBe(200);
    await owner.put(`/parametro/${id}`, { valore: '0' });
    expect((await admin.get('/utente/1')).status).toBe(403);
  });
});
