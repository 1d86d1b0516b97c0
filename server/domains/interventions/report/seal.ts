/** Compares a report with the current intervention: the changes since, and whether they are allowed. */
import type { SettingOf } from '../../../../schemas/access.ts';
import type { Language, Row } from '../../../../schemas/entity.ts';
import { DATES_SET, type ReportData } from '../../../../schemas/report-content.ts';
import { REPORT_NEEDED } from '../../../../schemas/results.ts';
import type { PreparedRules, WriteContext } from '../../../capabilities/rules.ts';
import { inLanguage } from '../../../database/sql.ts';
import { Problem } from '../../../http/problem.ts';
import { type Change, changesBetween, type Words } from './changes.ts';
import labels from './labels.json' with { type: 'json' };
import { reportsChecked } from './need.ts';
import {
  type Reading,
  type ReportSource,
  readSource,
  reportDataFrom,
  sealed,
  unsealed,
} from './report-values.ts';
import { Texts } from './texts.ts';

/** Returns whether changes after the signature are allowed. The public check of the report then lists them. */
export const changesAllowed = (setting: SettingOf): boolean => setting('RappModificheAmmesse') === '1';

interface Reader {
  language: Language;
  setting: SettingOf;
}

export interface SealedReport {
  id: number;
  id_odl: number;
  id_stato: number;
  /** 1 if the state still requires a job report. */
  firma: number;
  impronta: string | null;
  contenuto: string | null;
  date_entrata: string | null;
}

const OPEN = `
  select p.id, p.id_odl, p.id_stato, s.richiedi_firma_rapportino as firma, p.impronta, p.contenuto, p.date_entrata
  from rapportini p join stato s on s.id = p.id_stato where p.id_odl = $1 and p.concluso is null`;

const openReports = async ({ queryable }: Reading, intervention: number): Promise<SealedReport[]> =>
  (await queryable.query<SealedReport>(OPEN, [intervention])).rows;

const reportedDates = ({ date_entrata }: Pick<SealedReport, 'date_entrata'>): Record<string, string> =>
  date_entrata ? JSON.parse(date_entrata) : {};

const timestampOf = (value: unknown): number => Date.parse(String(value));

/** Returns the old values of dates set by entering a state. `isSet` recognises them. */
export function datesBefore(before: Row, after: Row, isSet: (moment: number) => boolean): Row {
  const names = DATES_SET.filter((name) => {
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    return is !== null && was !== is && (isSet(timestampOf(is)) || is === before.data_fine);
  });
  return Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
}

export const isReportedDate = (
  report: Pick<SealedReport, 'date_entrata'> | undefined,
  moment: number,
): boolean =>
  report !== undefined &&
  Object.values(reportedDates(report)).some((reported) => timestampOf(reported) === moment);

const LABELS = (language: Language): string => `
  select r.provenienza, r.campo, ${inLanguage('r', 'label', language)} as label
  from camporeport r join odl t on t.id_classe_intervento = r.id_classe_intervento where t.id = $1 order by r.canc desc`;

async function wordsOf(
  { queryable, schemas }: Reading,
  intervention: number,
  { language, setting }: Reader,
): Promise<Words> {
  const entity = schemas.byResource.entity('odl');
  const { rows } = await queryable.query<Row>(LABELS(language), [intervention]);
  const names = new Map(rows.map(({ provenienza, campo, label }) => [`${provenienza} ${campo}`, label]));
  return {
    ...{ language, entity, texts: new Texts(language, setting, entity) },
    labelOf: ({ provenienza, campo }) =>
      String(names.get(`${provenienza} ${campo}`) ?? labels[campo === 'totale' ? campo : 'campi'][language]),
  };
}

async function differences(
  { then, now }: { then: ReportData; now: ReportData },
  words: () => Promise<Words>,
): Promise<Change[]> {
  const comparable = then.foto ? now : { ...now, foto: undefined };
  if (sealed(then).impronta === sealed(comparable).impronta) return [];
  return changesBetween(then, now, await words());
}

/** Returns the differences between two versions of an intervention's data, in the reader's language. */
export const changesOf = (
  reading: Reading,
  intervention: number,
  versions: { then: ReportData; now: ReportData },
  reader: Reader,
): Promise<Change[]> => differences(versions, () => wordsOf(reading, intervention, reader));

/** The current data and the texts for changes. Each is read once, and only if needed. */
interface CurrentData {
  gathered(): Promise<ReportSource>;
  words(): Promise<Words>;
}

function currentDataOf(reading: Reading, intervention: number, reader: Reader): CurrentData {
  let gathered: Promise<ReportSource> | undefined;
  let words: Promise<Words> | undefined;
  return {
    gathered() {
      gathered ??= readSource(reading, intervention);
      return gathered;
    },
    words() {
      words ??= wordsOf(reading, intervention, reader);
      return words;
    },
  };
}

/** Returns the changes since the report; undefined if the report was made before seals existed. */
async function changesSince(current: CurrentData, report: SealedReport, dates: Row = {}) {
  const then = unsealed(report.contenuto);
  if (!then) return undefined;
  const now = await reportDataFrom(await current.gathered(), { campi: then.campi, dates });
  const changes = await differences({ then, now }, current.words);
  return changes.length > 0 ? { changes, now: then.foto ? now : { ...now, foto: undefined } } : undefined;
}

/** Returns the changes since each state's current report. There are none if changes are allowed. */
export async function outdatedReports(
  reading: Reading,
  intervention: { id: number; id_stato: number },
  reader: Reader,
): Promise<Map<number, Change[]>> {
  const found = new Map<number, Change[]>();
  if (changesAllowed(reader.setting)) return found;
  const current = currentDataOf(reading, intervention.id, reader);
  for (const report of await openReports(reading, intervention.id)) {
    if (report.id_stato === intervention.id_stato) continue;
    const difference = await changesSince(current, report);
    if (difference) found.set(report.id_stato, difference.changes);
  }
  return found;
}

export const inOneLine = (changes: Change[]): string => changes.map(({ testo }) => testo).join('; ');

const reportNeeded = (changes: Change[]): Problem =>
  new Problem(200, 'report-needed', {
    result: REPORT_NEEDED,
    refusals: [{ field: 'id_stato', rule: 'report-changed', params: { changes: inOneLine(changes) } }],
    data: { modifiche: changes },
  });

const readingOf = ({ transaction, schemas }: WriteContext): Reading => ({ queryable: transaction, schemas });

/** Sets a date to the value in the signed report, if the report has one. */
function applyReportedDates(row: Row, report: SealedReport | undefined, context: WriteContext): void {
  if (!report) return;
  const dates = reportedDates(report);
  for (const name of DATES_SET) {
    const reported = dates[name];
    if (reported === undefined || timestampOf(row[name]) !== context.now.getTime()) continue;
    const earliest =
      name === 'data_fine' && row.data_inizio ? timestampOf(row.data_inizio) : Number.NEGATIVE_INFINITY;
    if (timestampOf(reported) >= earliest && timestampOf(reported) <= context.now.getTime())
      row[name] = reported;
  }
}

/**
 * Checks the report after the write, because the check reads the new references too. A refusal rolls the write
 * back.
 */
async function compareWithReport(
  row: Row,
  before: Row,
  report: SealedReport,
  context: WriteContext,
): Promise<void> {
  const current = currentDataOf(readingOf(context), report.id_odl, context);
  const isSet = (moment: number) => moment === context.now.getTime() || isReportedDate(report, moment);
  const difference = await changesSince(current, report, datesBefore(before, row, isSet));
  if (!difference) return;
  const { changes, now } = difference;
  const checked = report.firma === 1 && reportsChecked(context.setting);
  if (checked && !changesAllowed(context.setting)) throw reportNeeded(changes);
  const { impronta, contenuto } = sealed(now);
  await context.transaction.query(
    'update rapportini set impronta_entrata = $2, contenuto_entrata = $3 where id = $1',
    [report.id, impronta, contenuto],
  );
}

/** Returns the differences between a report and what was entered with it, if they were allowed. */
export async function enteredDifferences(
  reading: Reading,
  report: { id_odl: number; contenuto: string | null; contenuto_entrata: string | null },
  reader: Reader,
): Promise<Change[]> {
  const [then, now] = [unsealed(report.contenuto), unsealed(report.contenuto_entrata)];
  return then && now ? changesOf(reading, report.id_odl, { then, now }, reader) : [];
}

/** The current reports of the old and the new state, read while the intervention is locked. */
interface Prepared {
  entered?: SealedReport;
  left?: SealedReport;
}

export const sealing: PreparedRules<Row, Prepared> = {
  async prepare(row, before, context) {
    const { id } = before ?? {};
    if (typeof id !== 'number' || row.id_stato === before?.id_stato) return {};
    const open = await openReports(readingOf(context), id);
    const ofState = (state: unknown) => open.find(({ id_stato }) => id_stato === state);
    return { entered: ofState(row.id_stato), left: ofState(before?.id_stato) };
  },
  async beforeUpdate(row, _before, context, { entered }) {
    applyReportedDates(row, entered, context);
  },
  async afterWrite(row, before, context, { entered, left } = {}) {
    if (!row || !before || row.id_stato === before.id_stato) return;
    if (entered?.contenuto) await compareWithReport(row, before, entered, context);
    // A report counts for one stay in a state: entering the state again requires another one.
    if (left)
      await context.transaction.query(
        'update rapportini set concluso = now() where id_odl = $1 and id_stato = $2 and concluso is null',
        [row.id, before.id_stato],
      );
  },
};
