/**
 * Reports changes in portions: claims them, lets the reporters write their rows, and deletes them, in one transaction.
 * None is lost and none is reported twice, with any number of servers. A record's changes are reported in order.
 */
import type { SettingOf } from '../../../schemas/access.ts';
import { messageOf } from '../../../schemas/failures.ts';
import type { Database, Transaction } from '../../database/engine.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { Routine } from '../../jobs/routine.ts';
import { REPORTING } from './changes.ts';
import { type Change, concerns, type Reporter } from './reporter.ts';

const PORTION = 200;
const LOOK_SECONDS = 15;
/** The longest pause in minutes before a change that could not be reported is tried again. */
const LONGEST_PAUSE_MINUTES = 60;

/** The first single change that waits for a due one of its record. */
const FIRST_WAITING = `
  select min(w.id) from cambiamento w join cambiamento p on p.risorsa = w.risorsa and p.id_record = w.id_record and p.id < w.id
  where w.lotto is null and p.lotto is null and p.prossimo <= now()`;

/**
 * Claims due changes, one per record. Single changes come before those of a batch. A change waits for the previous one
 * of its record, also if another server has claimed that or it could not be reported. Single changes after one that
 * waits for a due one are left to the next portion, so that the news of a user are in order. A change that no reporter
 * of this server knows is left to servers of another version.
 */
const CLAIM = `
  select c.id::text as id, c.risorsa as resource, c.id_record as record, c.riga as row, c.prima as before,
    c.id_utente as user, c.chi as by, c.lotto as batch
  from cambiamento c
  where c.risorsa = any($2::text[]) and c.prossimo <= now() and not exists (
    select 1 from cambiamento p where p.risorsa = c.risorsa and p.id_record = c.id_record and p.id < c.id)
    and (c.lotto is not null or c.id < coalesce((${FIRST_WAITING}), c.id + 1))
  order by c.lotto is not null, c.id limit $1::int for update of c skip locked`;

const FORGET = 'delete from cambiamento where id = any($1::bigint[])';

const PUT_OFF = `
  update cambiamento set tentativi = tentativi + 1,
    prossimo = now() + least(power(2, least(tentativi, 10)), ${LONGEST_PAUSE_MINUTES}) * interval '1 minute'
  where id = $1::bigint`;

export interface Reporting {
  database: Database;
  reporters: Reporter[];
  setting: SettingOf;
  goOn(): void;
}

/** Returns the changes in runs of one resource, in order. */
function runsOf(changes: Change[]): Change[][] {
  const runs: Change[][] = [];
  for (const change of changes) {
    const run = runs.at(-1);
    if (run?.[0]?.resource === change.resource) run.push(change);
    else runs.push([change]);
  }
  return runs;
}

async function report(
  transaction: Transaction,
  changes: Change[],
  { reporters, setting }: Reporting,
): Promise<void> {
  for (const run of runsOf(changes))
    for (const { resource, columns, report } of reporters) {
      const its = run.filter((change) => change.resource === resource && concerns(change, columns));
      if (its.length > 0) await report(transaction, its, setting);
    }
  await transaction.query(FORGET, [changes.map(({ id }) => id)]);
}

/** Reports up to this many changes. Returns those it claimed and the error, if it could not report them. */
async function portion(limit: number, reporting: Reporting): Promise<{ claimed: Change[]; error?: unknown }> {
  let claimed: Change[] = [];
  const resources = reporting.reporters.map(({ resource }) => resource);
  try {
    await reporting.database.transaction(async (transaction) => {
      claimed = (await transaction.query<Change>(CLAIM, [limit, resources])).rows;
      if (claimed.length > 0) await report(transaction, claimed, reporting);
    });
    return { claimed };
  } catch (error) {
    return { claimed, error };
  }
}

export interface Reported {
  reported: number;
  /** The changes that could not be reported. They are tried again later. */
  failed: number;
  /** Why the first of them could not be reported. */
  error?: unknown;
}

/**
 * Reports all due changes. If a portion fails, its changes are reported one by one. Those that fail again are put off,
 * so that they delay no other record.
 */
export async function reportChanges(reporting: Reporting): Promise<Reported> {
  const result: Reported = { reported: 0, failed: 0 };
  /** The number of changes to report one by one. */
  let alone = 0;
  for (;;) {
    reporting.goOn();
    const { claimed, error } = await portion(alone > 0 ? 1 : PORTION, reporting);
    const [first, ...others] = claimed;
    if (!first) {
      // Without a claimed change the database failed.
      if (error !== undefined) throw error;
      return result;
    }
    if (alone > 0) alone--;
    if (error === undefined) result.reported += claimed.length;
    else if (others.length > 0) alone = claimed.length;
    else {
      await reporting.database.query(PUT_OFF, [first.id]);
      result.failed++;
      result.error ??= error;
    }
  }
}

export const reportingRoutine = (reporters: Reporter[]): Routine => ({
  name: REPORTING,
  title: { it: 'Mail, webhook e novità dei cambiamenti', en: 'Mails, webhooks and news of changes' },
  every: { wake: true, lookEverySeconds: LOOK_SECONDS },
  async run({ context: { database, setting }, log, goOn, progress }) {
    const { reported, failed, error } = await reportChanges({ database, reporters, setting, goOn });
    progress(reported);
    if (failed === 0) return undefined;
    log.error({ err: error }, `${failed} changes could not be reported`);
    return inBoth('changes-put-off', { count: failed, reason: messageOf(error) });
  },
});
