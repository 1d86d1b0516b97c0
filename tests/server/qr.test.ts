/** QR codes on labels, and codes looked up: replies, and contents of the sheet. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LABEL_FORMATS, LABELS_MAX, onOnePage } from '../../schemas/qr/labels.ts';
import { type App, buildApp } from '../../server/app.ts';
import { API } from '../../server/http/register.ts';
import { type PdfPage, readPdf } from '../files/pdf.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';
import { runScenarios } from './plant/scenario.ts';

let demo: Plant;
let admin: Client;
const ids: Record<string, number> = {};

const HOME = 'https://officina.example/base/';
const SETTINGS = { ClienteURL: HOME, QRObjPrintViewHeader: 'Stabilimento di Perugia' };
const DOTS = 8;

async function set(values: Record<string, string>): Promise<void> {
  for (const [codice, valore] of Object.entries(values)) {
    const answer = await admin.put(`/parametro/${await demo.idOf('parametro', { codice })}`, { valore });
    expect(answer.status, `${codice}: ${JSON.stringify(answer.errors)}`).toBe(200);
  }
}

async function create(path: string, row: object): Promise<number> {
  const place = path.endsWith('/classe/') ? {} : { id_organizzazione: 1, id_reparto: 1 };
  const answer = await admin.post(path, { ...place, ...row });
  expect(answer.status, JSON.stringify(answer)).toBe(200);
  return answer.data.id;
}

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  const ofTheirOwn = { codice: 'QRT', descrizione: 'Classe senza campi' };
  ids.partClass = await create('/ricambio/classe/', ofTheirOwn);
  // The demo plant requires a serial number for every asset.
  const asset = { id_classe: await create('/classe/', ofTheirOwn), campo_str1: 'S-1' };
  ids.pump = await create('/oggetto/', { ...asset, codice: 'QX-1', descrizione: 'Pompa è/à ≤ ş 5°' });
  ids.motor = await create('/oggetto/', { ...asset, codice: 'QX-2', descrizione: 'Motore' });
  ids.board = await create('/oggetto/', { ...asset, codice: 'QX-10', descrizione: 'Quadro', dismesso: 1 });
  ids.gone = await create('/oggetto/', { ...asset, codice: 'QX-DEL', descrizione: 'Tolto' });
  ids.far = await create('/oggetto/', {
    ...asset,
    codice: 'QX-PAR',
    descrizione: 'Altrove',
    id_organizzazione: await demo.idOf('organizzazione', { codice: 'PAR' }),
  });
  await admin.del(`/oggetto/${ids.gone}`);
  const part = { id_classe: ids.partClass };
  ids.seal = await create('/ricambio/', { ...part, codice: 'QR-1', descrizione: 'Guarnizione' });
  ids.bolt = await create('/ricambio/', { ...part, codice: 'QR-11', descrizione: 'Vite' });
  await set(SETTINGS);
});
afterAll(() => demo.close());

interface Sheet {
  filename: string;
  pages: PdfPage[];
}

async function sheet(path: string, who = admin, language: 'it' | 'en' = 'it'): Promise<Sheet> {
  const answer = await who.get(path, { language });
  expect(answer.status, answer.description).toBe(200);
  return { filename: answer.data.filename, pages: readPdf(Buffer.from(answer.data.data, 'base64')) };
}

/** Checks that the codes encode these texts, module by module. */
function holds(pages: PdfPage[], texts: string[]): void {
  const pictures = pages.flatMap((page) => page.pictures);
  expect(pictures).toHaveLength(texts.length);
  for (const [index, text] of texts.entries()) {
    const { data } = encode(text, { ecc: 'M', border: 0 });
    const modules = pictures[index]!()
      .filter((_, y) => y % DOTS === 0)
      .map((row) => row.filter((_, x) => x % DOTS === 0));
    expect(JSON.stringify(modules) === JSON.stringify(data), `a code that holds ${text}`).toBe(true);
  }
}

const all = (pages: PdfPage[]): string => pages.flatMap(({ texts }) => texts).join('\n');

describe('the codes of the filtered list [asset-qr-modal]', () => {
  it('are addresses of the pages, with code and description next to them', async () => {
    const { filename, pages } = await sheet(
      '/oggetto/download-qrcode/?codice=QX-&dismesso=1&sort=codice,ASC',
    );
    expect(filename).toMatch(/^qr-oggetti-\d{4}-\d{2}-\d{2}\.pdf$/);
    holds(
      pages,
      [ids.pump, ids.board, ids.motor, ids.far].map(
        (id) => `https://officina.example/base/info-oggetto/${id}?from=qr`,
      ),
    );
    const text = all(pages);
    for (const word of ['QX-1', 'Pompa è/à ≤ ş 5°', 'QX-2', 'Motore', 'Stabilimento di Perugia'])
      expect(text).toContain(word);
    expect(text).not.toContain('QX-DEL');
  });

  it('have a name in the language of the reader', async () => {
    const { filename } = await sheet('/oggetto/download-qrcode/?codice=QX-', admin, 'en');
    expect(filename).toMatch(/^qr-assets-/);
  });

  it('of one record are named by code and description, on an A4 page with a code of 250 points', async () => {
    const { filename, pages } = await sheet(`/oggetto/download-qrcode/?id=${ids.pump}&formato=a4`);
    expect(filename).toBe('QX-1 - Pompa è-à ≤ ş 5°.pdf');
    expect(pages).toHaveLength(1);
    expect([pages[0]!.width, pages[0]!.height].map(Math.round)).toEqual([595, 842]);
    expect(all(pages)).toBe(['Stabilimento di Perugia', 'QX-1', 'Pompa è/à ≤ ş 5°'].join('\n'));
  });

  it('of parts say the class too, or nothing [part-admin]', async () => {
    const { data: part } = await admin.get(`/ricambio/${ids.seal}`);
    const { filename, pages } = await sheet(`/ricambio/download-qrcode/?id=${ids.seal}&formato=a4`);
    expect(filename).toBe('QR-1 - Guarnizione.pdf');
    holds(pages, [`https://officina.example/base/dettaglio-ricambio/${ids.seal}?from=qr`]);
    expect(all(pages)).toBe(['QR-1', 'Guarnizione', part.classe].join('\n'));
    await set({ QRSparePartDetails: '0' });
    const bare = await sheet(`/ricambio/download-qrcode/?id=${ids.seal}&formato=a4`);
    expect(all(bare.pages)).toBe('');
    holds(bare.pages, [`https://officina.example/base/dettaglio-ricambio/${ids.seal}?from=qr`]);
    await set({ QRSparePartDetails: '1' });
  });

  it('contain what the settings say', async () => {
    const one = `/oggetto/download-qrcode/?id=${ids.pump}&formato=50x25`;
    const cases: [Record<string, string>, string][] = [
      [{ QRObjType: 'TXT' }, `OBJ:${ids.pump}`],
      [{ QRObjId: 'COD' }, 'OBJ:QX-1'],
      [{ QRObjPrefix: 'X/' }, 'X/QX-1'],
      [{ QRObjPrefix: '' }, 'QX-1'],
      [{ QRObjType: 'URL' }, `https://officina.example/base/info-oggetto/${ids.pump}?from=qr`],
    ];
    for (const [values, text] of cases) {
      await set(values);
      holds((await sheet(one)).pages, [text]);
    }
    await set({ QRObjPrintViewType: '2' });
    expect(all((await sheet(one)).pages)).toBe('Stabilimento di Perugia');
    await set({ QRObjPrintViewHeader: '' });
    expect(all((await sheet(one)).pages)).toBe('');
    await set({ QRObjPrintViewType: '1', QRObjId: 'ID', QRObjPrefix: 'OBJ:', ...SETTINGS });
  });

  it('of a plant that does not say its address lead to where the caller is', async () => {
    await set({ ClienteURL: '' });
    const answer = await admin.get(`/oggetto/download-qrcode/?id=${ids.pump}`, {
      headers: { host: 'cmms.lan:8080' },
    });
    holds(readPdf(Buffer.from(answer.data.data, 'base64')), [
      `http://cmms.lan:8080/info-oggetto/${ids.pump}?from=qr`,
    ]);
    await set(SETTINGS);
  });
});

describe('on each label sheet', () => {
  it.each(LABEL_FORMATS)('$name: all labels on as many pages as needed', async (format) => {
    const { pages } = await sheet(`/oggetto/download-qrcode/?codice=QX-&dismesso=1&formato=${format.name}`);
    expect(pages.flatMap((page) => page.pictures)).toHaveLength(4);
    expect(pages).toHaveLength(Math.ceil(4 / onOnePage(format)));
    expect(pages[0]!.width).toBeCloseTo((format.page.width / 25.4) * 72, 1);
    expect(pages[0]!.height).toBeCloseTo((format.page.height / 25.4) * 72, 1);
  });

  it('begins at the requested position, and continues on the next sheet', async () => {
    const { pages } = await sheet(
      '/oggetto/download-qrcode/?codice=QX-&dismesso=1&formato=a4-2x4&primaEtichetta=7&margineSinistro=6&margineAlto=10.5',
    );
    expect(pages.map((page) => page.pictures.length)).toEqual([2, 2]);
  });
});

describe('invalid requests', () => {
  const TOO_MANY =
    'Troppe etichette: se ne stampano al massimo 5000 per volta. Restringere i filtri e stampare in più parti.';
  runScenarios(() => demo, ids, [
    ...(['RIFTEC', 'RESP'] as const).map((as) => ({
      name: `the codes to ${as} [asset-admin-actions, part-admin]`,
      as,
      call: 'GET /oggetto/download-qrcode/?codice=QX-1' as const,
      status: 403,
    })),
    {
      name: 'of parts by users who are not admins',
      as: 'RIFTEC',
      call: 'GET /ricambio/download-qrcode/',
      status: 403,
    },
    { name: 'an unknown label sheet', call: 'GET /oggetto/download-qrcode/?formato=a5', status: 400 },
    {
      name: 'a first label beyond the sheet',
      call: 'GET /oggetto/download-qrcode/?primaEtichetta=25',
      status: 400,
    },
    { name: 'a first label before it', call: 'GET /oggetto/download-qrcode/?primaEtichetta=0', status: 400 },
    { name: 'half a label', call: 'GET /oggetto/download-qrcode/?primaEtichetta=1.5', status: 400 },
    {
      name: 'a margin that is no number',
      call: 'GET /oggetto/download-qrcode/?margineAlto=1e309',
      status: 400,
    },
    {
      name: 'margins that push the labels off the sheet',
      call: 'GET /oggetto/download-qrcode/?formato=a4-3x8&margineSinistro=12',
      status: 422,
      expected: { description: 'Con questi margini le etichette escono dal foglio. Ridurre i margini.' },
    },
    {
      name: 'a list without rows',
      language: 'en',
      call: 'GET /oggetto/download-qrcode/?codice=nothing-is-called-so',
      status: 422,
      expected: { description: 'Nothing to print: no record matches the filters.' },
    },
    { name: 'a filter that is none', call: 'GET /oggetto/download-qrcode/?idClasse=abc', status: 400 },
  ]);

  it('more labels than a document may have; fewer are all printed, and the server stays responsive', async () => {
    await demo.database.query(
      `insert into ricambio (codice, descrizione, id_classe, id_organizzazione, id_reparto)
       select 'MANY-' || n, 'Ricambio numero ' || n, $1, 1, 1 from generate_series(1, $2::int) n`,
      [ids.partClass, LABELS_MAX + 1],
    );
    const path = '/ricambio/download-qrcode/?codice=MANY-&formato=a4-3x8';
    expect(await admin.get(path)).toMatchObject({ status: 422, description: TOO_MANY });
    await demo.database.query("delete from ricambio where codice like 'MANY-%' and length(codice) > 8");
    let answered = 0;
    let printing = true;
    const printed = sheet(path).finally(() => {
      printing = false;
    });
    while (printing) {
      expect((await admin.get('/classe/?pag=1')).status).toBe(200);
      answered += 1;
    }
    const { pages } = await printed;
    expect(pages.flatMap((page) => page.pictures)).toHaveLength(999);
    expect(pages).toHaveLength(Math.ceil(999 / 24));
    expect(answered).toBeGreaterThan(5);
    await demo.database.query("delete from ricambio where codice like 'MANY-%'");
  }, 120_000);
});

describe('only rows within reach are printed', () => {
  it('to an admin of some organisations', async () => {
    const { rows } = await demo.database.query<{ id: number }>(
      "select id from utente where mail = 'admin@officina.example'",
    );
    const user = rows[0]!.id;
    const foligno = await demo.idOf('organizzazione', { codice: 'FOL' });
    await admin.post(`/utente/${user}/organizzazione`, { id_organizzazione: foligno });
    await admin.del(`/utente/${user}/organizzazione/1`);
    const limited = await demo.as('SUPER');
    const text = all((await sheet('/oggetto/download-qrcode/?codice=QX-', limited)).pages);
    expect(text).toContain('QX-1');
    expect(text).not.toContain('QX-PAR');
    expect(await limited.get(`/oggetto/download-qrcode/?id=${ids.far}`)).toMatchObject({ status: 422 });
    await admin.post(`/utente/${user}/organizzazione`, { id_organizzazione: 1 });
  });
});

describe('the logo', () => {
  let folder: string;
  let app: App;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'officina-logo-'));
    app = await buildApp({ ...demo, version: '0.1.0', site: folder, folder });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  async function printed(): Promise<string> {
    const reply = await app.server.inject({
      url: `${API}/oggetto/download-qrcode/?id=${ids.pump}&formato=a4`,
      headers: { authorization: `Bearer ${await demo.token('SUADMIN')}` },
    });
    expect(reply.statusCode).toBe(200);
    return all(readPdf(Buffer.from(reply.json().data.data, 'base64')));
  }

  it('is printed if the setting says so', async () => {
    writeFileSync(
      join(folder, 'logo.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><text x="9" y="40">ACME SpA</text></svg>',
    );
    expect(await printed()).toContain('ACME SpA');
    await set({ QRShowLogos: '0' });
    const reply = await printed();
    expect(reply).toContain('QX-1');
    await set({ QRShowLogos: '1' });
  });

  const svg = (inside: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="60">${inside}</svg>`;
  const put = async (content: string | Buffer, who: 'SUADMIN' | 'SUPER' = 'SUADMIN') => {
    const form = new FormData();
    form.set('file', new Blob([content as BlobPart]), 'anything.bin');
    const sent = new Response(form);
    const reply = await app.server.inject({
      method: 'PUT',
      url: `${API}/info/logo-cliente/`,
      headers: {
        authorization: `Bearer ${await demo.token(who)}`,
        'content-type': sent.headers.get('content-type')!,
      },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    return { status: reply.statusCode, ...reply.json() };
  };
  const get = async () => (await app.server.inject(`${API}/info/logo-cliente/`)).json().data;

  it('set by a super admin is shown to all users, and has priority over one in the data folder', async () => {
    const drawn = svg('<defs><g id="a"/></defs><use xlink:href="#a"/><text x="9" y="40">NUOVO LOGO</text>');
    expect((await put(drawn, 'SUPER')).status).toBe(403);
    expect(await put(drawn)).toMatchObject({ status: 200, data: { content_type: 'image/svg+xml' } });
    expect(Buffer.from((await get()).contenuto, 'base64').toString()).toBe(drawn);
    expect(await printed()).toContain('NUOVO LOGO');
    const png = readFileSync(join(import.meta.dirname, '../../docs/manuale/immagini/firma.png'));
    expect(await put(png)).toMatchObject({ status: 200, data: { content_type: 'image/png' } });
    const dropped = await app.server.inject({
      method: 'DELETE',
      url: `${API}/info/logo-cliente/`,
      headers: { authorization: `Bearer ${await demo.token('SUADMIN')}` },
    });
    expect(dropped.statusCode).toBe(200);
    expect(await printed()).toContain('ACME SpA');
  });

  it.each([
    ['with a script', svg('<script>alert(1)</script>'), 422],
    [
      'with a script of another name',
      svg('<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>'),
      422,
    ],
    ['that listens', svg('<rect onclick="alert(1)"/>'), 422],
    ['that listens, without a blank', svg('<rect x="1"onload="alert(1)"/>'), 422],
    ['that loads from elsewhere', svg('<image href="https://evil.example/a.png"/>'), 422],
    ['that reads a file', svg('<image xlink:href="/etc/passwd"/>'), 422],
    ['that leads elsewhere', svg('<a href="javascript:alert(1)"><text>x</text></a>'), 422],
    ['that leads elsewhere in disguise', svg('<a href="&#106;avascript:alert(1)"><text>x</text></a>'), 422],
    ['styled from elsewhere', svg('<style>@import "//evil.example/a.css"</style>'), 422],
    ['filled from elsewhere', svg('<rect fill="url(https://evil.example/#a)"/>'), 422],
    ['that holds a page', svg('<foreignObject><p/></foreignObject>'), 422],
    ['with entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, 422],
    ['that is a text', 'this is no picture', 415],
    ['that is a film', Buffer.from('474946383961', 'hex'), 415],
    ['cut short', Buffer.from('89504e470d0a1a0a0000', 'hex'), 422],
    ['of nothing', '', 400],
    [
      'of two megabytes',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(2_000_000)]),
      413,
    ],
  ])('%s is refused', async (_name, content, status) => {
    const reply = await put(content);
    expect([reply.status, reply.result]).toEqual([status, -1]);
    expect(await printed()).toContain('ACME SpA');
  });

  it('that is damaged does not prevent labels', async () => {
    for (const [name, content] of [
      ['logo.svg', 'this is no picture'],
      ['logo.png', 'nor is this'],
    ] as const) {
      rmSync(join(folder, 'logo.svg'), { force: true });
      writeFileSync(join(folder, name), content);
      expect(await printed()).toContain('QX-1');
    }
  });
});

describe('a code looked up as it is', () => {
  it.each([
    ['/oggetto/', 'qx-1', ['QX-1']],
    ['/oggetto/', 'QX-', []],
    ['/ricambio/', 'QR-1', ['QR-1']],
    ['/ricambio/', 'qr-11', ['QR-11']],
    ['/ricambio/', '%', []],
  ])('%s?filtro=%s', async (path, code, found) => {
    const answer = await admin.get(`${path}?pag=1&searchExactCode=1&filtro=${encodeURIComponent(code)}`);
    expect(answer.data.map(({ codice }: { codice: string }) => codice)).toEqual(found);
    const either = await admin.get(`${path}?pag=1&searchExactCode=0&filtro=${encodeURIComponent(code)}`);
    expect(either.tot).toBeGreaterThanOrEqual(found.length);
  });
});

describe('a prefix for assets', () => {
  it.each(['RIC:', ' ric :', 'https://officina.example/'])('may not be %j', async (valore) => {
    const id = await demo.idOf('parametro', { codice: 'QRObjPrefix' });
    expect(await admin.put(`/parametro/${id}`, { valore })).toMatchObject({
      status: 422,
      errors: { valore: 'Serve un prefisso che non sia un indirizzo né quello di altri codici QR' },
    });
  });
});

it('the pages may use the camera, and a scanner its thread [qr-scan-opens]', async () => {
  const { headers } = await admin.get('/classe/');
  expect(headers['permissions-policy']).toContain('camera=(self)');
  expect(String(headers['content-security-policy'])).toContain("worker-src 'self' blob:");
});
