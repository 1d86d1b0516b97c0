/** The row * of organisations and departments stands for all of them: a lookup offers it when asked to. */
import type { EntityRules, ListCondition, RulesByResource } from '../../capabilities/rules.ts';

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** A paged list is the administration's and shows every row; a lookup has no page. */
const withAll = (parameter: string): EntityRules => ({
  where(query): ListCondition | undefined {
    if (query.pag !== undefined || isOn(query[parameter])) return undefined;
    return { sql: "t.codice <> '*'", values: [] };
  },
});

export const organisationRules: RulesByResource = {
  organizzazione: withAll('showOrgAll'),
  reparto: withAll('showRepAll'),
};
