/** The call that changes several interventions, each for itself. */
import { CallError, call } from '../../../dataProvider/http.ts';

export interface Outcome {
  id: number;
  result: number;
  description: string;
}

export interface Change {
  id_stato?: number;
  id_tecnico?: number;
  id_usr_notifica?: number;
  data_ordine?: string;
}

/** As many as the server takes in one call. */
const AT_ONCE = 100;

async function changeOne(id: number, change: Change): Promise<Outcome> {
  try {
    const { description } = await call(`/odl/${id}`, { method: 'PUT', body: change });
    return { id, result: 0, description };
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0) throw error;
    return { id, result: error.result, description: error.message };
  }
}

/** One alone is answered as such, and not as a list of outcomes. */
export async function changeAll(ids: number[], change: Change): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = ids.slice(from, from + AT_ONCE);
    if (part.length === 1) outcomes.push(await changeOne(part[0]!, change));
    else {
      const path = `/odl/${part.join(',')}`;
      outcomes.push(...(await call<Outcome[]>(path, { method: 'PUT', body: change })).data);
    }
  }
  return outcomes;
}
