/**
 * `npm run check:stock`: prints nothing if the sums are right, and each difference otherwise, on the engine of the
 * run.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/database/engine.ts';
import { checkStock, reportOf } from '../../../server/domains/stock/check.ts';
import { program } from '../../processes/program.ts';
import { testPlace } from '../plant/database.ts';
import { log, type Place, type Template } from '../plant/templates.ts';
import { type Store, store } from './store.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

let plant: Store;
let part: number;
let warehouse: number;
beforeAll(async () => {
  plant = await store();
  [part, warehouse] = [await plant.part({ codice: 'CHK-1' }), await plant.warehouse({ codice: 'CHK' })];
  await plant.move(part, warehouse, 10, { descrizione_ubicazione: 'Qui', descrizione_lotto: 'L-9' });
  await plant.move(part, warehouse, 4);
  await plant.move(part, warehouse, -4);
});
afterAll(() => plant.close());

const said = async () => reportOf(await checkStock(plant.demo.database));

describe('the check of stock', () => {
  it('reports that all is well', async () => {
    expect(await said()).toMatch(
      /^All \d+ balances are the sum of their movements \(\d+\)\.\nAll \d+ withdrawals and \d+ reservations are what their movements come to\.$/,
    );
  });

  it.each([
    [
      'update giacenza set quantita = 9.99 where id_ubicazione is not null',
      'CHK-1 in CHK, location Qui, lot L-9: the balance is 9.99, its movements come to 10',
    ],
    [
      'update giacenza set quantita = 1 where id_ubicazione is null',
      'CHK-1 in CHK: the balance is 1, its movements come to 0',
    ],
    [
      'delete from giacenza where id_ubicazione is not null',
      'CHK-1 in CHK, location Qui, lot L-9: the balance is 0, its movements come to 10',
    ],
  ])('names a wrong balance: %s', async (damage, sentence) => {
    const { database } = plant.demo;
    await expect(
      database.transaction(async (transaction) => {
        await transaction.query(`${damage} and id_ricambio = ${part}`);
        const report = reportOf(await checkStock(transaction));
        expect(report).toContain(sentence);
        expect(report).toMatch(/\n1 of \d+ balances are not the sum of their movements \(\d+\)\.\nAll /);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
  });

  it('finds movements without a balance', async () => {
    const other = await plant.warehouse({ codice: 'ALTRO' });
    const lost = plant.demo.database.transaction(async (transaction) => {
      await transaction.query(
        'insert into movimentazione (id_ricambio, id_magazzino_a, quantita) values ($1, $2, 2.5)',
        [part, other],
      );
      const report = reportOf(await checkStock(transaction));
      expect(report).toContain('CHK-1 in ALTRO: the balance is 0, its movements come to 2.5');
      throw new Error('undone');
    });
    await expect(lost).rejects.toThrow('undone');
  });
});

describe('the withdrawals of interventions', () => {
  let ids: { odl: number; withdrawal: number; reservation: number };
  beforeAll(async () => {
    const odl = await plant.intervention(await plant.asset('CHK-OGG'), { code: 'ODL-CHK' });
    const shelf = (await plant.stock(part)).find((row) => row.descrizione_ubicazione === 'Qui')!;
    const { id_ubicazione, id_lotto } = shelf;
    const taken = { id_ricambio: part, id_magazzino: warehouse, id_ubicazione, id_lotto };
    const send = async (path: string, body: object) => {
      const answer = await plant.admin.post(`/odl/${odl}/${path}/`, body);
      expect(answer.status, answer.description).toBe(200);
      return answer.data;
    };
    // Withdrawn before the reservation, which does not count, and returned to another place.
    await send('ricambio', { ...taken, quantita: -2 });
    const reservation = (await send('prenotazione', { id_ricambio: part, quantita: 3 })).id;
    await send('ricambio', { ...taken, quantita: -4 });
    await send('ricambio', { ...taken, quantita: 1 });
    const withdrawal = (
      await send('ricambio', {
        id_ricambio: part,
        id_magazzino: warehouse,
        id_ubicazione: null,
        quantita: 0.5,
      })
    ).id_prelievo;
    ids = { odl, withdrawal, reservation };
  });

  it('equal the movements, whatever was returned and reserved when', async () => {
    const { withdrawal, reservation } = ids;
    const storedSum = async (sql: string, id: number) =>
      (await plant.demo.database.query<{ q: number }>(`select ${sql} = $1`, [id])).rows[0]!.q;
    expect(await storedSum('quantita as q from odl_prelievo where id_prelievo', withdrawal)).toBe(4.5);
    expect(await storedSum('quantita_prelevata as q from prenotazione where id', reservation)).toBe(2.5);
    expect(await said()).toMatch(/^All .*\nAll .*\.$/);
  });

  it.each([
    [
      'update odl_prelievo set quantita = quantita + 1 where id_prelievo = :withdrawal',
      'ODL-CHK, CHK-1 in CHK, location Qui, lot L-9, withdrawal :withdrawal: what was withdrawn is 5.5, its movements come to 4.5',
      1,
    ],
    [
      'delete from odl_prelievo where id_prelievo = :withdrawal',
      'ODL-CHK, CHK-1 in CHK, location Qui, lot L-9, no withdrawal: what was withdrawn is 0, its movements come to 4.5',
      1,
    ],
    [
      'update odl_prelievo set id_lotto = null where id_prelievo = :withdrawal',
      'ODL-CHK, CHK-1 in CHK, location Qui, withdrawal :withdrawal: what was withdrawn is 4.5, its movements come to 0',
      2,
    ],
    [
      'update prenotazione set quantita_prelevata = 0 where id = :reservation',
      'ODL-CHK, CHK-1, reservation :reservation: what of it was withdrawn is 0, its movements come to 2.5',
      1,
    ],
    [
      'update prenotazione set quantita_prelevata = null where id = :reservation',
      'ODL-CHK, CHK-1, reservation :reservation: what of it was withdrawn is 0, its movements come to 2.5',
      1,
    ],
  ])('is named where it is not: %s', async (damage, sentence, wrong) => {
    const filled = (text: string) =>
      text.replace(':withdrawal', `${ids.withdrawal}`).replace(':reservation', `${ids.reservation}`);
    await expect(
      plant.demo.database.transaction(async (transaction) => {
        await transaction.query(filled(damage));
        const report = reportOf(await checkStock(transaction));
        expect(report.split('\n')).toContain(filled(sentence));
        expect(report).toMatch(
          new RegExp(`\n${wrong} of \\d+ withdrawals and \\d+ reservations are not what`),
        );
        expect(report).toContain('\nAll ');
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
  });

  it('are recounted by time if older movements do not name their reservation', async () => {
    const lost = plant.demo.database.transaction(async (transaction) => {
      await transaction.query('alter table movimentazione disable trigger user');
      await transaction.query('update movimentazione set id_prenotazione = null where id_odl = $1', [
        ids.odl,
      ]);
      expect((await checkStock(transaction)).differences).toEqual([]);
      throw new Error('undone');
    });
    await expect(lost).rejects.toThrow('undone');
  });
});

describe('the command', () => {
  const run = ({ folder, url }: Pick<Place, 'folder' | 'url'>) => {
    const args = [...program('server/check-stock.ts'), ...(folder ? ['--data', folder] : [])];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url ?? '' },
    });
    return { status, said: stdout + stderr };
  };
  const at = async <T>(template: Template, work: (place: Place) => Promise<T>): Promise<T> => {
    const place = await testPlace(template);
    try {
      return await work(place);
    } finally {
      await place.remove();
    }
  };

  it('ends with 0 on a consistent plant, and with 1 on an inconsistent one', () =>
    at('demo', async (place) => {
      expect(run(place)).toMatchObject({ status: 0, said: expect.stringMatching(/^All \d+ balances/) });
      const database = await openDatabase({ ...place, log });
      const damage = `with r as (select min(id) as id from ricambio), m as (select min(id) as id from magazzino)
        insert into giacenza (id_ricambio, id_magazzino, id_lotto, quantita) select r.id, m.id, null, 77.5 from r, m
        on conflict (id_ricambio, id_magazzino, id_ubicazione, id_lotto) do update set quantita = 77.5`;
      await database.query(damage);
      await database.close();
      expect(run(place)).toMatchObject({ status: 1, said: expect.stringContaining('the balance is 77.5') });
    }));

  it('ends with 1 if only a sum other than a balance is wrong', () =>
    at('demo', async (place) => {
      const database = await openDatabase({ ...place, log });
      await database.query(
        'update prenotazione set quantita_prelevata = 77.5 where id = (select min(id) from prenotazione)',
      );
      await database.close();
      const found = run(place);
      expect(found.said).toMatch(
        /reservation \d+: what of it was withdrawn is 77.5, its movements come to 0\n/,
      );
      expect(found.status).toBe(1);
    }));

  it('ends with 2 if there is nothing to check', async () => {
    const nowhere = mkdtempSync(join(tmpdir(), 'officina-nothing-'));
    expect(run({ folder: nowhere })).toMatchObject({ status: 2, said: expect.stringContaining('no plant') });
    rmSync(nowhere, { recursive: true });
    await at('empty', async (place) => {
      expect(run(place)).toMatchObject({ status: 2, said: expect.stringContaining('no stock yet') });
    });
  });
});
