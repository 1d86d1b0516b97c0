/** Prepared values of rules: each set of rules gets its own, for one row and for many. */
import { expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { afterMany, mergeRules, preparedMany } from '../../server/capabilities/merge-rules.ts';
import type { EntityRules, PreparedRules, WriteContext } from '../../server/capabilities/rules.ts';

const context = {} as unknown as WriteContext;

/** Builds rules that prepare a word, and that record each step with the prepared value. */
function recording(name: string, calls: string[], many = false): PreparedRules<Row, string> {
  const hear = (step: string, row: Row | undefined, prepared: string | undefined) =>
    void calls.push(`${name} ${step} ${row?.id} ${prepared}`);
  return {
    prepare: async (row, before) => `${name}${row.id}${before ? '*' : ''}`,
    ...(many && {
      prepareMany: async (rows: Row[]) => rows.map(({ id }) => `${name}${id} of ${rows.length}`),
    }),
    prepareDelete: async ({ id }) => `${name}${id} gone`,
    async check(row, _before, _context, prepared) {
      hear('check', row, prepared);
      return [];
    },
    beforeCreate: async (row, _context, prepared) => hear('create', row, prepared),
    beforeUpdate: async (row, _before, _context, prepared) => hear('update', row, prepared),
    beforeDelete: async (row, _context, prepared) => hear('delete', row, prepared),
    afterWrite: async (row, before, _context, prepared) => hear('after', row ?? before, prepared),
  };
}

function merged(...parts: EntityRules[]): EntityRules {
  const rules = mergeRules(parts.map((part) => ({ thing: part }))).thing;
  if (!rules) throw new Error('nothing merged');
  return rules;
}

it('each set of rules receives its own value at every step; sets that prepare nothing get none', async () => {
  const calls: string[] = [];
  const silent: EntityRules = {
    async check(_row, _before, _context, prepared) {
      calls.push(`silent ${prepared}`);
      return [];
    },
  };
  const rules = merged(recording('a', calls), silent, recording('b', calls));
  const row: Row = { id: 1 };
  const prepared = await rules.prepare?.(row, row, context);
  await rules.check?.(row, row, context, prepared);
  await rules.beforeUpdate?.(row, row, context, prepared);
  await rules.afterWrite?.(row, row, context, prepared);
  expect(calls).toEqual([
    'a check 1 a1*',
    'silent undefined',
    'b check 1 b1*',
    'a update 1 a1*',
    'b update 1 b1*',
    'a after 1 a1*',
    'b after 1 b1*',
  ]);
});

it('for many rows each has its own, prepared together if the rules can', async () => {
  const calls: string[] = [];
  const rules = merged(recording('a', calls, true), recording('b', calls));
  const rows: Row[] = [{ id: 1 }, { id: 2 }];
  const prepared = await preparedMany(rules, rows, context);
  for (const [index, row] of rows.entries()) await rules.beforeCreate?.(row, context, prepared[index]);
  await afterMany(rules, rows, context, prepared);
  expect(calls).toEqual([
    'a create 1 a1 of 2',
    'b create 1 b1',
    'a create 2 a2 of 2',
    'b create 2 b2',
    'a after 1 a1 of 2',
    'a after 2 a2 of 2',
    'b after 1 b1',
    'b after 2 b2',
  ]);
});

it('a deleted row has its own too', async () => {
  const calls: string[] = [];
  const rules = merged(recording('a', calls), recording('b', calls));
  const prepared = await rules.prepareDelete?.({ id: 7 }, context);
  await rules.beforeDelete?.({ id: 7 }, context, prepared);
  await rules.afterWrite?.(undefined, { id: 7 }, context, prepared);
  expect(calls).toEqual([
    'a delete 7 a7 gone',
    'b delete 7 b7 gone',
    'a after 7 a7 gone',
    'b after 7 b7 gone',
  ]);
});
