/** The call that changes several interventions, each for itself, upon what the person has seen of it. */
import { CallError, call } from '../../../dataProvider/http.ts';
import type { Row } from '../../../schemas/entity.ts';

export interface Outcome {
  id: number;
  result: number;
  description: string;
  errors?: Record<string, string>;
  /** A colleague changed it after it was read; `data` has it as it is now. */
  reason?: 'stale';
  data?: { versione: number; record: Row };
}

export interface Change {
  id_stato?: number;
  id_tecnico?: number;
  id_usr_notifica?: number;
  data_ordine?: string;
}

/** What is to become of which, and the versions that were seen of them. */
export interface Wanted {
  ids: number[];
  change: Change;
  versions: ReadonlyMap<number, number>;
  /** That a technician is busy then was read, and is accepted. */
  bypass?: boolean;
}

const BLOCKED = -9;
/** BlockAssigned: a technician who is busy is asked about; otherwise he is refused. */
const ASKS = '2';

/** Who has read why may change it all the same: a colleague's change, a technician who is busy where that is a question. */
export const mayInsist = ({ reason, result }: Outcome, block: string | undefined): boolean =>
  reason === 'stale' || (result === BLOCKED && block === ASKS);

/** As many as the server takes in one call. */
const AT_ONCE = 100;

/** One alone is answered as such, and not as a list of outcomes. */
async function changeOne(id: number, request: { query: Row; body: Row }): Promise<Outcome> {
  try {
    const { description } = await call(`/odl/${id}`, { method: 'PUT', ...asked(request) });
    return { id, result: 0, description };
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0) throw error;
    const { description, ...refusal } = error.body as Omit<Outcome, 'id'>;
    return { ...refusal, id, description };
  }
}

const asked = ({ query, body }: { query: Row; body: Row }) => ({
  query: query as Record<string, number>,
  body,
});

export async function changeAll({ ids, change, versions, bypass }: Wanted): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const query = bypass ? { isBypassBlockAllowed: 1 } : {};
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = ids.slice(from, from + AT_ONCE);
    const seen = part.flatMap((id) => (versions.has(id) ? [[String(id), versions.get(id)] as const] : []));
    const body = { ...change, versioni: Object.fromEntries(seen) };
    if (part.length === 1) outcomes.push(await changeOne(part[0]!, { query, body }));
    else {
      const path = `/odl/${part.join(',')}`;
      outcomes.push(...(await call<Outcome[]>(path, { method: 'PUT', ...asked({ query, body }) })).data);
    }
  }
  return outcomes;
}
