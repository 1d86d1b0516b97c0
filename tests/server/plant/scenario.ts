/** A call as one row of a table: caller, body, expected reply. */
import { expect, it } from 'vitest';
import type { Plant, Visitor } from './plant.ts';

export interface Scenario {
  name: string;
  /** SUADMIN by default. */
  as?: Visitor;
  language?: 'it' | 'en';
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` stands for an id of the test file; so does a value '{name}' of the body. */
  path: string;
  body?: unknown;
  status: number;
  /** The members that the envelope must contain. */
  expected?: object;
}

const NAMED = /\{(\w+)\}/g;

export function runScenarios(plant: () => Plant, ids: Record<string, number>, scenarios: Scenario[]): void {
  const named = (name: string): string => {
    if (ids[name] === undefined) throw new Error(`no id is called ${name}`);
    return String(ids[name]);
  };
  const filled = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(/"\{(\w+)\}"/g, (_, name) => named(name)));

  for (const { name, as = 'SUADMIN', language, method = 'GET', path, body, status, expected } of scenarios)
    it(name, async () => {
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
