/** The acts of schemas/actions/ that withdraw parts for an intervention and return them. */
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { type ActHandler, act } from '../../../capabilities/acts.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import type { PartMoves } from './stock-access.ts';
import { Withdrawals } from './withdrawals.ts';

export function partActs(schemas: Schemas, rules: RulesByResource, moves: PartMoves): ActHandler[] {
  const withdrawals = new Withdrawals(schemas, rules, moves);
  return [
    act('withdraw', (body, context) => withdrawals.withdraw(body, context)),
    act('give-back', (body, context) => withdrawals.giveBack(body, context)),
    act('change-withdrawal', (body, context) => withdrawals.change(body, context)),
    act('remove-withdrawal', (body, context) => withdrawals.remove(body, context)),
  ];
}
