/** Who grants, grants only what he holds; nobody but a super admin grants himself anything. */
import type { Row } from '../../../schemas/entity.ts';
import type { EntityRules, ListCondition, WriteContext } from '../../capabilities/rules.ts';
import { lockFor } from '../../database/lock.ts';
import { forbidden, refused } from '../../http/problem.ts';

type Dimension = 'organizzazione' | 'reparto';
const COLUMNS: Record<Dimension, string> = { organizzazione: 'id_organizzazione', reparto: 'id_reparto' };
/** The organisation, or department, that stands for all of them. */
const ALL = 1;

function requireHeld(dimension: Dimension, row: Row, { user }: WriteContext): void {
  if (!user || user.family === 'SUADMIN') return;
  if (row.id_utente === user.id) throw forbidden('own-access');
  // Of what else is not his he does not know: it is not found.
  if (row[COLUMNS[dimension]] === ALL && user.scopes[dimension] !== 'all') throw forbidden('grant-not-held');
}

/** What somebody has beyond him an administrator neither sees nor takes away. */
export const grantRules = (dimension: Dimension): EntityRules => ({
  visible({ user }): ListCondition | undefined {
    const held = user?.scopes[dimension] ?? 'all';
    return held === 'all' ? undefined : { sql: `t.${COLUMNS[dimension]} = any(?::int[])`, values: [held] };
  },
  async check(row, _before, context) {
    requireHeld(dimension, row, context);
    return [];
  },
  beforeDelete: async (row, context) => requireHeld(dimension, row, context),
});

const SUPER_ADMINS = `
  from utente u join ruolo r on r.id = u.id_utente_ruolo join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
  where u.attivo = 1 and u.sys = 0 and f.codice = 'SUADMIN'`;

const countsAs = (row: Row | undefined): boolean =>
  row?.attivo === 1 && row.sys === 0 && row.codice_famiglia_ruolo === 'SUADMIN';

/** After a write: somebody must be left who can undo it. Two who switch one another off take turns. */
export async function requireSuperAdmin(
  row: Row | undefined,
  before: Row | undefined,
  { transaction }: WriteContext,
): Promise<void> {
  const same = row?.attivo === before?.attivo && row?.id_utente_ruolo === before?.id_utente_ruolo;
  if (!countsAs(before) || (row && same && row.sys === 0)) return;
  await lockFor(transaction, 'utente.super-admin');
  const { rows } = await transaction.query(`select 1 ${SUPER_ADMINS} limit 1`);
  if (rows.length === 0) throw refused('last-super-admin');
}
