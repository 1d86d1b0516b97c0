/** A document's bytes: access, ranges, and protection against running in a browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rangeOf } from '../../../server/capabilities/documents/stream.ts';
import { createSeals } from '../../../server/http/sealed-address.ts';
import { pdf, SAMPLES } from '../../files/sample-files.ts';
import { type Client, type Plant, plant } from '../plant/plant.ts';
import { addRecord, send } from './records.ts';

let demo: Plant;
let admin: Client;
let asset: number;
let folder: number;
const ids: Record<string, number> = {};
const film = Buffer.concat([
  SAMPLES.mp4,
  Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251)),
]);

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  asset = await addRecord(demo, 'oggetto', 'FILE-1');
  folder = await demo.idOf('oggetto/documento/cartella', { nome: 'Manuali' });
  const files: [string, Buffer][] = [
    ['manuale "uso" è così 📎.pdf', pdf('uso')],
    ['foto.png', SAMPLES.png],
    ['film.mp4', film],
    ['note.txt', SAMPLES.text],
    ['tabella.xlsx', SAMPLES.xlsx],
  ];
  for (const file of files) {
    const answer = await send(admin, `/oggetto/${asset}/documento/?idCartella=${folder}`, [file]);
    ids[file[0].split('.').at(-1)!] = answer.data.id;
  }
});
afterAll(() => demo.close());

const path = (kind: string) => `/api/cmms/oggetto/${asset}/documento/${ids[kind]}/file`;
const bearer = async (): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await demo.token('RIFTEC')}`,
});

async function fetched(url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: responseHeaders, rawPayload } = await demo.app.server.inject({ url, headers });
  return { status: statusCode, headers: responseHeaders, bytes: rawPayload };
}

async function addressOf(kind: string): Promise<string> {
  const { data } = await admin.get(`/oggetto/${asset}/documento/?idFile=${ids[kind]}`);
  return data.documenti[0].url;
}

describe('a file', () => {
  it('is announced to a HEAD with its length and type', async () => {
    const headers = await bearer();
    const [get, head] = [
      await fetched(path('mp4'), headers),
      await demo.app.server.inject({ method: 'HEAD', url: path('mp4'), headers }),
    ];
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    for (const name of ['content-length', 'content-type', 'accept-ranges', 'etag'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    expect(Number(head.headers['content-length'])).toBe(get.bytes.length);
  });

  it.each([
    ['pdf', 'application/pdf', 'inline'],
    ['png', 'image/png', 'inline'],
    ['mp4', 'video/mp4', 'inline'],
    ['txt', 'text/plain', 'attachment'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'attachment'],
  ])('%s is sent as it was stored, as %s, %s', async (kind, type, how) => {
    const answer = await fetched(path(kind), await bearer());
    expect(answer.status).toBe(200);
    expect(String(answer.headers['content-type'])).toMatch(new RegExp(`^${type}`));
    expect(String(answer.headers['content-disposition'])).toMatch(new RegExp(`^${how}; filename=`));
    const { data } = await admin.get(`/oggetto/${asset}/documento/${ids[kind]}`);
    expect(answer.bytes.toString('base64')).toBe(data.contenuto);
  });

  it.each(['pdf', 'png', 'mp4', 'txt', 'xlsx'])('%s runs nothing where it is shown', async (kind) => {
    const { headers } = await fetched(path(kind), await bearer());
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).toContain("frame-ancestors 'self'");
    // Some viewers do not display a PDF in a sandbox; a PDF cannot reach our pages.
    expect(policy.includes('sandbox')).toBe(kind !== 'pdf');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('keeps its name, with any letters', async () => {
    const { headers } = await fetched(path('pdf'), await bearer());
    const disposition = String(headers['content-disposition']);
    expect(disposition).toMatch(/^inline; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.-]+$/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe('manuale "uso" è così 📎.pdf');
  });

  it('is downloaded on request', async () => {
    const { headers } = await fetched(`${path('pdf')}?scarica=1`, await bearer());
    expect(String(headers['content-disposition'])).toMatch(/^attachment; /);
  });

  it('is sent in parts, for a video to be watched from anywhere', async () => {
    const from = async (range: string) => fetched(path('mp4'), { ...(await bearer()), range });
    const first = await from('bytes=0-99');
    expect(first).toMatchObject({ status: 206, headers: { 'content-range': `bytes 0-99/${film.length}` } });
    expect(first.bytes.equals(film.subarray(0, 100))).toBe(true);
    expect((await from('bytes=1000-')).bytes.equals(film.subarray(1000))).toBe(true);
    expect((await from('bytes=-50')).bytes.equals(film.subarray(-50))).toBe(true);
    expect(await from(`bytes=${film.length}-`)).toMatchObject({
      status: 416,
      headers: { 'content-range': `bytes */${film.length}` },
    });
    expect((await from('bytes=0-1,5-6')).status).toBe(200);
    const changed = await fetched(path('mp4'), {
      ...(await bearer()),
      range: 'bytes=0-1',
      'if-range': '"other"',
    });
    expect(changed.status).toBe(200);
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await fetched(path('png'), await bearer());
    const again = await fetched(path('png'), { ...(await bearer()), 'if-none-match': String(headers.etag) });
    expect(again).toMatchObject({ status: 304 });
    expect(again.bytes).toHaveLength(0);
  });

  it('of another record, or none, is not found', async () => {
    const second = await addRecord(demo, 'oggetto', 'FILE-2');
    const wrong = path('png').replace(`oggetto/${asset}/`, `oggetto/${second}/`);
    expect((await fetched(wrong, await bearer())).status).toBe(404);
    expect((await fetched(path('png').replace(String(ids.png), '2147483647'), await bearer())).status).toBe(
      404,
    );
  });
});

describe('a sealed address', () => {
  it('opens the one file, without a session, and no other call', async () => {
    const url = await addressOf('png');
    expect((await fetched(url)).bytes.equals(SAMPLES.png)).toBe(true);
    const query = url.slice(url.indexOf('?'));
    const others = [
      path('pdf') + query,
      path('png'),
      url.replace('/file', ''),
      `/api/cmms/oggetto/${asset}/documento/${query}`,
      `/api/cmms/oggetto/${asset}${query}`,
    ];
    for (const other of others) expect((await fetched(other)).status, other).toBe(401);
  });

  it('is refused if any character is changed, or its expiry is extended', async () => {
    const url = await addressOf('png');
    const [, until, mark] = /scade=(\d+)&firma=(.+)$/.exec(url)!;
    const wrong = [
      url.replace(until!, String(Number(until) + 600)),
      url.replace(mark!, `${mark!.slice(0, -1)}${mark!.endsWith('A') ? 'B' : 'A'}`),
      url.replace(mark!, ''),
      url.replace(/&firma.*/, ''),
      url.replace(/scade=\d+/, 'scade=99999999999999'),
    ];
    for (const other of wrong) expect((await fetched(other)).status, other).toBe(401);
  });

  it('stays the same for a while, so that the browser can cache the picture, and then expires', async () => {
    const marks = new Map<string, string>();
    const seal = async (text: string) => marks.get(text) ?? marks.set(text, `m${marks.size}`).get(text)!;
    let now = 1_800_000_000_000;
    const seals = createSeals({ seal }, () => now);
    const first = await seals.seal('/api/cmms/x/1/documento/2/file');
    expect(await seals.opens(first)).toBe(true);
    now += 5 * 60_000;
    expect(await seals.seal('/api/cmms/x/1/documento/2/file')).toBe(first);
    now += 5 * 60_000;
    expect(await seals.opens(first)).toBe(true);
    expect(await seals.seal('/api/cmms/x/1/documento/2/file')).not.toBe(first);
    now += 10 * 60_000;
    expect(await seals.opens(first)).toBe(false);
  });

  it('is no token, and a token is no seal', async () => {
    const url = await addressOf('png');
    const mark = /firma=(.+)$/.exec(url)![1]!;
    expect((await fetched(path('png'), { authorization: `Bearer ${mark}` })).status).toBe(401);
    const token = (await demo.token('SUADMIN')).split('.')[2]!;
    expect((await fetched(url.replace(mark, token))).status).toBe(401);
  });
});

it.each<[string | undefined, unknown]>([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'nowhere'],
  ['bytes=-0', 'nowhere'],
  ['bytes=9-0', undefined],
  ['bytes=-', undefined],
  ['lines=1-2', undefined],
  ['bytes=a-b', undefined],
  [undefined, undefined],
])('reads the range %s of 100 bytes', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});
