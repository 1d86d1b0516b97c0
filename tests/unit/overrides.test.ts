/** Overrides of generic calls by name; an unknown name stops the start. */
import { describe, expect, it } from 'vitest';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { crudCalls } from '../../server/capabilities/crud.ts';
import { answerOf, overridden, override, requireDistinct } from '../../server/capabilities/overrides.ts';
import type { Call, Context } from '../../server/http/call.ts';

const schemas = readSchemas();
const context = { query: {} } as unknown as Context;

const call = (name: string | undefined, path: string, data: unknown = name): Call => ({
  name,
  method: 'GET',
  path,
  access: 'session',
  tag: 'thing',
  summary: { it: path, en: path },
  handle: async () => ({ data }),
});
const CALLS = [call('thing.list', '/thing'), call('thing.read', '/thing/:id'), call(undefined, '/other')];

const answers = (calls: Call[]): Promise<unknown[]> =>
  Promise.all(calls.map(async (one) => (await answerOf(one, context)).data));

describe('an override', () => {
  it('changes only what it names', async () => {
    const calls = overridden(CALLS, [
      override('thing', 'list', () => ({ handle: async () => ({ data: 'own' }) })),
    ]);
    expect(await answers(calls)).toEqual(['own', 'thing.read', undefined]);
    expect(calls[0]).toMatchObject({ name: 'thing.list', method: 'GET', path: '/thing', access: 'session' });
    expect(calls.slice(1)).toEqual(CALLS.slice(1));
  });

  it('wraps another of the same call', async () => {
    const around = (word: string) =>
      override('thing', 'read', (inner) => ({
        handle: async (request) => ({ data: `${word}(${(await answerOf(inner, request)).data})` }),
      }));
    expect(await answers(overridden(CALLS, [around('a'), around('b')]))).toEqual([
      'thing.list',
      'b(a(thing.read))',
      undefined,
    ]);
  });

  it('of a name that no call has is refused, with the name that is near', () => {
    expect(() => overridden(CALLS, [override('thing', 'lits', () => ({}))])).toThrow(
      'No call is named thing.lits, which an override names; did you mean thing.list?',
    );
    expect(() => overridden(CALLS, [override('nothing', 'at-all', () => ({}))])).toThrow(/nothing\.at-all/);
  });

  it('of an entity that is not written finds no create', () => {
    const state = schemas.byResource.get('odl/storico')!;
    expect(() =>
      overridden(crudCalls(state, schemas, {}), [override('odl/storico', 'create', () => ({}))]),
    ).toThrow(/odl\/storico\.create/);
  });

  it('extends only replies in an envelope', async () => {
    const file: Call = { ...CALLS[0]!, handle: async () => ({ raw: 'x', type: 'text/plain' }) };
    await expect(answerOf(file, context)).rejects.toThrow('GET /thing answers with a file');
  });
});

describe('an address', () => {
  it('has one call', () => {
    expect(() => requireDistinct([...CALLS, call(undefined, '/thing/:other')])).toThrow(
      'Two calls answer GET /thing/:: /thing/:other and /thing/:id; override one by its name',
    );
    expect(requireDistinct(CALLS)).toEqual(CALLS);
  });
});
