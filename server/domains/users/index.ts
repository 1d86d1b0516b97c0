/** The rules of users: who may change whom, system users, and the seats of the licence. */
import type { Family } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import type { EntityRules, RulesByResource, WriteContext } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import { lockFor } from '../../database/lock.ts';
import { forbidden } from '../../http/problem.ts';
import { todayIn } from '../../plant/plant-time.ts';
import { grantRules, requireSuperAdmin } from './granting.ts';
import palette from './palette.json' with { type: 'json' };

export interface UserParts {
  /** Throws if the licence has no seat for another active user of the family. */
  requireSeat(database: Queryable, family: Family): Promise<void>;
}

const SUPER_ADMIN: Family = 'SUADMIN';

async function familyOfRole(role: unknown, { transaction }: WriteContext): Promise<Family | undefined> {
  if (typeof role !== 'number') return undefined;
  const { rows } = await transaction.query<{ codice: Family }>(
    'select f.codice from ruolo r join ruolo_famiglia f on f.id = r.id_famiglia_ruolo where r.id = $1',
    [role],
  );
  return rows[0]?.codice;
}

/** Throws unless a super administrator creates, changes or removes a super administrator. */
async function guardFamily(roles: unknown[], context: WriteContext): Promise<void> {
  if (!context.user || context.user.family === SUPER_ADMIN) return;
  for (const role of new Set(roles))
    if ((await familyOfRole(role, context)) === SUPER_ADMIN) throw forbidden('super-admin-only');
}

async function guardUser(id: unknown, context: WriteContext): Promise<void> {
  const { rows } = await context.transaction.query<{ id_utente_ruolo: number }>(
    'select id_utente_ruolo from utente where id = $1',
    [id],
  );
  if (rows[0]) await guardFamily([rows[0].id_utente_ruolo], context);
}

const sameMail = (one: unknown, other: unknown): boolean =>
  String(one ?? '').toLowerCase() === String(other ?? '').toLowerCase();

async function mailRefusals(row: Row, before: Row | undefined, context: WriteContext): Promise<Refusal[]> {
  if (row.sys === 1 || typeof row.mail !== 'string') return [];
  if (before && sameMail(row.mail, before.mail)) return [];
  // A unique index cannot check this, because all system users have the same mail.
  await lockFor(context.transaction, 'utente.mail');
  const { rows } = await context.transaction.query(
    'select 1 from utente where sys = 0 and lower(mail) = lower($1) and id <> $2 limit 1',
    [row.mail, before?.id ?? 0],
  );
  return rows.length > 0 ? [{ field: 'mail', rule: 'not-unique' }] : [];
}

/** Completes a system user, who has no mailbox and cannot sign in. */
function completeSystemUser(row: Row): void {
  if (row.sys !== 1) return;
  row.mail = '-';
  row.attivo = 0;
}

async function nextColour({ transaction }: WriteContext): Promise<string> {
  const { rows } = await transaction.query<{ n: number }>('select count(*)::int as n from utente');
  return JSON.stringify(palette[(rows[0]?.n ?? 0) % palette.length]);
}

function userRulesOf({ requireSeat }: UserParts): EntityRules {
  /** Requires a seat when a user becomes active, or changes family while active. */
  async function requireFreeSeat(row: Row, before: Row | undefined, context: WriteContext): Promise<void> {
    if (row.attivo !== 1 || row.sys === 1) return;
    const family = await familyOfRole(row.id_utente_ruolo, context);
    const familyBefore =
      before?.attivo === 1 ? await familyOfRole(before.id_utente_ruolo, context) : undefined;
    if (family && family !== familyBefore) await requireSeat(context.transaction, family);
  }

  return {
    async check(row, before, context) {
      await guardFamily([row.id_utente_ruolo, before?.id_utente_ruolo], context);
      return mailRefusals(row, before, context);
    },
    async beforeCreate(row, context) {
      completeSystemUser(row);
      row.registrazione = todayIn(context.setting, context.now);
      row.colore ??= await nextColour(context);
      await requireFreeSeat(row, undefined, context);
    },
    async beforeUpdate(row, before, context) {
      completeSystemUser(row);
      await requireFreeSeat(row, before, context);
    },
    afterWrite: requireSuperAdmin,
    async beforeDelete(row, context) {
      await guardFamily([row.id_utente_ruolo], context);
      for (const table of ['utente_organizzazione', 'utente_reparto'])
        await context.transaction.query(`delete from ${table} where id_utente = $1`, [row.id]);
    },
  };
}

const linkRules = (dimension: 'organizzazione' | 'reparto'): EntityRules => {
  const grants = grantRules(dimension);
  return {
    visible: grants.visible,
    async check(row, before, context, prepared) {
      await guardUser(row.id_utente, context);
      return grants.check!(row, before, context, prepared);
    },
    async beforeDelete(row, context, prepared) {
      await guardUser(row.id_utente, context);
      await grants.beforeDelete!(row, context, prepared);
    },
  };
};

export const userRules = (parts: UserParts): RulesByResource => ({
  utente: userRulesOf(parts),
  'utente/organizzazione': linkRules('organizzazione'),
  'utente/reparto': linkRules('reparto'),
  // Users who may not create super administrators do not get their family and roles as choices.
  'ruolo/famiglia': {
    where: (_query, { user }) =>
      user?.family === SUPER_ADMIN ? undefined : { sql: `t.codice <> '${SUPER_ADMIN}'`, values: [] },
  },
  ruolo: {
    where: (_query, { user }) =>
      user?.family === SUPER_ADMIN
        ? undefined
        : {
            sql: `t.id_famiglia_ruolo in (select id from ruolo_famiglia where codice <> '${SUPER_ADMIN}')`,
            values: [],
          },
  },
});
