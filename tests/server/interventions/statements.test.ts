/**
 * The number of statements of every call of this area, with one linked row and with twenty. The reads come from the
 * list of calls; a new call without a row here fails.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { png } from '../../files/sample-files.ts';
import { send } from '../documents/records.ts';
import type { Answer, Client } from '../plant/plant.ts';
import { crowd, done, type Ids, MANY, oneOfEverything } from './crowd.ts';
import { type Works, works } from './works.ts';
import { listened } from './workshop.ts';

/** Statements, including the start and end of the transaction. */
const MAX_READ = 9;
/** The contents of a job report are all that belongs to an intervention: parts, times, costs, checklist, files. */
const MAX_CONTENTS_READ = 12;
/**
 * A follow-up also writes to the history of the original intervention, which takes one more statement than other
 * writes.
 */
const MAX_WRITTEN = 19;
const MOST_OF_A_STATE = 12;
/** With a job report, its contents are read again and compared; the people of the intervention get news. */
const MAX_WITH_REPORT = 16;
const MAX_PART_READ = 7;
const AREA = /^\/(odl|commento|camporeport|rapportini|stato|prenotazione|checklist)(\/|$)/;
/** Stays open and sends events. */
const STREAM = '/odl/:id/novita';

/** The key of `ids` for a parameter, by the preceding path. */
const PARAMETERS: Record<string, string> = {
  '/odl/': 'odl',
  '/odl/storico/': 'odl',
  '/odl/template/': 'odl_classe',
  '/odl/campo/': 'odl_campo',
  '/odl/classe/': 'odl_classe',
  '/odl/tipoGuasto/': 'odl_tipoguasto',
  '/odl/costo/': 'odl_costo',
  '/odl/checklist/': 'odl_checklist',
  '/odl/checklist/:id/documento/': 'odl_checklist_documento',
  '/odl/checklist/documento/': 'odl_checklist_documento',
  '/odl/prelievo/': 'odl_prelievo',
  '/odl/documento/': 'odl_documento',
  '/odl/documento/cartella/': 'odl_documento_cartella',
  '/odl/:id/costo/': 'odl_costo',
  '/odl/:id/documento/': 'odl_documento',
  '/odl/:id/prelievo/': 'odl_prelievo',
  '/odl/:id/prelievo-header/': 'odl_prelievo',
  '/odl/:id/ricambio/': 'odl_prelievo',
  '/odl/:id/prenotazione/': 'prenotazione',
  '/prenotazione/': 'prenotazione',
  '/commento/': 'commento',
  '/commento/intervento/': 'odl',
  '/camporeport/': 'camporeport',
  '/checklist/': 'checklist',
  '/checklist/voce/': 'checklist_voce',
  '/checklist/relazione/': 'checklist_relazione',
  '/stato/': 'stato',
  '/stato/struttura/': 'stato_struttura',
  '/rapportini/odl/': 'odl',
  '/rapportini/firme/': 'tecnico',
  '/rapportini/firme/:tipo/odl/': 'odl',
  '/rapportini/verifica/': 'codice',
};

/** Reads whose result depends on the query; {names} as above. */
const REQUESTS = [
  '/odl/?pag=1&max_rows=100&mostraChiusi=1',
  '/odl/?pag=1&max_rows=100&sort=tecnico,DESC',
  '/odl/?pag=-1&idInterventoOriginale={odl}',
  '/odl/?pag=1&idOggetto={oggetto}&aggiungiFigli=1&filtro=Lavoro',
  '/odl/?pag=1&idRicambio={ricambio}&tipoColore=3',
  '/odl/?pag=1&scaduti=1&assegnati=1',
  '/odl/download/?mostraChiusi=1',
  '/odl/statistica/?tipo=1',
  '/odl/statistica/?tipo=2',
  '/odl/statistica/?tipo=3',
  '/odl/tecnico/?idOggetto={oggetto}',
  '/utente/?idOggetto={oggetto}',
  '/costo/?idOdl={odl}',
  '/stato/?idOdl={odl}',
  '/stato/?idOdl={odl}&mostraNegati=1',
  '/stato/?idOdl=-1&idTipo={odl_tipoguasto}',
  '/stato/?all=1',
  '/ricambio/prenotazione/?pag=1',
  '/oggetto/{oggetto}/',
];

let plant: Works;
let ids: Ids;

beforeAll(async () => {
  plant = await works();
  ids = await oneOfEverything(plant);
});
afterAll(() => plant.close());

const filled = (address: string): string => address.replaceAll(/\{(\w+)\}/g, (_, name) => String(ids[name]));

/** Returns an address with its parameters; undefined for an unknown parameter. */
function addressOf(path: string): string | undefined {
  let isComplete = true;
  const address = path.replaceAll(/:\w+/g, (_, at) => {
    const id = ids[PARAMETERS[path.slice(0, at)] ?? ''];
    isComplete &&= id !== undefined;
    return String(id);
  });
  return isComplete ? address : undefined;
}

const reads = (): string[] =>
  plant.demo.app.calls
    .filter(({ method, path }) => method === 'GET' && AREA.test(path) && path !== STREAM)
    .map(({ path }) => path);

const said = (call: () => Promise<Answer>) => listened(plant.demo.database, call);

async function figures(who: Client): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const address of [...reads().map((path) => addressOf(path)!), ...REQUESTS.map(filled)]) {
    const { answer, texts } = await said(() => who.get(address));
    expect(answer.status, `${address}: ${answer.description}`).toBeLessThan(404);
    found.set(address, `${answer.status}, ${texts.length} statements`);
  }
  return found;
}

interface Write {
  name: string;
  make: () => Promise<Answer>;
}

/** Runs all writes below an intervention, and reverts them. */
async function writes(who: Client): Promise<Map<string, number>> {
  const [below, comments] = [`/odl/${ids.odl}`, `/commento/intervento/${ids.odl}`];
  const made: Row = {};
  const { tipo } = (await who.get(`${below}/costo/`)).data[0];
  const spare = await plant.part();
  done(await plant.move(spare, ids.magazzino as number, 10));
  const file = [['due.png', png(7)]] as [string, Buffer][];
  const day: Write[] = [
    { name: 'a note', make: () => who.put(below, { note: `${Math.random()}` }) },
    { name: 'a state', make: () => who.put(below, { id_stato: ids.stato }) },
    {
      name: 'a tick',
      make: () => who.put(`${below}/checklist/${ids.odl_checklist}`, { note: `${Math.random()}` }),
    },
    {
      name: 'a cost',
      make: () => who.post(`${below}/costo/`, { descrizione: 'y', tipo, quantita: 1, costo: 2, flag: 1 }),
    },
    { name: 'another cost', make: () => who.put(`${below}/costo/${made['a cost']}`, { quantita: 3 }) },
    { name: 'no cost', make: () => who.del(`${below}/costo/${made['a cost']}`) },
    { name: 'a comment', make: () => who.post(comments, { testo: 'y' }) },
    { name: 'another comment', make: () => who.put(`/commento/${made['a comment']}`, { testo: 'z' }) },
    { name: 'no comment', make: () => who.del(`/commento/${made['a comment']}`) },
    {
      name: 'a reservation',
      make: () => who.post(`${below}/prenotazione/`, { id_ricambio: spare, quantita: 2 }),
    },
    {
      name: 'another reservation',
      make: () => who.put(`${below}/prenotazione/${made['a reservation']}`, { quantita: 3 }),
    },
    { name: 'no reservation', make: () => who.del(`${below}/prenotazione/${made['a reservation']}`) },
    {
      name: 'a withdrawal',
      make: () =>
        who.post(`${below}/ricambio/`, {
          id_ricambio: spare,
          quantita: -2,
          id_magazzino: ids.magazzino,
          ubicazione_lotto: '-',
        }),
    },
    {
      name: 'another withdrawal',
      make: () => who.put(`${below}/prelievo/${made['a withdrawal']}`, { quantita: 1 }),
    },
    { name: 'no withdrawal', make: () => who.del(`${below}/prelievo/${made['a withdrawal']}`) },
    {
      name: 'a document',
      make: () => send(who, `${below}/documento/?idCartella=${ids.odl_documento_cartella}`, file),
    },
    { name: 'no document', make: () => who.del(`${below}/documento/${made['a document']}`) },
    {
      name: 'a follow-up with all but its parts',
      make: () =>
        who.post(`${below}/followup/`, {
          descrizione: 'x',
          id_stato: ids.open,
          copy_prenotazioni: 1,
          copy_costi: 1,
          copy_checklist: 1,
        }),
    },
  ];
  const found = new Map<string, number>();
  for (const { name, make } of day) {
    const { answer, texts } = await said(make);
    done(answer);
    made[name] = answer.data?.id ?? answer.data?.id_prelievo;
    found.set(name, texts.length);
  }
  await plant.one('update odl set id_stato = $2 where id = $1 returning id', [ids.odl, ids.assigned]);
  return found;
}

it('has a row for every read call of the area', () => {
  expect(reads().filter((path) => addressOf(path) === undefined)).toEqual([]);
});

/** The number of statements does not grow with the rows. */
describe('with twenty rows where there was one', () => {
  const count = async () => ({
    administrator: await figures(plant.people.SUADMIN),
    technician: await figures(plant.people.RIFTEC),
    writing: await writes(plant.people.SUADMIN),
  });
  let one: Awaited<ReturnType<typeof count>>;

  beforeAll(async () => {
    // Fills caches first; and written rows need an author, a file and a follow-up.
    await writes(plant.people.SUADMIN);
    await plant.demo.database.query('update odl set campo_file1 = $2 where id_intervento_originale = $1', [
      ids.odl,
      ids.odl_documento,
    ]);
    one = await count();
    await crowd(plant, ids);
  });

  it.each(['administrator', 'technician'] as const)(
    'every read of a %s needs the same number',
    async (who) => {
      const person = plant.people[who === 'technician' ? 'RIFTEC' : 'SUADMIN'];
      expect(await figures(person)).toEqual(one[who]);
      for (const [address, figure] of one[who])
        expect(Number(/(\d+) st/.exec(figure)![1]), address).toBeLessThanOrEqual(
          address.endsWith('/contenuto') ? MAX_CONTENTS_READ : MAX_READ,
        );
    },
  );

  it('every write needs the same number, and not many', async () => {
    expect(await writes(plant.people.SUADMIN)).toEqual(one.writing);
    expect(Math.max(...one.writing.values())).toBeLessThanOrEqual(MAX_WRITTEN);
    expect(one.writing.get('a state')).toBeLessThanOrEqual(MAX_WITH_REPORT);
  });

  it('a change of many at once needs the same number per row', async () => {
    const { rows } = await plant.demo.database.query<{ id: number }>(
      'select id from odl where id_intervento_originale = $1 and id_stato = $2 order by id',
      [ids.odl, ids.assigned],
    );
    const change = async (some: { id: number }[], id_stato: unknown): Promise<number> => {
      const path = `/odl/${some.map(({ id }) => id).join(',')}`;
      const { answer, texts } = await said(() => plant.admin.put(path, { id_stato }));
      expect(answer.data).toEqual(some.map(({ id }) => expect.objectContaining({ id, result: 0 })));
      return texts.length / some.length;
    };
    expect(rows.length).toBeGreaterThan(MANY / 2);
    const two = await change(rows.slice(0, 2), ids.stato);
    expect(await change(rows.slice(2), ids.stato)).toBe(two);
    expect(two).toBeLessThanOrEqual(MOST_OF_A_STATE);
  });

  it('a follow-up with parts needs the same number per part', async () => {
    const follow = async (): Promise<number> => {
      const body = { descrizione: 'x', id_stato: ids.open, copy_ricambi: 1 };
      const { answer, texts } = await said(() => plant.admin.post(`/odl/${ids.odl}/followup/`, body));
      expect(done(answer).giacenzaErrors).toEqual([]);
      return texts.length;
    };
    await plant.demo.database.query('update odl set id_stato = $2 where id = $1', [ids.odl, ids.stato]);
    const twenty = await follow();
    await plant.demo.database.query(
      'delete from odl_prelievo where id_odl = $1 and id_prelievo not in (select id_prelievo from odl_prelievo where id_odl = $1 order by id_prelievo limit 2)',
      [ids.odl],
    );
    const two = await follow();
    await plant.demo.database.query('delete from odl_prelievo where id_odl = $1', [ids.odl]);
    const none = await follow();
    expect(twenty - none).toBe((MANY / 2) * (two - none));
    expect((two - none) / 2).toBeLessThanOrEqual(MAX_PART_READ);
  });
});
