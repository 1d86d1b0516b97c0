/**
 * Enters a state in a transaction that is rolled back, and reads the intervention in that state. So users see
 * refusals before they make the report, and the report has the data of the later change.
 */
import type { Row } from '../../../../schemas/entity.ts';
import { DATES_SET, type ReportData } from '../../../../schemas/report-content.ts';
import { Stale, staleProblem } from '../../../capabilities/record-problems.ts';
import { recordsOf } from '../../../capabilities/records.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import { joined } from '../../../database/joined.ts';
import type { Context } from '../../../http/call.ts';
import type { Intervention } from '../reach/rights.ts';
import { type ReportWords, wordsOf } from './contents.ts';
import type { Passages, ReportParts } from './report-dependencies.ts';
import { readSource, reportDataFrom, unsealed } from './report-values.ts';
import { datesBefore, isReportedDate, type SealedReport } from './seal.ts';

type FullData = ReportData & Required<Pick<ReportData, 'foto'>>;

export interface Entered {
  /** The text of the report as the user may read it. */
  words: ReportWords;
  data: FullData;
  /** The data in the fields of the existing report, even if the plant prints other fields now. */
  sameFields: FullData | undefined;
  /** The dates that entering the state sets. */
  dates: Record<string, string>;
}

interface StateEntry {
  subject: Intervention;
  state: number;
  /** Values saved together with the state. */
  change: Row;
  /** The existing report for this state. */
  existing: SealedReport | undefined;
}

/** Is thrown to roll back the transaction, and carries the data that was read. */
class RolledBack extends Error {
  constructor(readonly entered: Entered) {
    super();
  }
}

type ReportContext = Pick<ReportParts, 'schemas'> &
  Pick<Passages, 'withReasons'> & { rules: RulesByResource };

async function readNow(
  { schemas, rules }: ReportContext,
  { subject, state, existing }: StateEntry,
  restore: (after: Row) => Row,
  context: Context,
): Promise<Entered> {
  const { database } = context;
  const { id } = subject;
  const words = await wordsOf({ schemas }, rules, { intervention: id, state, forAll: true }, context);
  const [after] = (await database.query<Row>('select data_inizio, data_fine from odl where id = $1', [id]))
    .rows;
  const dates = restore(after!);
  const source = await readSource({ queryable: database, schemas }, id);
  const data = await reportDataFrom(source, { dates });
  const then = unsealed(existing?.contenuto);
  const sameFields = then && (await reportDataFrom(source, { campi: then.campi, dates }));
  const set = DATES_SET.filter((name) => name in dates).map((name) => [name, after![name]]);
  return { words, data, sameFields, dates: Object.fromEntries(set) };
}

/** Reads the intervention as it would be in the state. If it is in that state already, reads it as it is. */
export async function readEntered(
  reportContext: ReportContext,
  entry: StateEntry,
  context: Context,
): Promise<Entered> {
  const { schemas, rules, withReasons } = reportContext;
  const { subject, state, change, existing } = entry;
  if (subject.id_stato === state) return readNow(reportContext, entry, () => ({}), context);
  const records = recordsOf(schemas.byResource.entity('odl'), schemas, rules);
  // Applies all checks of the state except the report, which is being made.
  const setting: Context['setting'] = (code) =>
    code === 'RappValidCambioStat' ? '0' : context.setting(code);
  // The question about a busy technician is asked later, when the state is entered.
  const query = { ...context.query, isBypassBlockAllowed: '1' };
  try {
    await context.database.transaction(async (transaction) => {
      // An act that arrives late sets the time when it was done.
      const startedAt = Math.min(Date.now(), context.late?.done.getTime() ?? Date.now());
      await records.updateWithin(
        transaction,
        subject.id,
        { ...change, id_stato: state },
        { ...context, setting, query },
      );
      const isSet = (moment: number) =>
        (moment >= startedAt && moment <= Date.now()) || isReportedDate(existing, moment);
      const restore = (after: Row) => datesBefore(subject, after, isSet);
      const inTransaction = { ...context, database: joined(transaction, context.database) };
      throw new RolledBack(await readNow(reportContext, entry, restore, inTransaction));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.entered;
    if (!(error instanceof Stale)) throw withReasons(records.asProblem(error));
    throw await staleProblem(
      schemas.byResource.entity('odl'),
      await records.read(subject.id, context),
      context,
    );
  }
  throw new Error('The state was entered');
}
