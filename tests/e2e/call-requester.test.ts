/** A requester gives their number in their account; the technician of the work calls it from the card. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import type { Api } from './data/api.ts';
import { settled } from './screens/screens.ts';
import { title, type } from './user/input.ts';
import { go, sees } from './user/navigation.ts';

const TARGET = 48;

/** Reports a fault, which technicians may take over; returns its id. */
async function work(api: Api, description: string): Promise<number> {
  const idOf = async (path: string, column: string, value: string): Promise<unknown> =>
    (await api<Row[]>('GET', `${path}?pag=-1`)).find((row) => row[column] === value)?.id;
  const { id } = await api<Row>('POST', '/odl/', {
    id_oggetto: await idOf('/oggetto/', 'codice', 'FOL-L1-CF'),
    id_tipo_guasto: await idOf('/odl/tipoGuasto/', 'codice', 'GUA'),
    id_stato: await idOf('/stato/', 'codice', 'AP'),
    descrizione: description,
    priorita: 2,
  });
  return Number(id);
}

describe('the number of a requester', () => {
  it(
    'is set in the account and called from the card of the work',
    visit({ as: 'RESP', language: 'it', phone: true, provokes: [422] }, async ({ page, api, join }) => {
      const id = await work(api, 'Rumore dal nastro');
      const { page: technicians } = await join({ as: 'RIFTEC', language: 'it', phone: true });
      await technicians.goto(`/dettaglio-odl/${id}`);
      await title(technicians, / - Rumore dal nastro$/);
      const call = technicians.getByRole('link', { name: 'Chiama Anna Conti', exact: true });
      expect(await call.count()).toBe(0);

      await page.goto('/account');
      const card = page.getByRole('region', { name: 'Telefono' });
      const save = card.getByRole('button', { name: 'Salva', exact: true });
      await type(card, 'Numero di telefono', 'interno');
      await save.click();
      await sees(card, 'Numero di telefono non valido: servono da 2 a 15 cifre');
      await card.getByRole('textbox', { name: 'Numero di telefono' }).fill('+39 347 123-4567');
      await save.click();
      await sees(card, 'Numero di telefono salvato.');
      expect(await violations(page)).toEqual([]);

      await go(technicians, '/home');
      await title(technicians, /^(Buongiorno|Buon pomeriggio|Buonasera)/);
      await go(technicians, `/dettaglio-odl/${id}`);
      await call.waitFor();
      await settled(technicians);
      expect(await call.getAttribute('href')).toBe('tel:+393471234567');
      expect((await call.boundingBox())!.height).toBeGreaterThanOrEqual(TARGET);
      expect(await violations(technicians)).toEqual([]);
    }),
  );
});
