/**
 * Users grant only organisations and departments that they have themselves. Only super administrators change their
 * own.
 */
import type { Row } from '../../../schemas/entity.ts';
import type { EntityRules, ListCondition, WriteContext } from '../../capabilities/rules.ts';
import { lockFor } from '../../database/lock.ts';
import { forbidden, refused } from '../../http/problem.ts';

type Dimension = 'organizzazione' | 'reparto';
const COLUMNS: Record<Dimension, string> = { organizzazione: 'id_organizzazione', reparto: 'id_reparto' };
/** The row that means all organisations, or all departments. */
const ALL = 1;

function requireOwnAccess(dimension: Dimension, row: Row, { user }: WriteContext): void {
  if (!user || user.family === 'SUADMIN') return;
  if (row.id_utente === user.id) throw forbidden('own-access');
  // Other rows outside the user's scope are not found anyway.
  if (row[COLUMNS[dimension]] === ALL && user.scopes[dimension] !== 'all') throw forbidden('grant-not-held');
}

/** Returns the rules of access rows: administrators neither see nor remove access beyond their own. */
export const grantRules = (dimension: Dimension): EntityRules => ({
  visible({ user }): ListCondition | undefined {
    const own = user?.scopes[dimension] ?? 'all';
    return own === 'all' ? undefined : { sql: `t.${COLUMNS[dimension]} = any(?::int[])`, values: [own] };
  },
  async check(row, _before, context) {
    requireOwnAccess(dimension, row, context);
    return [];
  },
  beforeDelete: async (row, context) => requireOwnAccess(dimension, row, context),
});

const SUPER_ADMINS = `
  from utente u join ruolo r on r.id = u.id_utente_ruolo join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
  where u.attivo = 1 and u.sys = 0 and f.codice = 'SUADMIN'`;

const isActiveSuperAdmin = (row: Row | undefined): boolean =>
  row?.attivo === 1 && row.sys === 0 && row.codice_famiglia_ruolo === 'SUADMIN';

/**
 * Checks after a write that an active super administrator is left. Because of the lock, concurrent changes wait for
 * each other.
 */
export async function requireSuperAdmin(
  row: Row | undefined,
  before: Row | undefined,
  { transaction }: WriteContext,
): Promise<void> {
  const unchanged = row?.attivo === before?.attivo && row?.id_utente_ruolo === before?.id_utente_ruolo;
  if (!isActiveSuperAdmin(before) || (row && unchanged && row.sys === 0)) return;
  await lockFor(transaction, 'utente.super-admin');
  const { rows } = await transaction.query(`select 1 ${SUPER_ADMINS} limit 1`);
  if (rows.length === 0) throw refused('last-super-admin');
}
