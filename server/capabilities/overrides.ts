/** Calls of capabilities have names, such as `odl.list`, by which a domain can replace or wrap one of them. */
import type { Entity } from '../../schemas/entity.ts';
import { suggestion } from '../../schemas/faults.ts';
import type { Call, Context, Reply } from '../http/call.ts';

/** The parts that an override may change. The schema defines method, path and name. */
export type Change = Partial<Omit<Call, 'method' | 'path' | 'name'>>;

export interface Override {
  name: string;
  /** Returns the changed parts of `call`. */
  change(call: Call): Change;
}

/** Returns a call's name: the resource, then the purpose, such as `list`, `update` or `oggetti.list`. */
export const nameOf = ({ resource }: Pick<Entity, 'resource'>, what: string): string => `${resource}.${what}`;

export const override = (resource: string, what: string, change: Override['change']): Override => ({
  name: nameOf({ resource }, what),
  change,
});

/** Returns the reply of a call with an envelope, for overrides that extend it. */
export async function answerOf(call: Call, context: Context): Promise<Reply> {
  const reply = await call.handle(context);
  if ('raw' in reply) throw new Error(`${call.method} ${call.path} answers with a file, not in an envelope`);
  return reply;
}

/** Applies the overrides. Several overrides of one call wrap each other: the last one is outermost. */
export function overridden(calls: readonly Call[], overrides: readonly Override[]): Call[] {
  const names = new Set(calls.flatMap(({ name }) => name ?? []));
  for (const { name } of overrides)
    if (!names.has(name))
      throw new Error(`No call is named ${name}, which an override names${suggestion(name, names)}`);
  return calls.map((original) => {
    let call = original;
    for (const { name, change } of overrides) if (name === original.name) call = { ...call, ...change(call) };
    return call;
  });
}

/** Refuses two calls with one address, since one of them would never be reached. */
export function requireDistinct(calls: readonly Call[]): Call[] {
  const byAddress = new Map<string, Call>();
  for (const call of calls) {
    const address = `${call.method} ${call.path.replaceAll(/:\w+/g, ':')}`;
    const other = byAddress.get(address);
    if (other)
      throw new Error(
        `Two calls answer ${address}: ${call.summary.en} and ${other.summary.en}; override one by its name`,
      );
    byAddress.set(address, call);
  }
  return [...calls];
}
