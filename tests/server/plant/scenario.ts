/** A call as one row of a table: caller, body, expected reply. */
import { expect, it } from 'vitest';
import type { Plant, Visitor } from './plant.ts';

export interface Scenario {
  name: string;
  /** SUADMIN by default. */
  as?: Visitor;
  language?: 'it' | 'en';
  /** 'POST /stato/'; `{name}` stands for an id of the test file, and so does a value '{name}' of the body. */
  call: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`;
  body?: unknown;
  /** 200 by default, 422 where it expects errors. */
  status?: number;
  /** The errors by field that the envelope must contain. */
  errors?: Record<string, string>;
  /** The members that the envelope must contain. */
  expected?: object;
}

export const REQUIRED = 'Questo campo è obbligatorio';
export const UNKNOWN = "L'elemento indicato non esiste";
export const LOCKED = 'Questo campo non si può più modificare';

/** Returns the same text for each of the fields. */
export const everyField = (text: string, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, text]));

const NAMED = /\{(\w+)\}/g;

export function runScenarios(plant: () => Plant, ids: Record<string, number>, scenarios: Scenario[]): void {
  const named = (name: string): string => {
    if (ids[name] === undefined) throw new Error(`no id is called ${name}`);
    return String(ids[name]);
  };
  const filled = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(/"\{(\w+)\}"/g, (_, name) => named(name)));

  for (const { name, as = 'SUADMIN', language, call, body, errors, expected, ...rest } of scenarios)
    it(name, async () => {
      const { status = errors ? 422 : 200 } = rest;
      const [method = '', path = ''] = call.split(' ');
      const client = await plant().as(as);
      const answer = await client.send(
        method,
        path.replaceAll(NAMED, (_, reference) => named(reference)),
        {
          language,
          payload: body === undefined ? undefined : (filled(body) as object),
        },
      );
      expect(answer, answer.description).toMatchObject({
        status,
        ...(status === 200 && { result: 0 }),
        ...(expected && (filled(expected) as object)),
      });
      expect(answer.description.length).toBeGreaterThan(0);
    });
}
