/**
 * An intervention as entering a state would leave it, read and undone: who could not enter the state now is told why,
 * and a report tells what will be there when the state is entered with the same changes.
 */
import type { Row } from '../../../../schemas/entity.ts';
import { Stale, staleProblem } from '../../../capabilities/record-problems.ts';
import { recordsOf } from '../../../capabilities/records.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import { joined } from '../../../database/joined.ts';
import type { Context } from '../../../http/call.ts';
import type { Intervention } from '../reach/rights.ts';
import { type ReportWords, wordsOf } from './contents.ts';
import type { Passages, ReportParts } from './report-dependencies.ts';
import { DATES_SET, gather, type Told, toldBy, unsealed } from './report-values.ts';
import { datesLeft, isTold, type SealedReport } from './seal.ts';

type Whole = Told & Required<Pick<Told, 'foto'>>;

export interface Entered {
  /** As this person reads it. */
  words: ReportWords;
  told: Whole;
  /** The same fields as the report that is there already, whatever the plant has on its reports now. */
  again: Whole | undefined;
  /** What entering sets of the dates. */
  dates: Record<string, string>;
}

interface Entering {
  subject: Intervention;
  state: number;
  /** What is saved together with the state. */
  change: Row;
  /** The report of this passage that is there already. */
  there: SealedReport | undefined;
}

/** Thrown to leave the transaction with what was read in it. */
class Undone extends Error {
  constructor(readonly entered: Entered) {
    super();
  }
}

type Making = Pick<ReportParts, 'schemas'> & Pick<Passages, 'inWords'> & { rules: RulesByResource };

async function readAs(
  { schemas, rules }: Making,
  { subject, state, there }: Entering,
  left: (after: Row) => Row,
  context: Context,
): Promise<Entered> {
  const { database } = context;
  const { id } = subject;
  const words = await wordsOf({ schemas }, rules, { intervention: id, state, forAll: true }, context);
  const [after] = (await database.query<Row>('select data_inizio, data_fine from odl where id = $1', [id]))
    .rows;
  const dates = left(after!);
  const gathered = await gather({ queryable: database, schemas }, id);
  const told = await toldBy(gathered, { dates });
  const then = unsealed(there?.contenuto);
  const again = then && (await toldBy(gathered, { campi: then.campi, dates }));
  const set = DATES_SET.filter((name) => name in dates).map((name) => [name, after![name]]);
  return { words, told, again, dates: Object.fromEntries(set) };
}

/** Of the state it is in already, as it is. */
export async function enteredAs(making: Making, entering: Entering, context: Context): Promise<Entered> {
  const { schemas, rules, inWords } = making;
  const { subject, state, change, there } = entering;
  if (subject.id_stato === state) return readAs(making, entering, () => ({}), context);
  const records = recordsOf(schemas.byResource.entity('odl'), schemas, rules);
  // All that is asked of who enters it, but for the report that is being made.
  const setting: Context['setting'] = (code) =>
    code === 'RappValidCambioStat' ? '0' : context.setting(code);
  // Whoever enters it is asked then whether the technician may be busy.
  const query = { ...context.query, isBypassBlockAllowed: '1' };
  try {
    await context.database.transaction(async (transaction) => {
      const begun = Date.now();
      await records.updateWithin(
        transaction,
        subject.id,
        { ...change, id_stato: state },
        { ...context, setting, query },
      );
      const isSet = (moment: number) => (moment >= begun && moment <= Date.now()) || isTold(there, moment);
      const left = (after: Row) => datesLeft(subject, after, isSet);
      const within = { ...context, database: joined(transaction, context.database) };
      throw new Undone(await readAs(making, entering, left, within));
    });
  } catch (error) {
    if (error instanceof Undone) return error.entered;
    if (!(error instanceof Stale)) throw inWords(records.told(error));
    throw await staleProblem(
      schemas.byResource.entity('odl'),
      await records.read(subject.id, context),
      context,
    );
  }
  throw new Error('The state was entered');
}
