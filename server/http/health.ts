/** GET /health answers within two seconds, even if the database does not respond. */
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../schemas/access.ts';
import { allows } from '../../schemas/access.ts';
import { busy } from './errors.ts';
import type { Gate } from './register.ts';

const WITHIN_MS = 1200;
/** The users who may see version and licence in the application. */
const VERSION_ACCESS: Access = [{ role: 'SUADMIN' }, { role: 'SUPER' }];

function within<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(busy()), WITHIN_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

export function installHealth(server: FastifyInstance, gate: Gate, version: string): void {
  const { database } = gate;
  let pending: Promise<unknown> | undefined;
  /** Runs one query at a time, so that monitors do not pile up queries on a frozen database. */
  const ping = (): Promise<unknown> => {
    pending ??= database.query('select 1').finally(() => {
      pending = undefined;
    });
    return pending;
  };
  const mayAccess = async (header: string | undefined): Promise<boolean> => {
    const user = await gate.authenticate(header, VERSION_ACCESS).catch(() => undefined);
    return user !== undefined && allows(VERSION_ACCESS, user, gate.setting);
  };

  server.get('/health', async ({ headers: { authorization } }, reply) => {
    reply.header('cache-control', 'no-store');
    await within(ping());
    const isDetailed = authorization !== undefined && (await within(mayAccess(authorization)));
    return {
      status: 'ok',
      ...(isDetailed && { version, engine: database.engine, database: database.version }),
    };
  });
}
