/**
 * Changes to report: one row per change, written in its transaction. A routine makes mails, events and news of it
 * after the commit. See docs/decisions/068-changes-first.md.
 */
import type { Row } from '../../../schemas/entity.ts';
import { differs } from '../../../schemas/values.ts';
import type { EntityRules, RulesByResource, WriteContext } from '../../capabilities/rules.ts';
import { ident } from '../../database/sql.ts';
import { wake } from '../../jobs/wake.ts';
import type { Reporter } from './reporter.ts';

/** The routine that reports changes. */
export const REPORTING = 'cambiamenti';

/** Returns SQL of the rows as they were after their change. The change is `c`, its row `t`. */
export const changedRows = (table: string): string =>
  `cambiamento c cross join lateral jsonb_populate_record(null::${ident(table)}, c.riga) t`;

const insertOf = (table: string, id: string): string => `
  insert into cambiamento (risorsa, id_record, riga, prima, id_utente, chi, lotto)
  select $1, t.${ident(id)}, jsonb_strip_nulls(to_jsonb(t)), $3::jsonb, $4::int, $5, $6
  from ${ident(table)} t where t.${ident(id)} = any($2::int[]) order by 2`;

async function queueChanges(
  rows: Row[],
  previous: Row | null,
  { transaction, entity, user, batch }: WriteContext,
): Promise<void> {
  await transaction.send(insertOf(entity.table, entity.id), [
    entity.resource,
    rows.map((row) => row[entity.id]),
    previous && JSON.stringify(previous),
    user?.id ?? null,
    user?.name ?? null,
    batch ?? null,
  ]);
  transaction.afterCommit(() => wake(REPORTING));
}

/** Returns the previous values of the columns that changed. */
const previousOf = (columns: string[], row: Row, before: Row): Row =>
  Object.fromEntries(
    columns.filter((name) => differs(name, row, before)).map((name) => [name, before[name] ?? null]),
  );

const rulesOf = (columns: string[]): EntityRules => ({
  async afterWrite(row, before, context) {
    if (!row) return;
    const previous = before ? previousOf(columns, row, before) : null;
    if (previous && Object.keys(previous).length === 0) return;
    await queueChanges([row], previous, context);
  },
  async afterCreateMany(rows, context) {
    if (rows.length > 0) await queueChanges(rows, null, context);
  },
});

/** Returns the rules that write a row for each change that a reporter reports. They run last. */
export function changeRules(reporters: Reporter[]): RulesByResource {
  const columns = new Map<string, Set<string>>();
  for (const { resource, columns: its } of reporters)
    columns.set(resource, new Set([...(columns.get(resource) ?? []), ...its]));
  return Object.fromEntries([...columns].map(([resource, names]) => [resource, rulesOf([...names])]));
}
