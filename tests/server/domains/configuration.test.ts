/** Classes, organisations, checklists, cost centres, costs, mail templates and settings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Plant, plant } from '../plant/plant.ts';
import { runScenarios } from '../plant/scenario.ts';

const REQUIRED = 'Questo campo è obbligatorio';

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
  ids.cost = await demo.idOf('costo', { codice: 'MO-MEC' });
});
afterAll(() => demo.close());

const pair = (parent: string, child: string) => ({ id_classe_padre: `{${parent}}`, id_classe: `{${child}}` });

describe('classes', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'refuses a class without code and description [class-required]',
      method: 'POST',
      path: '/classe/',
      body: {},
      status: 422,
      expected: {
        errors: { codice: REQUIRED, descrizione: REQUIRED },
      },
    },
    {
      name: 'cannot change its code [class-required]',
      method: 'PUT',
      path: '/classe/{MOTORE}',
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
      method: 'POST' as const,
      path: path!,
      body: { codice: 'ICONA', descrizione: 'Icona' },
      status: 200,
      expected: { data: { icona } },
    })),
    {
      name: 'a class cannot be below itself [class-structure]',
      method: 'POST',
      path: '/classe/struttura/',
      body: pair('LINEA', 'LINEA'),
      status: 422,
      expected: { errors: { id_classe: 'Il figlio deve essere diverso dal padre' } },
    },
    {
      name: 'nor below a class that is below it [class-structure]',
      method: 'POST',
      path: '/classe/struttura/',
      body: pair('MOTORE', 'FABBR'),
      status: 422,
      expected: { errors: { id_classe: 'La classe madre sta già sotto la classe figlia' } },
    },
    {
      name: 'needs both classes [class-structure]',
      method: 'POST',
      path: '/classe/struttura/',
      body: {},
      status: 422,
      expected: {
        errors: {
          id_classe: REQUIRED,
          id_classe_padre: REQUIRED,
        },
      },
    },
    {
      name: 'accepts a new pair',
      method: 'POST',
      path: '/classe/struttura/',
      body: pair('FABBR', 'PRESSA'),
      status: 200,
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
    ...['organizzazione', 'reparto'].flatMap((path) => [
      {
        name: `${path} * is not changed [org-star]`,
        method: 'PUT' as const,
        path: `/${path}/1`,
        body: { descrizione: 'Altro' },
        status: 403,
      },
      {
        name: `${path} * is not deleted [org-star]`,
        method: 'DELETE' as const,
        path: `/${path}/1`,
        status: 403,
      },
      {
        name: `${path} cannot change its code [org-rules]`,
        method: 'PUT' as const,
        path: `/${path}/2`,
        body: { codice: 'ALTRO' },
        status: 422,
      },
      {
        name: `${path} needs code and description [org-rules]`,
        method: 'POST' as const,
        path: `/${path}/`,
        body: { codice: 'X'.repeat(21) },
        status: 422,
        expected: { errors: { codice: 'Valore troppo lungo', descrizione: 'Questo campo è obbligatorio' } },
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
      method: 'POST',
      path: '/checklist/',
      body: {},
      status: 422,
      expected: { errors: { descrizione: REQUIRED } },
    },
    {
      name: 'is of kind 1',
      method: 'POST',
      path: '/checklist/',
      body: { descrizione: 'Prova' },
      status: 200,
      expected: { data: { tipo: '1' } },
    },
    {
      name: 'an item needs a description too [checklist-required]',
      method: 'POST',
      path: '/checklist/voce/',
      body: { descrizione: 'x'.repeat(201) },
      status: 422,
    },
    {
      name: 'a link needs an item [checklist-link-item]',
      method: 'POST',
      path: '/checklist/relazione/',
      body: { id_checklist: '{list}' },
      status: 422,
      expected: { errors: { id_voce: 'Selezionare una Voce' } },
    },
    {
      name: 'a link is optional by default [checklist-link-item]',
      method: 'POST',
      path: '/checklist/relazione/',
      body: { id_checklist: '{list}', id_voce: '{item}', ordine: 5 },
      status: 200,
      expected: { data: { obbligatoria: '0' } },
    },
    {
      name: 'a link is changed by checklist and item, with 1 for yes',
      method: 'PUT',
      path: '/checklist/relazione/',
      body: { id_checklist: '{list}', id_voce: '{item}', obbligatoria: 1 },
      status: 200,
      expected: { data: { obbligatoria: '1', ordine: 5 } },
    },
    {
      name: 'a link that does not exist is not changed',
      method: 'PUT',
      path: '/checklist/relazione/',
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
      method: 'POST',
      path: '/cdc/',
      body: { codice: 'X'.repeat(21) },
      status: 422,
      expected: { errors: { codice: 'Valore troppo lungo', descrizione: 'Questo campo è obbligatorio' } },
    },
    {
      name: 'a cost needs all but type and class [cost-def-required]',
      method: 'POST',
      path: '/costo/',
      body: {},
      status: 422,
      expected: {
        errors: {
          codice: REQUIRED,
          descrizione: REQUIRED,
          id_organizzazione: REQUIRED,
          id_reparto: REQUIRED,
          tipo: REQUIRED,
          costo_unitario: REQUIRED,
        },
      },
    },
    {
      name: 'a cost has two decimals [cost-def-unit]',
      method: 'POST',
      path: '/costo/',
      body: { ...cost, costo_unitario: 1.255 },
      status: 422,
    },
    {
      name: 'a cost is saved',
      method: 'POST',
      path: '/costo/',
      body: cost,
      status: 200,
      expected: { data: { costo_unitario: 1.25, tipo_descrizione: 'Manodopera' } },
    },
    {
      name: 'a cost cannot change its code [cost-def-required]',
      method: 'PUT',
      path: '/costo/{cost}',
      body: { codice: 'ALTRO' },
      status: 422,
    },
    {
      name: 'a mail template needs state, subject and body [mail-required]',
      method: 'POST',
      path: '/mail-templates/',
      body: {},
      status: 422,
      expected: {
        errors: {
          id_stato: REQUIRED,
          subject: REQUIRED,
          body: REQUIRED,
        },
      },
    },
    {
      name: 'a new mail template is active, with the user to notify as recipient [mail-defaults]',
      method: 'POST',
      path: '/mail-templates/',
      body: mail,
      status: 200,
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
      method: 'POST',
      path: '/mail-templates/',
      body: { ...mail, recipients: 'uno@officina.example; due' },
      status: 422,
      expected: {
        errors: {
          recipients:
            '«due» non è un indirizzo e-mail. Separare gli indirizzi con una virgola o un punto e virgola',
        },
      },
    },
  ]);
});

describe('settings', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'there are the 51, the time zone, account management, the hours of a day, kept answers, the quiet hours of messages, changes after a report, the place of photos, dictation, late acts, codes without gaps, the second factor, the seven of mail, the seven of single sign-on and one of connectors',
      path: '/parametro/?pag=1',
      status: 200,
      expected: { tot: 78 },
    },
    { name: 'the list is the super administrator’s', as: 'SUPER', path: '/parametro/', status: 403 },
    {
      name: 'values are returned in the requested order, unknown ones as null',
      as: 'RIFTEC',
      path: '/parametro/?codici=QRObjType,Nessuno,RAPP_FIRMA_TECNICO,VisConfAdmin',
      status: 200,
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
      path: '/parametro/?codici=MobileViewThreshold',
      status: 200,
      expected: { data: [{ valore: '768' }] },
    },
    {
      name: 'and nothing else',
      as: 'nobody',
      path: '/parametro/?codici=MobileViewThreshold,ClienteURL',
      status: 401,
      expected: { result: -100 },
    },
    {
      name: 'a yes or no accepts 1 as a number [param-types]',
      method: 'PUT',
      path: '/parametro/{VisConfAdmin}',
      body: { valore: 1 },
      status: 200,
      expected: { data: { valore: '1' } },
    },
    {
      name: 'and nothing but 0 and 1 [param-types]',
      method: 'PUT',
      path: '/parametro/{VisConfAdmin}',
      body: { valore: 'sì' },
      status: 422,
    },
    {
      name: 'a list accepts only its values [param-types]',
      method: 'PUT',
      path: '/parametro/{QRObjType}',
      body: { valore: 'PDF' },
      status: 422,
      expected: { errors: { valore: 'Il valore non è fra quelli previsti' } },
    },
    {
      name: 'a number is a number [param-types]',
      method: 'PUT',
      path: '/parametro/{MobileViewThreshold}',
      body: { valore: 'largo' },
      status: 422,
    },
    {
      name: 'a width is above 0',
      method: 'PUT',
      path: '/parametro/{MobileViewThreshold}',
      body: { valore: '0' },
      status: 422,
    },
    {
      name: 'a day has at most 24 working hours',
      method: 'PUT',
      path: '/parametro/{OreLavoroGiorno}',
      body: { valore: '25' },
      status: 422,
    },
    {
      name: 'a day of work may have half an hour',
      method: 'PUT',
      path: '/parametro/{OreLavoroGiorno}',
      body: { valore: 7.5 },
      status: 200,
      expected: { data: { valore: '7.5' } },
    },
    ...['7.555', 'otto', '1e1'].map((valore) => ({
      name: `hours of work are a number of two places: ${valore}`,
      method: 'PUT' as const,
      path: '/parametro/{OreLavoroGiorno}',
      body: { valore },
      status: 422,
      expected: { errors: { valore: 'Serve un numero' } },
    })),
    {
      name: 'a required value is not emptied [param-value-500]',
      method: 'PUT',
      path: '/parametro/{QRObjType}',
      body: { valore: '' },
      status: 422,
      expected: { errors: { valore: 'Questo campo è obbligatorio' } },
    },
    {
      name: 'another one is [param-value-500]',
      method: 'PUT',
      path: '/parametro/{ClienteURL}',
      body: { valore: '' },
      status: 200,
    },
    ...['officina.plant.example:8080', 'javascript:alert(1)', 'https://plant.example/?a=1'].map((valore) => ({
      name: `a base address of links must be one that a browser can open: ${valore}`,
      method: 'PUT' as const,
      path: '/parametro/{ClienteURL}',
      body: { valore },
      status: 422,
    })),
    {
      name: 'a value has 500 characters at most [param-value-500]',
      method: 'PUT',
      path: '/parametro/{ClienteURL}',
      body: { valore: 'x'.repeat(501) },
      status: 422,
      expected: { errors: { valore: 'Valore troppo lungo' } },
    },
    {
      name: 'code and description do not change [param-readonly]',
      method: 'PUT',
      path: '/parametro/{ClienteURL}',
      body: { codice: 'ALTRO', descrizione: 'Altro' },
      status: 200,
      expected: { data: { codice: 'ClienteURL' } },
    },
    {
      name: 'the version is nobody’s to change',
      method: 'PUT',
      path: '/parametro/{Versione}',
      body: { valore: '9' },
      status: 403,
    },
    {
      name: 'the listed values are in the requested language',
      language: 'en',
      path: '/parametro/{QRObjType}',
      status: 200,
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
