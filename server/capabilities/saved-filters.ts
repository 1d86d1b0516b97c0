/** Saved filters of lists. Their authors see them, and if they are shared, all users of the list. */

import { allows } from '../../schemas/access.ts';
import type { Row } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { SAVED_FILTERS } from '../../schemas/saved-filters.ts';
import { isObject } from '../../schemas/shape-parts.ts';
import type { Rows } from '../../schemas/types.ts';
import { isBlank } from '../../schemas/validate.ts';
import { numberOf } from '../../schemas/values.ts';
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

export function savedFilterRules(schemas: Schemas): RulesByResource {
  const listsOf = ({ user, setting }: Person): string[] =>
    schemas.entities
      .filter(({ calls, access }) => calls.includes('list') && allows(access.read, user, setting))
      .map(({ resource }) => resource);
  const rules: EntityRules<Rows[typeof SAVED_FILTERS]> = {
    visible: (person) => ({
      sql: '(t.id_usr_ins = ? or t.condiviso = 1) and t.risorsa = any(?::text[])',
      values: [person.user?.id ?? null, listsOf(person)],
    }),
    // The condition matches the list's whole name, and not a part of a name.
    where: ({ risorsa: list }) =>
      list ? { sql: 't.risorsa = ?', values: [list], replaces: ['risorsa'] } : undefined,
    guard(row, person, against) {
      if (isOwn(row, person) || (against === 'delete' && mayCleanUp(person))) return;
      throw forbidden('filter-not-yours');
    },
    // Users may delete shared filters of former users, which would otherwise stay for ever.
    async beforeDelete(row, { transaction, user }) {
      if (isOwn(row, { user })) return;
      const author = numberOf(row.id_usr_ins) ?? 0;
      if ((await activeOf(transaction, [author])).has(author)) throw forbidden('filter-not-yours');
    },
    async check(row, before, person) {
      const { risorsa: list, valori: saved } = row;
      const isUnknown = !before && !isBlank(list) && !listsOf(person).includes(String(list));
      const isInvalid = !isBlank(saved) && !isSavedFilter(saved);
      return [
        ...(isUnknown ? [{ field: 'risorsa', rule: 'not-found' as const }] : []),
        ...(isInvalid ? [{ field: 'valori', rule: 'pattern' as const }] : []),
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
  return { [SAVED_FILTERS]: rules };
}
