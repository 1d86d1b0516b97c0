/** Which statements are prepared. */
import { expect, it } from 'vitest';
import { PLANNED_EACH_TIME, PREPARED, statementName } from '../../server/database/statement-names.ts';

const long = (text: string): string => `${text} ${'x'.repeat(20_000)}`;

it('a text is prepared when it is used again, a long one only if it is marked', () => {
  const named = (text: string) => [statementName(text), statementName(text)];
  expect(named('select 1 as once')).toEqual([undefined, expect.stringMatching(/^q_/)]);
  expect(named(`${PLANNED_EACH_TIME} select 2`)).toEqual([undefined, undefined]);
  expect(named(long('select 3'))).toEqual([undefined, undefined]);
  expect(named(long(`${PREPARED} select 4`))).toEqual([undefined, expect.stringMatching(/^q_/)]);
});
