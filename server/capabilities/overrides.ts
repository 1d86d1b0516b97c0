/**
 * The calls that capabilities make have a name, as `odl.list`. By it a domain puts something else in the place of one, or
 * around it, and leaves the others as they are.
 */
import type { Entity } from '../../schemas/entity.ts';
import { suggestion } from '../../schemas/faults.ts';
import type { Call, Context, Reply } from '../http/call.ts';

/** What an override may say: where a call stands is the schema's. */
export type Change = Partial<Omit<Call, 'method' | 'path' | 'name'>>;

export interface Override {
  name: string;
  /** What differs; the rest stays as `call` has it. */
  change(call: Call): Change;
}

/** After the resource comes what a call is for: `list`, `update`, `oggetti.list`. */
export const nameOf = ({ resource }: Pick<Entity, 'resource'>, what: string): string => `${resource}.${what}`;

export const override = (resource: string, what: string, change: Override['change']): Override => ({
  name: nameOf({ resource }, what),
  change,
});

/** What the call answers, where it answers in an envelope: for who adds something to it. */
export async function answerOf(call: Call, context: Context): Promise<Reply> {
  const reply = await call.handle(context);
  if ('raw' in reply) throw new Error(`${call.method} ${call.path} answers with a file, not in an envelope`);
  return reply;
}

/** The calls as the overrides leave them; several of one call stand around each other, the last outermost. */
export function overridden(calls: readonly Call[], overrides: readonly Override[]): Call[] {
  const names = new Set(calls.flatMap(({ name }) => name ?? []));
  for (const { name } of overrides)
    if (!names.has(name))
      throw new Error(`No call is named ${name}, which is to be overridden${suggestion(name, names)}`);
  return calls.map((made) => {
    let call = made;
    for (const { name, change } of overrides) if (name === made.name) call = { ...call, ...change(call) };
    return call;
  });
}

/** Two calls of one address: one of them would never answer. */
export function requireDistinct(calls: readonly Call[]): Call[] {
  const seen = new Map<string, Call>();
  for (const call of calls) {
    const address = `${call.method} ${call.path.replaceAll(/:\w+/g, ':')}`;
    const other = seen.get(address);
    if (other)
      throw new Error(
        `Two calls answer ${address}: ${call.summary.en} and ${other.summary.en}; override one by its name`,
      );
    seen.set(address, call);
  }
  return [...calls];
}
