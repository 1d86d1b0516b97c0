/** The row * of organisations and departments stands for all of them: a lookup offers it when asked to. */
import {
  allOf,
  type EntityRules,
  type ListCondition,
  type RulesByResource,
} from '../../capabilities/rules.ts';
import { isOn } from '../../http/asked.ts';

const NOT_ALL: ListCondition = { sql: "t.codice <> '*'", values: [] };

/** A paged list is the administration's and shows every row; a lookup has no page. */
const withAll = (parameter: string, dimension: string): EntityRules => ({
  where(query, { user }): ListCondition | undefined {
    // What one may grant to others is what one has: all of them only who sees all.
    const grants = isOn(query.concedibili) && user?.scopes[dimension] !== 'all' ? NOT_ALL : undefined;
    const looks = query.pag !== undefined || isOn(query[parameter]) ? undefined : NOT_ALL;
    return allOf([grants, looks]);
  },
});

export const organisationRules: RulesByResource = {
  organizzazione: withAll('showOrgAll', 'organizzazione'),
  reparto: withAll('showRepAll', 'reparto'),
};
