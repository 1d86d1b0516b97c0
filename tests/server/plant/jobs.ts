/** Waits for background jobs. */
import type { Row } from '../../../schemas/entity.ts';
import type { Client } from './plant.ts';

/** Long enough for slow machines, and shorter than a test may take. */
const PATIENCE_MS = 220_000;

/** Waits until the job has ended. */
export async function settled(client: Client, id: number): Promise<Row> {
  const late = Date.now() + PATIENCE_MS;
  while (Date.now() < late) {
    const { data } = await client.get(`/lavoro/${id}`, { language: 'it' });
    if (data.stato !== 'attesa' && data.stato !== 'in_corso') return data;
    await new Promise((wait) => setTimeout(wait, 25));
  }
  throw new Error(`job ${id} did not come to rest`);
}
