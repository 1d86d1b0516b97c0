/**
 * A change writes one row; mails, events and news are made of it after the commit: none is lost, none is made twice, a
 * record's are in order, and they say what was true at the time of the change.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REPORTING } from '../../../server/domains/outbox/changes.ts';
import { queueMail } from '../../../server/domains/outbox/index.ts';
import type { Reporter } from '../../../server/domains/outbox/reporter.ts';
import { reportChanges } from '../../../server/domains/outbox/reporting.ts';
import { wake } from '../../../server/jobs/wake.ts';
import { OTHER_TECHNICIAN, TECHNICIAN } from '../interventions/workshop.ts';
import { type MailShop, mailShop } from './mail-shop.ts';

let shop: MailShop;
beforeAll(async () => {
  shop = await mailShop();
  const { ids } = shop;
  await shop.template({ subject: 'Nuovo', body: '$#$odl$#$', recipients: 'a@x.example' });
  await shop.template({ subject: 'Assegnato', id_stato: ids.AS, send_tecnico: 1, recipients: 'a@x.example' });
});
afterAll(() => shop.close());
beforeEach(() => shop.empty());

const run = (sql: string, values: unknown[] = []) => shop.demo.database.query(sql, values);

/** Reports no change until `release`. */
const hold = () => run("alter table cambiamento alter column prossimo set default now() + interval '1 hour'");
async function release(): Promise<void> {
  await run('alter table cambiamento alter column prossimo set default now()');
  await run('update cambiamento set prossimo = now()');
  wake(REPORTING);
}

const subjectsOf = async (id: unknown) =>
  (await shop.outbox(`id_odl = ${Number(id)}`)).map(({ oggetto, destinatario }) => [oggetto, destinatario]);

const newsOf = async (id: unknown) => {
  await shop.demo.reported();
  const { rows } = await run(
    'select n.tipo, u.mail from novita n join utente u on u.id = n.id_utente where n.id_odl = $1 order by n.id',
    [id],
  );
  return rows.map(({ tipo, mail }) => [tipo, mail]);
};

describe('a change', () => {
  it('writes one row, and no mail, event or news, in its transaction', async () => {
    await hold();
    const technician = shop.ids[TECHNICIAN];
    const { answer, texts } = await shop.statements(() =>
      shop.admin.post('/odl/', {
        ...{ id_oggetto: shop.ids['FOL-L1-CF'], id_stato: shop.ids.AS, id_tipo_guasto: shop.ids.GUA },
        ...{ descrizione: 'Una riga', id_tecnico: technician },
      }),
    );
    expect(answer.status, answer.description).toBe(200);
    expect(texts.filter((text) => /\b(cambiamento|posta|novita|webhook\w*)\b/.test(text))).toHaveLength(1);
    expect(await shop.demo.count('cambiamento')).toBe(1);
    await release();
    expect(await subjectsOf(answer.data.id)).toEqual([
      ['Assegnato', 'a@x.example'],
      ['Assegnato', TECHNICIAN],
    ]);
    expect(await newsOf(answer.data.id)).toEqual([['assegnato', TECHNICIAN]]);
  });

  it('is reported as it was, to the technician of that time, and in order [E1]', async () => {
    await hold();
    const { id } = await shop.raise({ descrizione: 'Perde olio' });
    await shop.move(id, 'AS', { id_tecnico: shop.ids[TECHNICIAN] });
    const later = { descrizione: 'Un altro testo', id_tecnico: shop.ids[OTHER_TECHNICIAN] };
    expect((await shop.admin.put(`/odl/${id}`, later)).status).toBe(200);
    await release();
    expect(await subjectsOf(id)).toEqual([
      ['Nuovo', 'a@x.example'],
      ['Assegnato', 'a@x.example'],
      ['Assegnato', TECHNICIAN],
    ]);
    expect((await shop.outbox("oggetto = 'Nuovo'"))[0]!.corpo).toBe('Perde olio');
    expect(await newsOf(id)).toEqual([
      ['assegnato', TECHNICIAN],
      ['assegnato', OTHER_TECHNICIAN],
    ]);
  });

  it('is reported only to users who may still read it then [E1]', async () => {
    await hold();
    const { id } = await shop.raise();
    await shop.move(id, 'AS', { id_tecnico: shop.ids[TECHNICIAN] });
    await run('update utente set attivo = 0 where mail = $1', [TECHNICIAN]);
    await release();
    expect(await subjectsOf(id)).toEqual([
      ['Nuovo', 'a@x.example'],
      ['Assegnato', 'a@x.example'],
    ]);
    expect(await newsOf(id)).toEqual([]);
    await run('update utente set attivo = 1 where mail = $1', [TECHNICIAN]);
  });

  it('that cannot be reported delays only later changes of its own record, and is tried again', async () => {
    await hold();
    const [broken, other] = [await shop.raise(), await shop.raise()];
    await shop.move(broken.id, 'AS', { id_tecnico: shop.ids[TECHNICIAN] });
    const first = 'id = (select min(id) from cambiamento)';
    await run(`update cambiamento set riga = riga || '{"id_oggetto": "?"}' where ${first}`);
    await run('alter table cambiamento alter column prossimo set default now()');
    await run('update cambiamento set prossimo = now()');
    wake(REPORTING);
    await expect.poll(() => shop.demo.count(`cambiamento where tentativi = 1 and ${first}`)).toBe(1);
    const written = 'select oggetto from posta where id_odl = $1';
    await expect.poll(async () => (await run(written, [other.id])).rows.length).toBe(1);
    expect((await run(written, [broken.id])).rows).toEqual([]);
    // The routine writes its message when it ends.
    const message = async () =>
      String((await run(`select messaggio from attivita where nome = '${REPORTING}'`)).rows[0]?.messaggio);
    await expect.poll(message).toContain('Cambiamenti da ritentare: 1');
    await run(
      `update cambiamento set riga = riga || jsonb_build_object('id_oggetto', $1::int) where ${first}`,
      [broken.id_oggetto],
    );
    await release();
    expect(await subjectsOf(broken.id)).toEqual([
      ['Nuovo', 'a@x.example'],
      ['Assegnato', 'a@x.example'],
      ['Assegnato', TECHNICIAN],
    ]);
  });

  it('of one record is reported before those of a batch that was written first [E1]', async () => {
    await hold();
    await run('delete from cambiamento');
    const several = [await shop.raise(), await shop.raise(), await shop.raise()];
    await run('delete from cambiamento');
    const path = `/odl/${several.map(({ id }) => id).join(',')}`;
    await shop.admin.put(path, { id_stato: shop.ids.AS, id_tecnico: shop.ids[TECHNICIAN] });
    const { id } = await shop.raise();
    await release();
    const first = (await shop.outbox()).map(({ id_odl, raccolta }) => [id_odl, raccolta !== null])[0];
    expect(first).toEqual([id, false]);
  });
});

/** A random number generator that repeats. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('on several servers that fail at random', () => {
  const RECORDS = 12;
  const CHANGES = 120;

  it.each([1, 2, 3])('each change is reported once, and in order for its record (%i)', async (seed) => {
    const { database } = shop.demo;
    const random = randomFrom(seed);
    const resource = `prova-${seed}`;
    const expected = new Map<number, string[]>();
    for (let n = 0; n < CHANGES; n++) {
      const record = Math.floor(random() * RECORDS);
      expected.set(record, [...(expected.get(record) ?? []), `${record} ${n}`]);
      await run('insert into cambiamento (risorsa, id_record, riga, lotto) values ($1, $2, $3, $4)', [
        ...[resource, record, JSON.stringify({ n }), random() < 0.5 ? 'batch' : null],
      ]);
    }
    const reporter: Reporter = {
      resource,
      columns: [],
      async report(transaction, changes) {
        for (const { record, row } of changes) {
          await queueMail(transaction, {
            ...{ to: [{ address: `${resource}@x.example` }], subject: `${record} ${row.n}`, body: '' },
            about: 'intervento',
          });
          if (random() < 0.03) throw new Error('a server died');
        }
      },
    };
    const server = async () => {
      while ((await shop.demo.count(`cambiamento where risorsa = '${resource}'`)) > 0) {
        await run('update cambiamento set prossimo = now() where risorsa = $1 and prossimo > now()', [
          resource,
        ]);
        await reportChanges({ database, reporters: [reporter], setting: () => '', goOn: () => undefined });
      }
    };
    await Promise.all([server(), server(), server()]);
    const mails = await shop.outbox(`destinatario = '${resource}@x.example'`);
    expect(mails).toHaveLength(CHANGES);
    for (const [record, subjects] of expected)
      expect(
        mails.map(({ oggetto }) => oggetto).filter((subject) => subject.startsWith(`${record} `)),
      ).toEqual(subjects);
  });
});
