/** The row * of organisations and departments means all of them. A lookup offers it on request. */
import {
  allOf,
  type EntityRules,
  type ListCondition,
  type RulesByResource,
} from '../../capabilities/rules.ts';
import { isOn } from '../../requests/list-parameters.ts';

const NOT_ALL: ListCondition = { sql: "t.codice <> '*'", values: [] };

/** Returns the rules of the list. A list with pages is for administration and has every row. A lookup has no pages. */
const withAll = (parameter: string, dimension: string): EntityRules => ({
  where(query, { user }): ListCondition | undefined {
    // Only users with access to all may grant all.
    const grantable = isOn(query.concedibili) && user?.scopes[dimension] !== 'all' ? NOT_ALL : undefined;
    const lookup = query.pag !== undefined || isOn(query[parameter]) ? undefined : NOT_ALL;
    return allOf([grantable, lookup]);
  },
});

export const organisationRules: RulesByResource = {
  organizzazione: withAll('showOrgAll', 'organizzazione'),
  reparto: withAll('showRepAll', 'reparto'),
};
