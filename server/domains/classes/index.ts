/** Refuses cycles in the structure of asset classes. */
import type { Refusal } from '../../../schemas/validate.ts';
import type { RulesByResource, WriteContext } from '../../capabilities/rules.ts';
import { lockFor } from '../../database/lock.ts';

const BELOW = `
  with recursive below(id) as (
    select id_classe from classe_struttura where id_classe_padre = $1
    union
    select s.id_classe from classe_struttura s join below b on s.id_classe_padre = b.id
  )
  select 1 from below where id = $2 limit 1`;

async function isBelow(id: unknown, above: unknown, { transaction }: WriteContext): Promise<boolean> {
  // The lock lets each of two concurrent rows see the other, in case they form a cycle together.
  await lockFor(transaction, 'classe_struttura');
  return (await transaction.query(BELOW, [above, id])).rows.length > 0;
}

export const classRules: RulesByResource = {
  'classe/struttura': {
    async check(row, _before, context): Promise<Refusal[]> {
      const { id_classe: child, id_classe_padre: parent } = row;
      if (typeof child !== 'number' || typeof parent !== 'number') return [];
      if (child === parent) return [{ field: 'id_classe', rule: 'same-as-parent' }];
      return (await isBelow(parent, child, context)) ? [{ field: 'id_classe', rule: 'cycle' }] : [];
    },
  },
};
