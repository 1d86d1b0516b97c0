/** GET /health: does the server answer? Whoever watches it hears so at once, whatever the database does. */
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../schemas/access.ts';
import { allows } from '../../schemas/access.ts';
import { busy } from './errors.ts';
import type { Gate } from './register.ts';

const WITHIN_MS = 1200;
/** Who reads of version and licence in the product. */
const MAY_KNOW: Access = [{ role: 'SUADMIN' }, { role: 'SUPER' }];

function within<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(busy()), WITHIN_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

export function installHealth(server: FastifyInstance, gate: Gate, version: string): void {
  const { database } = gate;
  let asking: Promise<unknown> | undefined;
  /** Once at a time: a frozen database is not asked by each who looks. */
  const ask = (): Promise<unknown> => {
    asking ??= database.query('select 1').finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const mayKnow = async (header: string | undefined): Promise<boolean> => {
    const user = await gate.authenticate(header, MAY_KNOW).catch(() => undefined);
    return user !== undefined && allows(MAY_KNOW, user, gate.setting);
  };

  server.get('/health', async ({ headers: { authorization } }, reply) => {
    reply.header('cache-control', 'no-store');
    await within(ask());
    const known = authorization !== undefined && (await within(mayKnow(authorization)));
    return { status: 'ok', ...(known && { version, engine: database.engine, database: database.version }) };
  });
}
