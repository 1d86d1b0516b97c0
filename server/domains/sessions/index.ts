/** The calls of sessions, and the rules that apply changes of users and roles at once. */

import type { Entity, Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { RowOf } from '../../../schemas/types.ts';
import type { ActHandler } from '../../capabilities/acts.ts';
import { readableEntity } from '../../capabilities/readable-entity.ts';
import type { EntityRules, RulesByResource, WriteContext } from '../../capabilities/rules.ts';
import type { Call } from '../../http/call.ts';
import type { Sessions } from '../../http/session.ts';
import { accountNotices } from './account-notices.ts';
import { connectorKeyActs } from './connector-keys.ts';
import { demoAccountsCall } from './demo-accounts.ts';
import { externalCalls } from './external.ts';
import { factorNotes } from './factor-history.ts';
import { invitationActs } from './invitations.ts';
import { endSession } from './logins.ts';
import { ownPasswordCall } from './own-password.ts';
import { passwordCalls } from './passwords.ts';
import { resetFactorAct, secondFactorCalls } from './second-factor-calls.ts';
import { secondStepCalls } from './second-step.ts';
import type { Parts } from './session-dependencies.ts';
import { signInCalls } from './sign-in.ts';
import { visitCalls } from './visits.ts';

export { connectorKeyRules } from './connector-keys.ts';
export { deviceOf } from './device.ts';
export { createAddresses } from './link-addresses.ts';
export { endSession };

/** The number of failed attempts per user and minute in calls that require the user's own password. */
const OWN_FAILURES = 5;

export const sessionParts = (schemas: Schemas, dependencies: Omit<Parts, 'noteFactor'>): Parts => ({
  ...dependencies,
  noteFactor: factorNotes(schemas.byResource.entity('utente'), dependencies.sessions),
});

export const sessionActs = (schemas: Schemas, parts: Parts): ActHandler[] => [
  ...invitationActs(parts),
  ...connectorKeyActs(schemas, parts.licensing),
  resetFactorAct(parts),
];

export function sessionCalls(parts: Parts, signOn: { insecure: boolean }): Call[] {
  const ownAttempts = parts.sessions.limits.attempts('own-password', OWN_FAILURES);
  const neverStored = [
    ...signInCalls(parts),
    demoAccountsCall,
    ...secondStepCalls(parts),
    ...passwordCalls(parts),
    ownPasswordCall(parts, ownAttempts),
    ...secondFactorCalls(parts, ownAttempts),
    ...visitCalls,
  ];
  return [
    // Replies with tokens or passwords are never stored, not even for repeated requests.
    ...neverStored.map((call): Call => ({ ...call, once: 'never' })),
    ...externalCalls(parts, signOn),
  ];
}

/** SQL whether the user has ever had a password, which decides which mail the user can get. */
const HAS_PASSWORD = `(exists (select 1 from credenziale c where c.id_utente = t.id and c.hash is not null))::int`;

const hasPasswordRules = (users: Entity): EntityRules<RowOf<'utente'>> => ({
  computed: () => ({ con_password: HAS_PASSWORD }),
  async present(rows, context) {
    if (!readableEntity(context, users).field('con_password')) return;
    const { rows: withPassword } = await context.database.query<{ id: number }>(
      `select t.id from utente t where t.id = any($1::int[]) and ${HAS_PASSWORD} = 1`,
      [rows.map(({ id }) => id)],
    );
    const ids = new Set(withPassword.map(({ id }) => id));
    for (const row of rows) row.con_password = ids.has(row.id) ? 1 : 0;
  },
});

export function sessionRules(sessions: Sessions, schemas: Schemas): RulesByResource {
  const { accounts } = sessions;
  const forgetUser = (column: string) => ({
    async afterWrite(row: Row | undefined, before: Row | undefined, { transaction }: WriteContext) {
      const id = Number((row ?? before)?.[column]);
      transaction.afterCommit(() => accounts.forget(id));
    },
  });
  const forgetAllUsers: EntityRules = {
    async afterWrite(_row, _before, { transaction }) {
      transaction.afterCommit(() => accounts.forget());
    },
  };
  return {
    utente: {
      async afterWrite(row, before, context) {
        await forgetUser('id').afterWrite(row, before, context);
        await accountNotices.afterWrite(row, before, context);
        // Otherwise the session would continue if the user is active again before it expires.
        if (row && before?.attivo === 1 && row.attivo !== 1)
          await endSession(sessions, context.transaction, row.id, 'azzerata');
      },
      ...hasPasswordRules(schemas.byResource.entity('utente')),
    },
    'utente/organizzazione': forgetUser('id_utente'),
    'utente/reparto': forgetUser('id_utente'),
    ruolo: forgetAllUsers,
    'ruolo/famiglia': forgetAllUsers,
  };
}
