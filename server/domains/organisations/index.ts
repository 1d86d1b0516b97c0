/** The row * of organisations and departments means all of them. A lookup offers it on request. */
import type { RowOf } from '../../../schemas/types.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import {
  allOf,
  type EntityRules,
  type ListCondition,
  type RulesByResource,
  type WriteContext,
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

/** Refuses the type *, which means every type, as the proposal for new interventions. */
async function checkProposal(
  { id_tipo_intervento_default: type }: Partial<RowOf<'organizzazione'>>,
  before: RowOf<'organizzazione'> | undefined,
  { transaction }: WriteContext,
): Promise<Refusal[]> {
  if (!Number.isInteger(type) || type === before?.id_tipo_intervento_default) return [];
  const { rows } = await transaction.query("select 1 from odl_tipoguasto where id = $1 and codice = '*'", [
    type,
  ]);
  return rows.length > 0 ? [{ field: 'id_tipo_intervento_default', rule: 'choice' }] : [];
}

export const organisationRules: RulesByResource = {
  organizzazione: { ...withAll('showOrgAll', 'organizzazione'), check: checkProposal },
  reparto: withAll('showRepAll', 'reparto'),
};
