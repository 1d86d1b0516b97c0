/** Custom fields: a definition turns a free column into a field of a class, on every call, at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeFields } from '../../schemas/custom-fields.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

let demo: Plant;
let admin: Client;
const classes = { shelf: 0, tank: 0 };

/** Warehouses: an entity with custom fields and few rules. */
const base = () => ({
  descrizione: 'Prova',
  id_classe: classes.shelf,
  id_organizzazione: 1,
  id_reparto: 1,
});

let number = 0;
const warehouse = (more: object = {}) =>
  admin.post('/magazzino/', { codice: `CF-${++number}`, ...base(), ...more });

const define = async (idClass: number, column: string, label: string, more: object = {}): Promise<number> => {
  const answer = await admin.post('/magazzino/campo/', {
    id_classe: idClass,
    campo_tabella: column,
    label,
    obbligatorio: 0,
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.errors)).toBe(200);
  return answer.data.id;
};

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  for (const { id } of (await admin.get('/magazzino/campo/?pag=-1')).data)
    await admin.del(`/magazzino/campo/${id}`);
  for (const name of ['shelf', 'tank'] as const)
    classes[name] = (
      await admin.post('/magazzino/classe/', { codice: `CF-${name}`, descrizione: name })
    ).data.id;
});
afterAll(() => demo.close());

describe('free columns', () => {
  it('have a fixed number per kind, identified by their prefix [custom-prefix-type] [custom-amounts]', async () => {
    const { data: free } = await admin.get(`/magazzino/campo/tabella?idClasse=${classes.tank}`);
    const data = [...free, ...(await admin.get(`/magazzino/template/${classes.tank}`)).data];
    const amount = (prefix: string) =>
      data.filter((row: { campo_tabella: string }) =>
        new RegExp(`^campo_${prefix}\\d+$`).test(row.campo_tabella),
      ).length;
    expect(amount('str')).toBe(20);
    for (const prefix of ['int', 'float', 'boolean', 'date', 'timestamp']) expect(amount(prefix)).toBe(10);
    for (const prefix of ['file', 'nota']) expect(amount(prefix)).toBe(5);
    expect(freeFields(10).filter((field) => field.name.startsWith('campo_str'))).toHaveLength(10);
  });

  it('are unknown until a definition names them', async () => {
    const refused = await warehouse({ campo_str9: 'x' });
    expect(refused).toMatchObject({ status: 422, errors: { campo_str9: 'Campo sconosciuto' } });
    await define(classes.shelf, 'campo_str9', 'Scaffale');
    expect((await warehouse({ campo_str9: 'x' })).data).toMatchObject({ campo_str9: 'x' });
    const elsewhere = await warehouse({ campo_str9: 'x', id_classe: classes.tank });
    expect(elsewhere).toMatchObject({ status: 422, errors: { campo_str9: 'Campo sconosciuto' } });
  });
});

describe('values', () => {
  beforeAll(async () => {
    await define(classes.shelf, 'campo_str15', 'Sigla', { obbligatorio: 1 });
    await define(classes.shelf, 'campo_int1', 'Ripiani');
    await define(classes.shelf, 'campo_float1', 'Altezza');
    await define(classes.shelf, 'campo_nota1', 'Avvertenze');
    await define(classes.shelf, 'campo_date1', 'Verifica');
    await define(classes.shelf, 'campo_boolean1', 'Ignifugo');
    await define(classes.shelf, 'campo_str16', 'Targa', { editabile: 0 });
  });
  const good = { campo_str15: 'A' };

  it('are required if the definition says so [custom-required]', async () => {
    for (const campo_str15 of [undefined, null, ''])
      expect(await warehouse({ campo_str15 })).toMatchObject({
        status: 422,
        errors: { campo_str15: 'Questo campo è obbligatorio' },
      });
  });

  it('of text have fewer than 200 characters [custom-text-200]', async () => {
    expect((await warehouse({ campo_str15: 'a'.repeat(199) })).status).toBe(200);
    expect(await warehouse({ campo_str15: 'a'.repeat(200) })).toMatchObject({
      status: 422,
      errors: { campo_str15: 'Valore troppo lungo' },
    });
  });

  it('of notes have fewer than 2000 characters [custom-note-2000]', async () => {
    expect((await warehouse({ ...good, campo_nota1: 'a'.repeat(1999) })).status).toBe(200);
    expect(await warehouse({ ...good, campo_nota1: 'a'.repeat(2000) })).toMatchObject({
      status: 422,
      errors: { campo_nota1: 'Valore troppo lungo' },
    });
  });

  it('of decimals have two places [custom-float]', async () => {
    expect((await warehouse({ ...good, campo_float1: 1.25 })).data).toMatchObject({ campo_float1: 1.25 });
    expect(await warehouse({ ...good, campo_float1: 0.005 })).toMatchObject({ status: 422 });
    expect(await warehouse({ ...good, campo_float1: '1,25' })).toMatchObject({ status: 422 });
  });

  it('of numbers end at 999999999999999, long before 200 characters [custom-number-200] [number-max]', async () => {
    const highest = { ...good, campo_int1: 999_999_999_999_999, campo_float1: 999_999_999_999_999 };
    expect((await warehouse(highest)).data).toMatchObject(highest);
    for (const name of ['campo_int1', 'campo_float1'])
      for (const value of [1_000_000_000_000_000, Number('9'.repeat(200))])
        expect(await warehouse({ ...good, [name]: value })).toMatchObject({
          status: 422,
          errors: { [name]: expect.any(String) },
        });
  });

  it('of a field that is not editable are kept unchanged [custom-readonly]', async () => {
    const { data } = await warehouse({ ...good, campo_str16: 'scritto' });
    expect(data.campo_str16).toBeNull();
    await demo.database.query("update magazzino set campo_str16 = 'AB 123' where id = $1", [data.id]);
    const saved = await admin.put(`/magazzino/${data.id}`, { descrizione: 'Altra', campo_str16: 'scritto' });
    expect(saved.data).toMatchObject({ descrizione: 'Altra', campo_str16: 'AB 123' });
  });

  it('come named and in order with the record, and may be sent back with it', async () => {
    const { data } = await warehouse({ ...good, campo_int1: 4 });
    const read = (await admin.get(`/magazzino/${data.id}`)).data;
    expect(read.campi).toContainEqual(
      expect.objectContaining({ campo_tabella: 'campo_int1', label: 'Ripiani', valore: 4, visibile: 1 }),
    );
    const { campi: _named, versione: _version, ...row } = read;
    expect(
      (await admin.put(`/magazzino/${data.id}`, { ...row, campi: read.campi, campo_int1: 5 })).data,
    ).toMatchObject({
      campo_int1: 5,
    });
  });

  it('are filtered and sorted by like any other', async () => {
    await warehouse({ campo_str15: 'Zeta', campo_int1: 70, campo_date1: '2031-01-02' });
    await warehouse({ campo_str15: 'Eta', campo_int1: 71, campo_date1: '2031-01-03' });
    const codes = async (query: string) =>
      (await admin.get(`/magazzino/?pag=1&${query}`)).data.map(
        (row: { campo_str15: string }) => row.campo_str15,
      );
    expect(await codes('campo_str15=zet')).toEqual(['Zeta']);
    expect(await codes('campo_int1Da=70&campo_int1A=71&orderByCol=campo_int1&orderByDir=DESC')).toEqual([
      'Eta',
      'Zeta',
    ]);
    expect(await codes('campo_date1Da=2031-01-03')).toEqual(['Eta']);
  });

  it('are in the exported sheet under their labels', async () => {
    const { data } = await admin.get(`/magazzino/csv/?idClasse=${classes.shelf}&campo_str15=Zeta`);
    const [head, row] = Buffer.from(data, 'base64').toString('utf8').split('\r\n');
    expect(head!.split(';')).toContain('Ripiani');
    expect(row!.split(';')[head!.split(';').indexOf('Ripiani')]).toBe('70');
  });
});

describe('a definition', () => {
  it('brings the index that its filter needs', async () => {
    const indexed = async (column: string): Promise<boolean> => {
      const { rows } = await demo.database.query('select 1 from pg_indexes where indexname = $1', [
        `cf_magazzino_${column}`,
      ]);
      return rows.length > 0;
    };
    // An earlier version made an index of the words that no search asks any more.
    await demo.database.query('create index cf_magazzino_campo_str11 on magazzino (campo_str11)');
    expect(await indexed('campo_str11_words')).toBe(false);
    await define(classes.shelf, 'campo_str11', 'Costruttore');
    expect(await indexed('campo_str11_words')).toBe(true);
    expect(await indexed('campo_str11')).toBe(false);
    expect(await indexed('campo_date2')).toBe(false);
    await define(classes.shelf, 'campo_date2', 'Collaudo');
    expect(await indexed('campo_date2')).toBe(true);
  });
});

describe('another class', () => {
  it('asks for its own fields, and keeps those of the class before out of sight', async () => {
    await define(classes.tank, 'campo_str15', 'Liquido', { obbligatorio: 1 });
    const { data } = await warehouse({ campo_str15: 'Sigla A', campo_int1: 3 });
    const moved = await admin.put(`/magazzino/${data.id}`, { id_classe: classes.tank, campo_str15: 'Acqua' });
    expect(moved.errors).toBeUndefined();
    expect(moved.data).toMatchObject({ id_classe: classes.tank, campo_str15: 'Acqua' });
    expect(moved.data.campo_int1 ?? null).toBeNull();
    const back = await admin.put(`/magazzino/${data.id}`, {
      id_classe: classes.shelf,
      campo_str15: 'Sigla A',
    });
    expect(back.data).toMatchObject({ campo_int1: 3 });
  });

  it('refuses the move when a field it requires is missing', async () => {
    await define(classes.tank, 'campo_str7', 'Omologazione', { obbligatorio: 1 });
    const { data } = await warehouse({ campo_str15: 'B' });
    expect(await admin.put(`/magazzino/${data.id}`, { id_classe: classes.tank })).toMatchObject({
      status: 422,
      errors: { campo_str7: 'Questo campo è obbligatorio' },
    });
  });
});

describe('a column that is another field in the next class', () => {
  it('begins empty there: the value was of the field before', async () => {
    await define(classes.shelf, 'campo_str13', 'Segreto', { visibile: 0 });
    await define(classes.tank, 'campo_str13', 'Telaio', { obbligatorio: 1 });
    const { data } = await warehouse({ campo_str15: 'D' });
    await demo.database.query("update magazzino set campo_str13 = 'TOPSECRET' where id = $1", [data.id]);
    const to = { id_classe: classes.tank, campo_str15: 'Acqua', campo_str7: 'Sì' };
    expect(await admin.put(`/magazzino/${data.id}`, to)).toMatchObject({
      status: 422,
      errors: { campo_str13: 'Questo campo è obbligatorio' },
    });
    expect((await admin.put(`/magazzino/${data.id}`, { ...to, campo_str13: 'T-1' })).data).toMatchObject({
      campo_str13: 'T-1',
    });
  });

  it('is filtered by numbers beyond those of an id', async () => {
    await define(classes.shelf, 'campo_int9', 'Giri');
    await warehouse({ campo_str15: 'E', campo_int9: 5_000_000_000 });
    expect((await admin.get('/magazzino/?pag=1&campo_int9=5000000000')).data).toHaveLength(1);
    expect((await admin.get('/magazzino/?pag=1&campo_int9Da=4999999999')).data).toHaveLength(1);
    expect((await admin.get('/magazzino/?pag=1&id_magazzino=1&idClasse=5000000000')).status).toBe(400);
  });
});

describe('a column that is free again', () => {
  it.each(['oggetto', 'odl', 'magazzino', 'ricambio'])(
    'starts empty for the next field that uses it, in lists, history and saved filters too: %s',
    async (resource) => {
      const owner = demo.schemas.byResource.get(resource)!;
      const definitions = `/${demo.schemas.byName.get(owner.customFields!.definitions)!.resource}`;
      const [{ [owner.id]: id, [owner.customFields!.class]: idClass }] = (
        await admin.get(`/${resource}/?pag=1`)
      ).data;
      const { data: free } = await admin.get(`${definitions}/tabella?idClasse=-1`);
      const column = free.find((one: { codice: string }) => one.codice.startsWith('campo_str')).codice;
      const make = async (label: string): Promise<number> => {
        const sent = { id_classe: idClass, campo_tabella: column, label, obbligatorio: 0 };
        const made = await admin.post(`${definitions}/`, sent);
        expect(made, JSON.stringify(made.errors)).toMatchObject({ status: 200 });
        return made.data.id;
      };
      const stored = async () =>
        (
          await demo.database.query<{ versione: number; held: string }>(
            `select versione, ${column} as held from "${owner.table}" where id = $1`,
            [id],
          )
        ).rows[0]!;

      const first = await make('Vecchio');
      expect((await admin.put(`/${resource}/${id}`, { [column]: 'segreto' })).data[column]).toBe('segreto');
      const valori = JSON.stringify({
        filter: { [column]: 'segreto', filtro: 'P' },
        columns: [column, 'codice'],
      });
      const created = await admin.post('/filtro-salvato/', {
        nome: `Con ${column}`,
        risorsa: resource,
        valori,
      });
      const open = await stored();
      expect(await admin.del(`${definitions}/${first}`)).toMatchObject({ status: 200 });
      expect(await stored()).toEqual({ versione: open.versione + 1, held: null });
      expect(
        await demo.count(`storico_modifiche where risorsa = '${resource}' and id_record = ${id}
          and modifiche @> '[{"campo": "${column}", "da": "segreto", "a": null}]'`),
      ).toBe(1);
      const { data: saved } = await admin.get(`/filtro-salvato/${created.data.id}`);
      expect(JSON.parse(saved.valori)).toEqual({ filter: { filtro: 'P' }, columns: ['codice'] });

      // In the state of an older plant.
      await demo.database.query(`update "${owner.table}" set ${column} = 'segreto' where id = $1`, [id]);
      await make('Nuovo');
      const { data: read } = await admin.get(`/${resource}/${id}`);
      expect(read[column]).toBeNull();
      expect(read.campi.find(({ label }: { label: string }) => label === 'Nuovo')).toMatchObject({
        valore: null,
      });
      expect((await admin.get(`/${resource}/?pag=1&${column}=segreto`)).tot).toBe(0);
      await admin.put(`/${resource}/${id}`, { [column]: 'aperto' });
      const { data: history } = await admin.get(`/${resource}/${id}/storico/`);
      expect(JSON.stringify(history)).not.toContain('segreto');
      expect(history[0].modifiche).toContainEqual({ campo: column, da: null, a: 'aperto' });
    },
  );

  it('brings nothing along from two classes ago', async () => {
    const { data: third } = await admin.post('/magazzino/classe/', {
      codice: 'CF-third',
      descrizione: 'third',
    });
    const { data: second } = await admin.post('/magazzino/classe/', {
      codice: 'CF-second',
      descrizione: 'second',
    });
    await define(classes.shelf, 'campo_str20', 'Proprietario');
    await define(third.id, 'campo_str20', 'Vernice');
    const { data } = await warehouse({ campo_str15: 'F', campo_str20: 'Rossi SpA' });
    await admin.put(`/magazzino/${data.id}`, { id_classe: second.id });
    const moved = await admin.put(`/magazzino/${data.id}`, { id_classe: third.id });
    expect(moved.data).toMatchObject({ id_classe: third.id, campo_str20: null });
    const { data: history } = await admin.get(`/magazzino/${data.id}/storico/`);
    expect(JSON.stringify(history)).not.toContain('Rossi');
  });
});

describe('the template of a class', () => {
  it('has its fields and those of all classes, as they are now', async () => {
    const id = await define(-1, 'campo_str12', 'Responsabile');
    const labels = async (idClass: number) =>
      (await admin.get(`/magazzino/template/${idClass}`)).data.map((row: { label: string }) => row.label);
    expect(await labels(classes.tank)).toEqual(expect.arrayContaining(['Responsabile', 'Liquido']));
    expect(await labels(-1)).toContain('Responsabile');
    expect(await labels(-1)).not.toContain('Liquido');
    await admin.put(`/magazzino/campo/${id}`, { label: 'Capo magazzino' });
    expect(await labels(-1)).toContain('Capo magazzino');
    await admin.put(`/magazzino/campo/${id}`, { visibile: 0 });
    expect(await labels(-1)).not.toContain('Capo magazzino');
    expect(await warehouse({ campo_str15: 'C', campo_str12: 'x' })).toMatchObject({ status: 422 });
  });

  it('refuses an unknown class', async () => {
    expect((await admin.get('/magazzino/template/abc')).status).toBe(400);
  });
});

describe('fields of assets', () => {
  it('are hidden from the families they are not for [asset-field-roles]', async () => {
    const idClass = (await admin.post('/classe/', { codice: 'CF-A', descrizione: 'Prova' })).data.id;
    for (const [column, label, more] of [
      ['campo_str18', 'Per tutti', {}],
      ['campo_str19', 'Non ai tecnici', { visibile_tecnico: 0 }],
      ['campo_str20', 'Non ai segnalatori', { visibile_segnalatore: 0 }],
    ] as const)
      expect(
        (
          await admin.post('/oggetto/campo/', {
            id_classe: idClass,
            campo_tabella: column,
            label,
            obbligatorio: 0,
            ...more,
          })
        ).status,
      ).toBe(200);
    const values = { campo_str18: 'uno', campo_str19: 'due', campo_str20: 'tre' };
    const { template } = { template: (await admin.get(`/oggetto/template/${idClass}`)).data };
    const others = template
      .filter((row: { obbligatorio: number; campo_tabella: string }) => row.obbligatorio === 1)
      .map((row: { campo_tabella: string }) => [
        row.campo_tabella,
        row.campo_tabella.includes('date') ? '2026-01-01' : 'x',
      ]);
    const created = await admin.post('/oggetto/', {
      codice: 'CF-ASSET',
      descrizione: 'Prova',
      id_classe: idClass,
      id_organizzazione: 1,
      id_reparto: 1,
      ...Object.fromEntries(others),
      ...values,
    });
    expect(created.status, JSON.stringify(created.errors)).toBe(200);
    const seenBy = async (family: 'RIFTEC' | 'RESP') => {
      const client = await demo.as(family);
      const { data } = await client.get(`/oggetto/${created.data.id}`);
      const [listed] = (await client.get('/oggetto/?pag=1&filtro=CF-ASSET')).data;
      expect(Object.keys(listed).filter((name) => name in values)).toEqual(
        Object.keys(data).filter((name) => name in values),
      );
      return Object.keys(data).filter((name) => name in values);
    };
    expect(await seenBy('RIFTEC')).toEqual(['campo_str18', 'campo_str20']);
    expect(await seenBy('RESP')).toEqual(['campo_str18', 'campo_str19']);
    const historyText = async (family: 'RIFTEC' | 'RESP') =>
      JSON.stringify((await (await demo.as(family)).get(`/oggetto/${created.data.id}/storico`)).data);
    expect(await historyText('RIFTEC')).toContain('"uno"');
    expect(await historyText('RIFTEC')).not.toContain('"due"');
    expect(await historyText('RESP')).not.toContain('"tre"');
    const reporter = await demo.as('RESP');
    const hidden = await reporter.get('/oggetto/?pag=1&filtro=CF-ASSET&campo_str20=quattro');
    expect(hidden.data).toHaveLength(1);
  });
});

describe('what requesters do not fill in', () => {
  const column = 'campo_str10';
  const request = { descrizione: 'Non parte', id_oggetto: 0, id_stato: 0, id_tipo_guasto: 0, priorita: 2 };
  let field = 0;
  beforeAll(async () => {
    const row = {
      id_classe: -1,
      campo_tabella: column,
      label: 'Causa accertata',
      compilabile_segnalatore: 0,
    };
    field = (await admin.post('/odl/campo/', row)).data.id;
    const types: { id: number; codice: string }[] = (await admin.get('/odl/tipoGuasto/?pag=-1')).data;
    request.id_tipo_guasto = types.find(({ codice }) => codice !== '*')!.id;
    const [state] = (await admin.get(`/stato/?idOdl=-1&idTipo=${request.id_tipo_guasto}`)).data;
    request.id_stato = state.id;
    request.id_oggetto = (await (await demo.as('RESP')).get('/oggetto/?pag=1')).data[0].id;
  });
  afterAll(() => admin.del(`/odl/campo/${field}`));

  it('is a field that is required of the others only, and refused from a requester', async () => {
    const requester = await demo.as('RESP');
    expect(await requester.post('/odl/', { ...request, [column]: 'Cinghia' })).toMatchObject({
      status: 422,
      errors: { [column]: expect.any(String) },
    });
    const made = await requester.post('/odl/', request);
    expect(made.status, JSON.stringify(made.errors)).toBe(200);
    const changed = await requester.put(`/odl/${made.data.id}`, { note: 'Da stamattina' });
    expect(changed.status, JSON.stringify(changed.errors)).toBe(200);
    expect((await admin.post('/odl/', request)).errors).toHaveProperty(column);
    expect((await admin.post('/odl/', { ...request, [column]: 'Cinghia' })).status).toBe(200);
  });

  it('is visible to them once it has a value', async () => {
    const requester = await demo.as('RESP');
    const { data } = await requester.post('/odl/', request);
    await admin.put(`/odl/${data.id}`, { [column]: 'Cuscinetto' });
    expect((await requester.get(`/odl/${data.id}`)).data).toHaveProperty(column, 'Cuscinetto');
  });

  it('includes hours, people and cost centre of an intervention', async () => {
    const requester = await demo.as('RESP');
    const planned = { ore_previste: 2, persone_previste: 1, id_centro_di_costo: 1 };
    const { errors } = await requester.post('/odl/', { ...request, ...planned });
    expect(Object.keys(errors ?? {}).sort()).toEqual([
      'id_centro_di_costo',
      'ore_previste',
      'persone_previste',
    ]);
  });
});
