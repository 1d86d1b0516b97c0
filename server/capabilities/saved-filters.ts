/** Saved filters of lists: visible to their authors, and, if shared, to all users of the list. */

import { allows } from '../../schemas/access.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { isObject } from '../../schemas/shape-parts.ts';
import { numberOf } from '../../schemas/values.ts';
import { ident } from '../database/sql.ts';
import type { Context } from '../http/call.ts';
import { forbidden } from '../http/problem.ts';
import { activeOf, namesOf } from '../plant/accounts.ts';
import type { EntityRules, RulesByResource } from './rules.ts';

type Person = Pick<Context, 'user' | 'setting'>;

const isOwn = (row: Row, { user }: Pick<Person, 'user'>): boolean => row.id_usr_ins === user?.id;

const mayCleanUp = ({ user }: Pick<Person, 'user'>): boolean => user?.family === 'SUADMIN';

function isSavedFilter(text: unknown): boolean {
  try {
    const saved: unknown = JSON.parse(String(text));
    return isObject(saved) && isObject(saved.filter);
  } catch {
    return false;
  }
}

function rulesFor(
  { of, values, shared }: NonNullable<Entity['savedFilters']>,
  schemas: Schemas,
): EntityRules {
  const listsOf = ({ user, setting }: Person): string[] =>
    schemas.entities
      .filter(({ calls, access }) => calls.includes('list') && allows(access.read, user, setting))
      .map(({ resource }) => resource);
  return {
    visible: (person) => ({
      sql: `(t.id_usr_ins = ? or t.${ident(shared)} = 1) and t.${ident(of)} = any(?::text[])`,
      values: [person.user?.id ?? null, listsOf(person)],
    }),
    // Matches the list's name exactly, instead of as a part of a name.
    where: ({ [of]: list }) =>
      list ? { sql: `t.${ident(of)} = ?`, values: [list], replaces: [of] } : undefined,
    guard(row, person, against) {
      if (isOwn(row, person) || (against === 'delete' && mayCleanUp(person))) return;
      throw forbidden('filter-not-yours');
    },
    // Shared filters of former users may be deleted; otherwise they would stay for ever.
    async beforeDelete(row, { transaction, user }) {
      if (isOwn(row, { user })) return;
      const author = numberOf(row.id_usr_ins) ?? 0;
      if ((await activeOf(transaction, [author])).has(author)) throw forbidden('filter-not-yours');
    },
    async check(row, before, person) {
      const [isKnownList, isValid] = [listsOf(person).includes(String(row[of])), isSavedFilter(row[values])];
      return [
        ...(isKnownList || before ? [] : [{ field: of, rule: 'not-found' as const }]),
        ...(isValid ? [] : [{ field: values, rule: 'pattern' as const }]),
      ];
    },
    async present(rows, context) {
      const authors = rows.map((row) => row.id_usr_ins).filter((id) => typeof id === 'number');
      const ids = [...new Set(authors)];
      const names = await namesOf(context.database, ids);
      const active = mayCleanUp(context) ? await activeOf(context.database, ids) : undefined;
      for (const row of rows) {
        const author = numberOf(row.id_usr_ins) ?? 0;
        row.usr_ins = names.get(author) ?? null;
        row.modificabile = isOwn(row, context) ? 1 : 0;
        row.eliminabile = row.modificabile === 1 || active?.has(author) === false ? 1 : 0;
      }
    },
  };
}

export const savedFilterRules = (schemas: Schemas): RulesByResource[] =>
  schemas.entities.flatMap((entity) =>
    entity.savedFilters ? [{ [entity.resource]: rulesFor(entity.savedFilters, schemas) }] : [],
  );
