/** The rules of schedules: checks, computed values and deletion. */

import type { Row } from '../../../schemas/entity.ts';
import { NOTIFIES, NOTIFIES_ALWAYS } from '../../../schemas/interventions.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import { isEmpty } from '../../../schemas/values.ts';
import { historyInsert } from '../../capabilities/history-insert.ts';
import type { EntityRules, WriteContext } from '../../capabilities/rules.ts';
import { onlyRow } from '../../database/rows.ts';
import { MarkedValues, matching } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { wake } from '../../jobs/wake.ts';
import { textParameter } from '../../requests/list-parameters.ts';
import { assetsElsewhere, GENERATION, requireNothingOpen } from './maintenance-rules.ts';
import { nextDays } from './next-days.ts';

const FACTS = `
  select (select codice = '*' from odl_tipoguasto where id = $1) as every,
    exists (select 1 from utente u join ruolo r on r.id = u.id_utente_ruolo
      join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
      where u.id = $2 and f.codice = 'RIFTEC' and u.attivo = 1) as technician`;

const integer = (value: unknown): unknown => (Number.isInteger(value) ? value : null);

/** Refuses values that would make the interventions of the schedule invalid. */
async function check(row: Row, before: Row | undefined, context: WriteContext): Promise<Refusal[]> {
  const { transaction, setting } = context;
  const { rows } = await transaction.query<{ every: boolean | null; technician: boolean }>(FACTS, [
    integer(row.id_tipo_guasto),
    integer(row.id_tecnico),
  ]);
  const { every, technician } = onlyRow(rows);
  const hasTechnician = !isEmpty(row.id_tecnico);
  const technicianChanged = hasTechnician && row.id_tecnico !== before?.id_tecnico;
  return [
    ...(every ? [{ field: 'id_tipo_guasto', rule: 'choice' } as const] : []),
    ...(technicianChanged && !technician ? [{ field: 'id_tecnico', rule: 'choice' } as const] : []),
    ...(hasTechnician && setting(NOTIFIES) === NOTIFIES_ALWAYS && isEmpty(row.id_usr_notifica)
      ? [{ field: 'id_usr_notifica', rule: 'required' } as const]
      : []),
    ...(before ? await assetsElsewhere(row, before, context) : []),
  ];
}

const REMOVE_BELOW = `
  with gone as (
    update manutenzione set canc = 1, versione = versione + 1, data_ultima_mod = now(), id_usr_ultima_mod = $2
    where id_schedulazione = $1 and canc = 0 returning id)
  ${historyInsert({ resource: "'manutenzione'", operation: 'delete', id: 'id', author: '$2::int', name: '$3', from: 'gone' })}`;

const MAINTENANCES =
  '(select count(*)::int from manutenzione m where m.id_schedulazione = t.id and m.canc = 0)';
const FAULT = `(
  select m.errore from manutenzione m where m.id_schedulazione = t.id and m.canc = 0 and m.errore is not null
  order by m.id limit 1)`;

interface Counted {
  id: number;
  quante: number;
  testi: Record<string, string> | null;
}

async function present(rows: Row[], context: Context): Promise<void> {
  const { database, language } = context;
  const counted = await database.query<Counted>(
    `select t.id, ${MAINTENANCES} as quante, ${FAULT.replace('m.errore from', 'm.traduzioni from')} as testi
     from manutenzione_schedulazione t where t.id = any($1::int[])`,
    [rows.map((row) => row.id)],
  );
  const found = new Map<unknown, Counted>(counted.rows.map((row) => [row.id, row]));
  const nextDates = await nextDays(rows, context);
  for (const row of rows) {
    const { quante = 0, testi }: Partial<Counted> = found.get(row.id) ?? {};
    row.num_manutenzioni = quante;
    row.prossima_scadenza = nextDates.get(row.id) ?? null;
    row.errore = testi?.[language] ?? null;
  }
}

export const scheduleRules: EntityRules = {
  check,
  present,
  computed: () => ({ num_manutenzioni: MAINTENANCES, errore: FAULT }),
  where(query) {
    const text = textParameter(query, 'codiceDescrizione');
    if (text === undefined) return undefined;
    const values = new MarkedValues();
    return { sql: matching(['t.codice', 't.descrizione'], text, values), values: values.list };
  },
  // Generation locks the maintenances before their schedule. A deletion locks in the same order.
  async holdFirst(id, { transaction }, against) {
    if (against === 'delete')
      await transaction.query(
        'select id from manutenzione where id_schedulazione = $1 and canc = 0 order by id for update',
        [id],
      );
  },
  async beforeDelete(row, context) {
    await requireNothingOpen('id_schedulazione', row.id, context);
    const { transaction, user } = context;
    await transaction.query(REMOVE_BELOW, [row.id, user?.id ?? null, user?.name ?? null]);
  },
  async afterWrite(row, before, { transaction }) {
    // The change may remove an obstacle of the maintenances.
    if (row && before) transaction.afterCommit(() => wake(GENERATION));
  },
};
