/** Who signs in and how; and that a change of a user or his role is felt at once. */
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { EntityRules, RulesByResource } from '../../capabilities/rules.ts';
import type { Call } from '../../http/call.ts';
import { limitAttempts } from '../../http/rate-limit.ts';
import type { Sessions } from '../../http/session.ts';
import { connectorKeyCalls } from './connector-keys.ts';
import { externalCalls } from './external.ts';
import { factorNotes } from './factor-history.ts';
import { ownPasswordCall } from './own-password.ts';
import type { Parts } from './parts.ts';
import { passwordCalls } from './passwords.ts';
import { secondFactorCalls } from './second-factor-calls.ts';
import { secondStepCalls } from './second-step.ts';
import { signInCalls } from './sign-in.ts';
import { visitCalls } from './visits.ts';

export { createAddresses } from './addresses.ts';
export { connectorKeyRules } from './connector-keys.ts';

/** Failures of one person a minute, in what asks for his password once more. */
const OWN_FAILURES = 5;

export function sessionCalls(
  schemas: Schemas,
  given: Omit<Parts, 'noteFactor'>,
  signOn: { insecure: boolean },
): Call[] {
  const parts = { ...given, noteFactor: factorNotes(schemas.byResource.get('utente')!, given.sessions) };
  const ownAttempts = limitAttempts(OWN_FAILURES);
  return [
    ...signInCalls(parts),
    ...secondStepCalls(parts),
    ...externalCalls(parts, signOn),
    ...passwordCalls(parts),
    ownPasswordCall(parts, ownAttempts),
    ...secondFactorCalls(parts, ownAttempts),
    ...visitCalls,
    ...connectorKeyCalls(schemas, parts.licensing),
  ];
}

export function sessionRules({ accounts }: Sessions): RulesByResource {
  const forgets = (column: string): EntityRules => ({
    async afterWrite(row, before, { transaction }) {
      const id = Number((row ?? before)?.[column]);
      transaction.afterCommit(() => accounts.forget(id));
    },
  });
  const forgetsAll: EntityRules = {
    async afterWrite(_row, _before, { transaction }) {
      transaction.afterCommit(() => accounts.forget());
    },
  };
  return {
    utente: forgets('id'),
    'utente/organizzazione': forgets('id_utente'),
    'utente/reparto': forgets('id_utente'),
    ruolo: forgetsAll,
    'ruolo/famiglia': forgetsAll,
  };
}
