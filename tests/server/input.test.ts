/** Invalid input: refused with a message in the user's language and the field's name, without writing. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Field, type Row, writable } from '../../schemas/entity.ts';
import { ownPlant } from './plant/plant.ts';

const { demo, admin } = await ownPlant();

const JSON_TYPE = { 'content-type': 'application/json' };

/** Checks that a refusal has a message in both languages. */
async function refused(
  method: string,
  path: string,
  status: number,
  options: { payload?: string | object; headers?: Record<string, string> } = {},
): Promise<{ it: string; en: string }> {
  const italian = await admin.send(method, path, { ...options, language: 'it' });
  const english = await admin.send(method, path, { ...options, language: 'en' });
  for (const answer of [italian, english]) {
    expect(answer, `${method} ${path}: ${answer.description}`).toMatchObject({
      status,
      result: -1,
      data: null,
    });
    expect(answer.description).toMatch(/^[A-ZÈ].*\.$/);
  }
  expect(italian.description).not.toBe(english.description);
  return { it: italian.description, en: english.description };
}

describe('a body', () => {
  it.each([
    ['half a JSON', '{"codice": "A"'],
    ['no JSON', 'codice=A'],
    ['a JSON with a comma too many', '{"codice": "A",}'],
    ['a dangerous key', '{"__proto__": {"admin": 1}, "codice": "A"}'],
  ])('that is %s is refused', async (_name, payload) => {
    const said = await refused('POST', '/cdc/', 400, { payload, headers: JSON_TYPE });
    expect(said.it).toBe('Il corpo della richiesta non è JSON valido.');
  });

  it.each(['[]', '"testo"', '7', '[{"codice":"A"}]'])('that is no object is refused: %s', async (payload) => {
    const said = await refused('POST', '/cdc/', 400, { payload, headers: JSON_TYPE });
    expect(said.it).toBe('Il corpo della richiesta deve essere un oggetto JSON.');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('of type %s is refused', async (type) => {
    const options = { payload: '{"codice":"A"}', headers: { 'content-type': type } };
    const said = await refused('POST', '/cdc/', 415, options);
    expect(said.it).toContain('application/json');
  });

  it('that is missing is an empty one, though JSON is announced', async () => {
    const lacking = { status: 422, errors: { codice: expect.any(String) } };
    expect(await admin.post('/cdc/')).toMatchObject(lacking);
    expect(await admin.send('POST', '/cdc/', { payload: '', headers: JSON_TYPE })).toMatchObject(lacking);
  });

  it('of 100 MB is refused', async () => {
    const payload = `{"codice": "${'x'.repeat(100 * 1024 * 1024)}"}`;
    const said = await refused('POST', '/cdc/', 413, { payload, headers: JSON_TYPE });
    expect(said).toEqual({ it: 'La richiesta è troppo grande.', en: 'The request is too large.' });
  });

  it('without an announced length is read no further than the limit', async () => {
    await demo.app.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = demo.app.server.server.address() as AddressInfo;
    const headers = { ...JSON_TYPE, authorization: `Bearer ${await demo.token('SUADMIN')}` };
    const sending = request({ port, method: 'POST', path: '/api/cmms/cdc/', headers });
    const piece = Buffer.alloc(65_536, 'x');
    let sent = 0;
    const status = await new Promise<number | undefined>((settle, reject) => {
      const pump = () => {
        if (sent > 100 * 1024 * 1024) return sending.end();
        sent += piece.length;
        if (!sending.destroyed) sending.write(piece, () => setImmediate(pump));
      };
      sending.on('response', (response) => settle(response.statusCode));
      sending.on('error', reject);
      pump();
    });
    sending.on('error', () => undefined).destroy();
    expect(status).toBe(413);
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  it.each([50_000, 400_000])('with %i levels is refused like any other wrong value', async (depth) => {
    const payload = `{"codice":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const answer = await admin.send('POST', '/cdc/', { payload, headers: JSON_TYPE });
    expect([400, 422]).toContain(answer.status);
  });
});

describe('a character that no text can contain', () => {
  it.each([
    ['GET', '/rapportini/verifica/%00'],
    ['GET', '/filtro-salvato/?risorsa=%00'],
    ['GET', '/pacchetto/?dal=%00'],
  ])('in an address is refused: %s %s', async (method, path) => {
    const said = await refused(method, path, 400);
    expect(said.en).toBe('The request cannot be understood. Reload the page and try again.');
  });
});

describe('fields', () => {
  it('with an empty text for a number or a reference are empty', async () => {
    const asset = await demo.idOf('oggetto', { codice: 'FOL-L1-CF' });
    expect(await admin.put(`/oggetto/${asset}`, { id_classe: '' })).toMatchObject({
      status: 422,
      errors: { id_classe: 'Questo campo è obbligatorio' },
    });
    const { rows } = await demo.database.query<Row>(
      'select id from odl where id_tecnico is not null limit 1',
    );
    const path = `/odl/${rows[0]!.id}`;
    expect(await admin.put(path, { ore_previste: 2 })).toMatchObject({ data: { ore_previste: 2 } });
    expect(await admin.put(path, { ore_previste: '' })).toMatchObject({
      status: 200,
      data: { ore_previste: null },
    });
  });

  it('that do not exist are refused, not dropped', async () => {
    const body = { codice: 'IGN', descrizione: 'x', colore: 'rosso', admin: 1, constructor: 1 };
    const answer = await admin.post('/cdc/', body);
    expect(answer.status).toBe(422);
    expect(answer.errors).toEqual({
      colore: 'Campo sconosciuto',
      admin: 'Campo sconosciuto',
      constructor: 'Campo sconosciuto',
    });
    expect(await demo.count("cdc where codice = 'IGN'")).toBe(0);
  });

  it('are not coerced', async () => {
    const body = { codice: 12, descrizione: true };
    expect((await admin.post('/cdc/', body)).errors).toEqual({
      codice: 'Serve un testo',
      descrizione: 'Serve un testo',
    });
    const cost = { codice: 'COE', descrizione: 'x', id_organizzazione: '1', id_reparto: 1, tipo: 1.5 };
    expect(
      (await admin.post('/costo/', { ...cost, costo_unitario: '12.5' }, { language: 'en' })).errors,
    ).toEqual({
      id_organizzazione: 'A whole number is needed',
      tipo: 'A whole number is needed',
      costo_unitario: 'A number is needed',
    });
  });

  const TEXTUAL = new Set([
    'text',
    'note',
    'email',
    'uri',
    'phone',
    'icon',
    'column',
    'colour',
    'date',
    'instant',
  ]);
  const LONG = 'x'.repeat(10_000);
  function wrongValues(field: Field): unknown[] {
    // A flag also accepts true.
    const any = [{ a: 1 }, ['a'], ...(field.kind === 'flag' ? [] : [true])];
    if (field.kind === 'translations')
      return [['a'], 'a', 7, { it: 7 }, { it: 'x'.repeat(201) }, { it: '\u0000' }];
    if (TEXTUAL.has(field.kind)) {
      const tooLong = (field.maxLength ?? 0) < LONG.length ? [LONG] : ['x'.repeat(field.maxLength! + 1)];
      return [...any, 7, 'a\u0000b', 'a\ud800b', '\udc00', ...tooLong];
    }
    const beyond = Math.max(99_999_999_999, (field.maximum ?? 0) + 1);
    const places = ['decimal', 'money', 'quantity'].includes(field.kind);
    const huge = places ? [1e300] : [1.5, beyond, 1e300];
    return [...any, 'testo', LONG, '\u0000', ...huge, ...(field.kind === 'flag' ? [2, -1] : [])];
  }

  /** Returns the values of other fields under which this field applies. */
  const inForceWith = (field: Field): Row =>
    Object.fromEntries(Object.entries(field.when ?? {}).map(([name, values]) => [name, values[0]]));

  it('of every entity and every kind are refused if type, characters or length are invalid', async () => {
    const entities = demo.schemas.entities.filter((entity) => entity.calls.includes('create'));
    const before = await Promise.all(entities.map((entity) => demo.count(entity.table)));
    let tried = 0;
    for (const entity of entities)
      for (const field of writable(entity))
        for (const value of wrongValues(field)) {
          const answer = await admin.post(`/${entity.resource}/`, {
            ...inForceWith(field),
            [field.name]: value,
          });
          const what = `${entity.name}.${field.name} = ${JSON.stringify(value).slice(0, 40)}`;
          expect(answer.status, `${what}: ${answer.description}`).toBe(422);
          expect(answer.errors?.[field.name] ?? 'nothing was said', what).toMatch(/^[A-Z]/);
          tried += 1;
        }
    expect(tried).toBeGreaterThan(500);
    expect(await Promise.all(entities.map((entity) => demo.count(entity.table)))).toEqual(before);
  });

  it.each([
    [
      'half a surrogate pair',
      'a\ud800b',
      'Il testo contiene caratteri non ammessi',
      'The text contains characters that cannot be stored',
    ],
    [
      'a zero character',
      'a\u0000b',
      'Il testo contiene caratteri non ammessi',
      'The text contains characters that cannot be stored',
    ],
    ['10,000 characters', LONG, 'Valore troppo lungo', 'Value too long'],
  ])('with %s say so [form-too-long]', async (_name, descrizione, italian, english) => {
    const body = { codice: 'CAR', descrizione };
    expect((await admin.post('/cdc/', body)).errors).toEqual({ descrizione: italian });
    expect((await admin.post('/cdc/', body, { language: 'en' })).errors).toEqual({ descrizione: english });
  });

  it('count a character outside the first plane as one', async () => {
    expect(
      (await admin.post('/cdc/', { codice: '🔧'.repeat(20), descrizione: '🔧'.repeat(200) })).status,
    ).toBe(200);
  });

  it('of other calls are checked too', async () => {
    for (const body of [
      {},
      { username: 1, pwd: [] },
      { username: 'a\u0000', pwd: 'x'.repeat(10_000) },
      { extra: 1 },
    ]) {
      const answer = await (await demo.as('nobody')).post('/utente/login', body);
      expect(answer, JSON.stringify(body).slice(0, 60)).toMatchObject({ status: 422, result: -1 });
      expect(Object.keys(answer.errors!).length).toBeGreaterThan(0);
    }
  });
});

describe('ids', () => {
  const WRONG = [
    '0',
    '-1',
    '1.5',
    'abc',
    '1e3',
    '2147483648',
    '99999999999999999999',
    '1;drop table cdc',
    '%20',
    '%EF%BC%91',
    '1%00',
    'null',
  ];
  it.each(WRONG)('%s is refused', async (id) => {
    for (const path of [`/cdc/${id}`, `/cdc/${id}/storico/`, `/utente/${id}/organizzazione/`])
      expect((await refused('GET', path, 400)).it).toMatch(/identificativo/);
    await refused('DELETE', `/cdc/${id}`, 400);
    await refused('PUT', `/cdc/${id}`, 400, { payload: { descrizione: 'x' } });
  });

  it('with an unknown target get a message', async () => {
    expect(await refused('GET', '/cdc/2147483647', 404)).toEqual({
      it: "L'elemento richiesto non esiste o non è visibile.",
      en: 'The requested record does not exist or you cannot see it.',
    });
  });
});

describe('addresses', () => {
  it.each([
    ['/nessuna-chiamata', 'POST'],
    ['/', 'GET'],
    ['', 'GET'],
    ['/cdc/1/2/3', 'GET'],
    ['/cdc//', 'GET'],
    ['/../../etc/passwd', 'GET'],
    ['/cdc/%zz', 'GET'],
    ['/%FF', 'GET'],
  ])('without a call get a message: %s', async (path, method) => {
    const answer = await admin.send(method, `/api/cmms${path}`);
    expect([400, 404]).toContain(answer.status);
    expect(answer).toMatchObject({ result: -1, data: null });
    expect(answer.description).toMatch(/^[A-Z].*\.$/);
  });

  it('that are too long get a message', async () => {
    const answer = await admin.get(`/${'x'.repeat(5000)}`);
    expect(answer).toMatchObject({ status: 404, result: -1 });
  });

  it.each([
    ['PATCH', '/cdc/1', 'GET, PUT, DELETE'],
    ['POST', '/cdc/1', 'GET, PUT, DELETE'],
    ['DELETE', '/cdc', 'GET, POST'],
    ['POST', '/parametro', 'GET'],
    ['OPTIONS', '/cdc', 'GET, POST'],
  ])('that need another method name it: %s %s', async (method, path, allowed) => {
    const answer = await admin.send(method, path);
    expect(answer).toMatchObject({ status: 405, result: -1, headers: { allow: allowed } });
    expect(answer.description).toBe(`Questo indirizzo non accetta il metodo ${method}.`);
    const english = await admin.send(method, path, { language: 'en' });
    expect(english.description).toBe(`This address does not accept the method ${method}.`);
  });
});

it('a language that is not spoken is answered in Italian', async () => {
  const answer = await admin.get('/cdc/abc', { headers: { 'accept-language': 'fr-FR, de;q=0.5' } });
  expect(answer.description).toMatch(/^L'identificativo/);
  const english = await admin.get('/cdc/abc', { headers: { 'accept-language': 'fr, en-GB;q=0.7' } });
  expect(english.description).toMatch(/^The id/);
});
