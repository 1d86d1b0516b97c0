/**
 * A report that was signed without a connection: the contents that the device displayed must be those that the
 * server would print. See docs/decisions/050-sealed-job-reports.md.
 */
import { MINUTE_MS } from '../../../../schemas/durations.ts';
import type { Row } from '../../../../schemas/entity.ts';
import { DATES_SET, isReportData, type ReportData } from '../../../../schemas/report-content.ts';
import type { Context } from '../../../http/call.ts';
import type { LateAct } from '../../../http/late.ts';
import { conflict, refused } from '../../../http/problem.ts';
import type { ReportWords } from './contents.ts';
import type { Entered } from './entering.ts';
import { fingerprintOf, type Reading } from './report-values.ts';
import { changesOf, inOneLine } from './seal.ts';
import type { Signed } from './signers.ts';

/** What a device displayed, with the fingerprint that is stored with the signatures. */
export interface Shown {
  fingerprint: string;
  data: ReportData;
}

/** The property of the body with the contents that the device displayed. */
const SHOWN = 'mostrato';

/** Returns the values to save with the state, and the contents that the device displayed, if it sent them. */
export function shownIn({ body }: Pick<Context, 'body'>): { change: Row; shown?: Shown } {
  const { [SHOWN]: data, ...change } = body;
  if (data === undefined) return { change };
  if (!isReportData(data)) throw refused('report-shown-malformed');
  return { change, shown: { fingerprint: fingerprintOf(data), data } };
}

/** The fields that devices display: custom fields that the user may read. The total may include hidden costs. */
export const shownFields = <F extends { provenienza: number; campo: string }>(
  fields: F[],
  { columns }: Pick<ReportWords, 'columns'>,
): F[] =>
  fields.filter(
    ({ provenienza, campo }) =>
      campo.startsWith('campo_') &&
      columns.some((one) => one.campo === campo && one.provenienza === provenienza),
  );

/** Two clocks of which one was compared with the other at each act differ by less. */
const TOLERANCE_MS = MINUTE_MS;

/**
 * Returns the contents with the server's dates, where the device displayed the same time by its own clock. The
 * server corrects the times of acts by the difference of the clocks.
 */
function withDatesOf(now: ReportData, shown: ReportData, late: LateAct | undefined): ReportData {
  const same = DATES_SET.filter((name) => {
    const [displayed, stored] = [shown.intervento[name], now.intervento[name]];
    if (typeof displayed !== 'string' || typeof stored !== 'string') return false;
    return Math.abs(Date.parse(displayed) + (late?.ahead ?? 0) - Date.parse(stored)) <= TOLERANCE_MS;
  });
  const dates = Object.fromEntries(same.map((name) => [name, now.intervento[name] ?? null]));
  return { ...shown, intervento: { ...shown.intervento, ...dates } };
}

/** Throws if the report would differ from what the device displayed, with the differences as users read them. */
export async function requireAsShown(
  { data }: Shown,
  { intervention, entered }: { intervention: number; entered: Entered },
  reading: Reading,
  context: Context,
): Promise<void> {
  const { foto: _, ...current } = entered.data;
  const now = { ...current, campi: shownFields(current.campi, entered.words) };
  const then = { ...withDatesOf(now, data, context.late), campi: shownFields(data.campi, entered.words) };
  const changes = await changesOf(reading, intervention, { then, now }, context);
  if (changes.length > 0) throw conflict('report-shown-other', { params: { changes: inOneLine(changes) } });
  if (then.campi.length !== now.campi.length) throw conflict('report-shown-before');
}

/** Returns the signatures. Those given for what the device displayed count for the current contents. */
export const signedFor = (
  signed: Signed[],
  { data }: Pick<Entered, 'data'>,
  shown: Shown | undefined,
): Signed[] =>
  signed.map((one) =>
    shown && one.impronta === shown.fingerprint ? { ...one, impronta: fingerprintOf(data) } : one,
  );
