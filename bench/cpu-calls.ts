/** The calls whose CPU time `cpu.ts` measures: those that people make most. */
import type { Queryable } from '../server/database/engine.ts';
import { onlyRow } from '../server/database/rows.ts';
import { type ListedCall, listedCalls } from './listed-calls.ts';
import { SUPER_ADMIN } from './signed-in.ts';

export interface CpuCall extends ListedCall {
  /** Whether the client accepts a compressed reply, like a browser. */
  compressed?: boolean;
}

const LISTED = ['open list', 'open list, technician', 'read one', 'history', 'asset page', 'create'];

export async function cpuCalls(database: Queryable): Promise<CpuCall[]> {
  const { rows } = await database.query<{ id: number }>('select min(id_ricambio) as id from giacenza');
  const listed = (await listedCalls(database)).filter(({ name }) => LISTED.includes(name));
  const read = (name: string, path: string): CpuCall => ({ name, user: SUPER_ADMIN, path });
  return [
    read('open list, compressed', '/odl/?pag=1'),
    read('page of assets', '/oggetto/?pag=1'),
    read('stock of a part', `/ricambio/${onlyRow(rows).id}/giacenza/`),
    ...listed,
  ].map((call) => ({ ...call, compressed: call.name.endsWith('compressed') }));
}
