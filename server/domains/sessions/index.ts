/** Who signs in and how; and that a change of a user or his role is felt at once. */
import type { EntityRules, RulesByResource } from '../../capabilities/rules.ts';
import type { Call } from '../../http/call.ts';
import type { Sessions } from '../../http/session.ts';
import { createAddresses } from './addresses.ts';
import { connectorKeyCalls } from './connector-keys.ts';
import { externalCalls } from './external.ts';
import type { Licensing } from './parts.ts';
import { passwordCalls } from './passwords.ts';
import { signInCalls } from './sign-in.ts';

export function sessionCalls(sessions: Sessions, licensing: Licensing): Call[] {
  const parts = { sessions, addresses: createAddresses(), licensing };
  return [...signInCalls(parts), ...externalCalls, ...passwordCalls(parts), ...connectorKeyCalls(licensing)];
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
