/** Planned work as iCalendar, read by an independent parser and compared with the interventions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { calendarText, escapeText, fold } from '../../server/domains/feeds/ical.ts';
import { spanOf } from '../../server/domains/feeds/planned.ts';
import { type Client, client, type Plant, plant } from './plant/plant.ts';
import { DEMO_PASSWORD } from './plant/templates.ts';

interface Property {
  name: string;
  parameters: Record<string, string>;
  value: string;
}
type Component = Property[];

/** Parses RFC 5545 from scratch: octets, CRLF, folds, parameters, escapes. */
function read(text: string): { calendar: Component; events: Component[] } {
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const physical = text.slice(0, -2).split('\r\n');
  for (const line of physical) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  const logical: string[] = [];
  for (const line of physical)
    if (line.startsWith(' ')) logical[logical.length - 1] += line.slice(1);
    else logical.push(line);
  const stack: Component[] = [];
  const events: Component[] = [];
  let calendar: Component = [];
  for (const line of logical) {
    const match = /^([A-Z-]+)((?:;[A-Z-]+=[^:;]+)*):(.*)$/.exec(line);
    expect(match, line).not.toBeNull();
    const [, name, parameters, value] = match as unknown as [string, string, string, string];
    if (name === 'BEGIN') stack.push([]);
    else if (name === 'END') {
      const done = stack.pop()!;
      if (value === 'VEVENT') events.push(done);
      else calendar = done;
    } else
      stack.at(-1)!.push({
        name,
        parameters: Object.fromEntries(
          parameters
            .split(';')
            .filter(Boolean)
            .map((one) => one.split('=') as [string, string]),
        ),
        value: value.replaceAll(/\\(.)/g, (_, character) => (/n/i.test(character) ? '\n' : character)),
      });
  }
  expect(stack).toEqual([]);
  return { calendar, events };
}
const propertyOf = (component: Component, name: string): string | undefined =>
  component.find((one) => one.name === name)?.value;

describe('the text of a calendar', () => {
  it('escapes special characters and is parsed back unchanged', () => {
    const said = 'Perché: “caffè”, olio; filtro \\ 3/4"\r\nseconda riga\u0007';
    expect(escapeText(said)).toBe('Perché: “caffè”\\, olio\\; filtro \\\\ 3/4"\\nseconda riga ');
  });

  it('folds at 75 octets and never within a character', () => {
    for (const text of ['à'.repeat(200), '🔧'.repeat(60), `${'x'.repeat(74)}è`, 'x'.repeat(75)]) {
      const folded = fold(text);
      for (const line of folded.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(Buffer.from(line).toString('utf8')).toBe(line);
      }
      expect(folded.replaceAll('\r\n ', '')).toBe(text);
    }
    expect(fold('x'.repeat(75))).toBe('x'.repeat(75));
  });

  it.each([
    [
      'a day before the clocks change',
      '2026-03-28T07:00:00.000Z',
      2,
      '1',
      '2026-03-28T07:00:00.000Z',
      '2026-03-28T09:00:00.000Z',
    ],
    [
      'over the night that is an hour short',
      '2026-03-28T21:00:00.000Z',
      8,
      '1',
      '2026-03-28T21:00:00.000Z',
      '2026-03-29T05:00:00.000Z',
    ],
    [
      'without hours, one',
      '2026-10-25T07:30:00.000Z',
      null,
      '1',
      '2026-10-25T07:30:00.000Z',
      '2026-10-25T08:30:00.000Z',
    ],
    ['at midnight of the plant, all day', '2026-03-28T23:00:00.000Z', null, '1', '2026-03-29', '2026-03-30'],
    ['on the day of 25 hours, all day', '2026-10-24T22:00:00.000Z', 8, '0', '2026-10-25', '2026-10-26'],
    ['of days, as the calendar has them', '2026-10-24T22:00:00.000Z', 24, '0', '2026-10-25', '2026-10-28'],
    ['of five days, over a weekend', '2026-03-26T08:00:00.000Z', 40, '1', '2026-03-26', '2026-04-02'],
    [
      'where no hours are shown, the day of the plant',
      '2026-06-30T22:30:00.000Z',
      null,
      '0',
      '2026-07-01',
      '2026-07-02',
    ],
  ])('%s', (_name, data_ordine, ore_previste, timed, from, until) => {
    const setting = (code: string) => ({ OdlConTimestamp: timed, FusoOrario: 'Europe/Rome' })[code];
    expect(spanOf({ data_ordine, ore_previste }, setting)).toEqual({ from, until, days: from.length === 10 });
  });

  it('of nobody with any work is still a calendar', () => {
    const { calendar, events } = read(
      calendarText({ name: 'Officina, prova', zone: 'Europe/Rome', events: [] }),
    );
    expect([propertyOf(calendar, 'VERSION'), propertyOf(calendar, 'X-WR-CALNAME'), events]).toEqual([
      '2.0',
      'Officina, prova',
      [],
    ]);
  });
});

describe('the feed of a technician', () => {
  let demo: Plant;
  let technician: Client;
  let admin: Client;
  let nobody: Client;
  let path = '';
  let me = 0;
  const ids: Record<string, number> = {};
  const NOTE = 'Portare: chiave 17, olio; filtro\nAttenzione à 400 V';
  const LONG = `Sostituzione della guarnizione è urgente, perché perde; ${'àèìòù '.repeat(20)}`.trim();

  beforeAll(async () => {
    demo = await plant();
    [technician, admin, nobody] = await Promise.all([
      demo.as('RIFTEC'),
      demo.as('SUADMIN'),
      demo.as('nobody'),
    ]);
    me = await demo.idOf('utente', { mail: 'tecnico@officina.example' });
    for (const code of ['AP', 'AS', 'CH', 'AN']) ids[code] = await demo.idOf('stato', { codice: code });
    ids.type = await demo.idOf('odl/tipoGuasto', { codice: 'GUA' });
    await demo.database.query('update odl set id_tecnico = null where id_tecnico = $1', [me]);
  });
  afterAll(() => demo.close());

  async function planned(more: Row, asset = 'FOL-L1-CF'): Promise<Row> {
    const values: Row = {
      codice: `CAL-${more.descrizione}`.slice(0, 20),
      id_oggetto: await demo.idOf('oggetto', { codice: asset }),
      id_stato: ids.AS,
      id_tipo_guasto: ids.type,
      priorita: 2,
      id_tecnico: me,
      data_ordine: '2026-03-29T22:00:00Z',
      ...more,
    };
    const names = Object.keys(values);
    const { rows } = await demo.database.query<Row>(
      `insert into odl (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id, codice`,
      Object.values(values),
    );
    return rows[0]!;
  }
  const feed = async (headers?: Record<string, string>) => nobody.get(path, { headers });
  const events = async (): Promise<Component[]> => read((await feed()).data).events;
  const eventOf = async ({ id }: Row): Promise<Component | undefined> =>
    (await events()).find((event) => propertyOf(event, 'UID')?.startsWith(`intervento-${id}-`));

  it('has an address on request: shown once, stored as a hash', async () => {
    expect(await technician.get('/calendario')).toMatchObject({ status: 200, data: null });
    const made = await technician.post('/calendario', undefined, { language: 'it' });
    expect(made).toMatchObject({ status: 200, data: { letto: null } });
    expect(made.data.link).toMatch(/^https?:\/\/[^/]+\/api\/cmms\/calendario\/ofc_[\w-]{43}\.ics$/);
    path = new URL(made.data.link).pathname;
    const { data } = await technician.get('/calendario');
    expect(data).toEqual({ inizio: made.data.inizio, creato: made.data.creato, letto: null });
    const { rows } = await demo.database.query<Row>('select * from calendario');
    expect(JSON.stringify(rows)).not.toContain(path.slice(-20, -4));
    expect(await admin.get('/calendario')).toMatchObject({ data: null });
  });

  it('contains the work that a calendar shows, with accents, commas and line breaks', async () => {
    const row = await planned({ descrizione: LONG, note: NOTE, ore_previste: 2.5 });
    const reply = await feed();
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, max-age=300' },
    });
    const event = (await eventOf(row))!;
    expect(event.find(({ name }) => name === 'DTSTART')).toEqual({
      name: 'DTSTART',
      parameters: { VALUE: 'DATE' },
      value: '20260330',
    });
    expect(propertyOf(event, 'DTEND')).toBe('20260331');
    expect(propertyOf(event, 'SUMMARY')).toBe(`${row.codice} ${LONG}`);
    expect(propertyOf(event, 'DESCRIPTION')).toContain(
      'Stato: Assegnato\nTipo: Guasto\nPriorità: Media\nOre previste: 2,5\n\n',
    );
    expect(propertyOf(event, 'DESCRIPTION')).toContain(NOTE);
    expect(propertyOf(event, 'LOCATION')).toMatch(/^FOL-L1-CF - /);
    expect(propertyOf(event, 'URL')).toMatch(new RegExp(`^https?://.+/dettaglio-odl/${row.id}$`));
    expect(propertyOf(event, 'STATUS')).toBe('CONFIRMED');
    expect((await technician.get('/calendario')).data.letto).not.toBeNull();
  });

  it('ranks priorities as calendars do, from 1, the highest, to 9', async () => {
    const priorities: (string | undefined)[] = [];
    for (const priorita of [1, 2, 3])
      priorities.push(
        propertyOf(
          (await eventOf(await planned({ descrizione: `urgenza ${priorita}`, priorita })))!,
          'PRIORITY',
        ),
      );
    expect(priorities).toEqual(['9', '5', '1']);
  });

  it('is in the language of the page that made its address', async () => {
    const row = await planned({ descrizione: 'in inglese', priorita: 3, ore_previste: 1.5 });
    const make = async (language: 'it' | 'en') =>
      new URL((await technician.post('/calendario', undefined, { language })).data.link).pathname;
    path = await make('en');
    expect(propertyOf((await eventOf(row))!, 'DESCRIPTION')).toBe(
      'State: Assigned\nType: Failure\nPriority: High\nPlanned hours: 1.5',
    );
    path = await make('it');
  });

  it('names an asset without a code by its description', async () => {
    const row = await planned({ descrizione: 'senza codice' }, 'FOL-L1-PR');
    const { rows } = await demo.database.query<Row>(
      "update oggetto set codice = null where codice = 'FOL-L1-PR' returning id, descrizione",
    );
    expect(propertyOf((await eventOf(row))!, 'LOCATION')).toBe(rows[0]!.descrizione);
    await demo.database.query("update oggetto set codice = 'FOL-L1-PR' where id = $1", [rows[0]!.id]);
  });

  it('contains instants if the plant uses hours, before and after a clock change', async () => {
    const before = await planned({
      descrizione: 'prima',
      data_ordine: '2026-10-24T06:00:00Z',
      ore_previste: 2.5,
    });
    const after = await planned({ descrizione: 'dopo', data_ordine: '2026-10-26T07:00:00Z' });
    const setting = await demo.idOf('parametro', { codice: 'OdlConTimestamp' });
    await admin.put(`/parametro/${setting}`, { valore: '1' });
    const [one, other] = [(await eventOf(before))!, (await eventOf(after))!];
    expect([propertyOf(one, 'DTSTART'), propertyOf(one, 'DTEND')]).toEqual([
      '20261024T060000Z',
      '20261024T083000Z',
    ]);
    expect([propertyOf(other, 'DTSTART'), propertyOf(other, 'DTEND')]).toEqual([
      '20261026T070000Z',
      '20261026T080000Z',
    ]);
    await admin.put(`/parametro/${setting}`, { valore: '0' });
  });

  it('keeps finished work for thirty days: done, and cancelled', async () => {
    const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    const done = await planned({ descrizione: 'chiuso', id_stato: ids.CH, data_fine: ago(29) });
    const old = await planned({ descrizione: 'chiuso da tempo', id_stato: ids.CH, data_fine: ago(31) });
    const off = await planned({ descrizione: 'annullato', id_stato: ids.AN });
    expect(propertyOf((await eventOf(done))!, 'SUMMARY')).toMatch(/^✓ /);
    expect(propertyOf((await eventOf(done))!, 'TRANSP')).toBe('TRANSPARENT');
    expect(await eventOf(old)).toBeUndefined();
    expect(propertyOf((await eventOf(off))!, 'STATUS')).toBe('CANCELLED');
  });

  it('keeps the events nearest to now, and ignores impossible years', async () => {
    const today = await planned({ descrizione: 'oggi', data_ordine: new Date().toISOString() });
    const far = await planned({ descrizione: 'mai', data_ordine: '9999-12-31T10:00:00Z' });
    const long = await planned({ descrizione: 'lungo', ore_previste: 99_000_000 });
    await demo.database.query(
      `insert into odl (codice, id_oggetto, id_stato, id_tipo_guasto, priorita, id_tecnico, data_ordine, descrizione)
       select 'LONTANO-' || n, o.id_oggetto, o.id_stato, o.id_tipo_guasto, 2, o.id_tecnico,
         timestamptz '2060-01-01' + n * interval '1 hour', 'lontano'
       from odl o, generate_series(1, 2100) n where o.id = $1`,
      [today.id],
    );
    const all = await events();
    const has = ({ id }: Row) =>
      all.find((event) => propertyOf(event, 'UID')?.startsWith(`intervento-${id}-`));
    expect(all).toHaveLength(2000);
    expect([has(today) !== undefined, has(far)]).toEqual([true, undefined]);
    // Calendars look at most a month ahead.
    expect(propertyOf(has(long)!, 'DTEND')).toBe('20260430');
    await demo.database.query("delete from odl where codice like 'LONTANO-%'");
  });

  it('contains what its owner may see now, and no work of others', async () => {
    const others = await planned({ descrizione: 'di altri', id_tecnico: null });
    const far = await planned({ descrizione: 'altrove' });
    await demo.database.query(
      `update odl set id_oggetto = (select a.id from oggetto a where a.id_organizzazione <> 1 and not exists
         (select 1 from utente_organizzazione l where l.id_utente = $2 and l.id_organizzazione in (1, a.id_organizzazione))
         limit 1) where id = $1`,
      [far.id, me],
    );
    expect(await demo.count(`odl where id = ${far.id} and id_oggetto is not null`)).toBe(1);
    expect(await eventOf(others)).toBeUndefined();
    expect(await eventOf(far)).toBeUndefined();
  });

  it('is not sent again if unchanged, and keeps the ids of changed events', async () => {
    const row = await planned({ descrizione: 'che cambia' });
    const first = await feed();
    const etag = String(first.headers.etag);
    const same = await feed({ 'if-none-match': `W/${etag}` });
    expect([same.status, same.data]).toEqual([304, '']);
    const before = (await eventOf(row))!;
    const changed = await admin.put(`/odl/${row.id}`, { data_ordine: '2026-05-05T22:00:00Z' });
    expect(changed.status, changed.description).toBe(200);
    expect((await feed({ 'if-none-match': etag })).status).toBe(200);
    const after = (await eventOf(row))!;
    expect(propertyOf(after, 'UID')).toBe(propertyOf(before, 'UID'));
    expect(propertyOf(after, 'DTSTART')).toBe('20260506');
    expect(Number(propertyOf(after, 'SEQUENCE'))).toBeGreaterThan(Number(propertyOf(before, 'SEQUENCE')));
  });

  const signedInAgain = async (): Promise<Client> => {
    const body = { username: 'tecnico@officina.example', pwd: DEMO_PASSWORD };
    return client(demo.app, (await nobody.post('/utente/login', body)).data.access_token);
  };

  it('ends at its old address after a new one, a deactivation, or a revocation', async () => {
    const old = path;
    const renewed = await technician.post('/calendario', undefined, { language: 'en' });
    path = new URL(renewed.data.link).pathname;
    expect((await nobody.get(old)).status).toBe(404);
    expect(propertyOf((await events())[0]!, 'DESCRIPTION')).toMatch(/^State: /);
    expect((await admin.put(`/utente/${me}`, { attivo: 0 })).status).toBe(200);
    expect((await feed()).status).toBe(404);
    expect((await admin.put(`/utente/${me}`, { attivo: 1 })).status).toBe(200);
    expect((await feed()).status).toBe(200);
    // The deactivation ended their session.
    const again = await signedInAgain();
    const revoked = await again.del('/calendario');
    expect(revoked.status, revoked.description).toBe(200);
    expect((await feed()).status).toBe(404);
    expect((await again.del('/calendario')).status).toBe(404);
  });

  it('cannot be guessed, and valid feeds are answered during guessing', async () => {
    const again = await signedInAgain();
    path = new URL((await again.post('/calendario')).data.link).pathname;
    let status = 404;
    for (let round = 0; round < 25 && status === 404; round++)
      status = (await nobody.get(`/calendario/ofc_${round}.ics`)).status;
    expect(status).toBe(429);
    expect((await feed()).status).toBe(200);
  });
});
