/** Offered states are accepted: for random interventions, users and plants, the same in every run. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Family } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { Client } from '../plant/plant.ts';
import { OTHER_TECHNICIAN, TECHNICIAN, type Workshop, workshop } from './workshop.ts';

let shop: Workshop;
const clients: [Family, Client][] = [];

beforeAll(async () => {
  shop = await workshop();
  for (const family of ['SUADMIN', 'SUPER', 'RIFTEC', 'RESP'] as const)
    clients.push([family, await shop.as(family)]);
  const field = { id_classe: -1, visibile: 1, editabile: 1, obbligatorio: 1 };
  const made = await shop.admin.post('/odl/campo/', {
    ...field,
    campo_tabella: 'campo_str6',
    label: 'Numero ordine',
  });
  expect(made.status).toBe(200);
  await run("update stato set richiedi_firma_rapportino = 1 where codice in ('SO', 'FA')");
  await run(
    `insert into stato_struttura (id_stato_padre, id_stato, id_ruolo, id_tipo_intervento)
     select a.id, b.id, -1, -1 from stato a, stato b where (a.codice, b.codice) in (('IC', 'FA'), ('SO', 'AP'))`,
  );
});
afterAll(() => shop.close());

const run = (sql: string, values: unknown[] = []) => shop.demo.database.query<Row>(sql, values);

/** Mulberry32: the same numbers from the same seed. */
function chance(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { one: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!, next };
}

/** Copies a demo intervention with random changes; again for each state. */
const copied = (original: number, more: Row): Promise<number> =>
  shop.copied(original, { ...more, id_manutenzione: null, data_ori_manutenzione: null });

const ROUNDS = 60;

it('have no reason against them if and only if they are accepted [I2, odl-states-source, odl-state-buttons]', async () => {
  const { one, next } = chance(20_261_123);
  const originals = (await run('select id from odl order by id')).rows.map(({ id }) => id as number);
  const states = (await run('select id, codice from stato order by id')).rows;
  const types = (await run("select id from odl_tipoguasto where codice <> '*' order by id")).rows;
  const { ids } = shop;
  const counted = { accepted: 0, refused: 0, reportRequired: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const [family, who] = one(clients);
    const [withReports, notified] = [one(['0', '1', '1']), one(['0', '2'])];
    await shop.set('RappValidCambioStat', withReports);
    await shop.set('UserMailNotif', notified);
    const original = one(originals);
    const state = one(states);
    const more: Row = {
      id_stato: state.id,
      id_tecnico: one([null, ids[TECHNICIAN], ids[OTHER_TECHNICIAN]]),
      ...(next() < 0.85 && { campo_str6: 'A-1', campo_nota1: 'Usura', campo_float1: 0 }),
      ...(next() < 0.1 && { campo_str6: null }),
      ...(next() < 0.2 && { data_inizio: '2099-01-01T08:00:00Z' }),
    };
    const type = next() < 0.5 ? one(types).id : undefined;
    const probed = await copied(original, more);
    const query = type === undefined ? '' : `&idTipo=${type}`;
    const offer = await who.get(`/stato/?idOdl=${probed}&mostraNegati=1${query}`);
    const offered = new Map(
      ((offer.status === 200 ? offer.data : []) as Row[]).map((row) => [row.id, row] as const),
    );
    for (const to of states.filter(({ id }) => id !== state.id)) {
      const id = await copied(original, more);
      const answer = await who.put(`/odl/${id}`, {
        id_stato: to.id,
        ...(type !== undefined && { id_tipo_guasto: type }),
      });
      const offeredState = offered.get(to.id);
      const case_ = `${round}: ${family}, ${original} from ${state.codice} to ${to.codice}: ${JSON.stringify({ more, type, reasons: offeredState?.motivi, answer: [answer.status, answer.result, answer.description] })}`;
      expect(answer.status, case_).toBeLessThan(500);
      const accepted = answer.status === 200 && answer.result === 0;
      expect(accepted, case_).toBe(
        offeredState !== undefined && (offeredState.motivi as string[]).length === 0,
      );
      if (answer.result === -11) expect(offeredState?.regole, case_).toEqual(['report-missing']);
      counted[accepted ? 'accepted' : answer.result === -11 ? 'reportRequired' : 'refused'] += 1;
    }
  }
  // The random cases cover everything.
  const { accepted, refused, reportRequired } = counted;
  expect(Math.min(accepted, refused), JSON.stringify(counted)).toBeGreaterThan(10);
  expect(reportRequired, JSON.stringify(counted)).toBeGreaterThan(1);
});
