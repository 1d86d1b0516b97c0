/** A report holds against what it is the report of: what has changed since it was made, and whether that may stand. */
import type { SettingOf } from '../../../../schemas/access.ts';
import type { Language, Row } from '../../../../schemas/entity.ts';
import { REPORT_NEEDED } from '../../../../schemas/interventions.ts';
import type { PreparedRules, WriteContext } from '../../../capabilities/rules.ts';
import { inLanguage } from '../../../database/sql.ts';
import { Problem } from '../../../http/problem.ts';
import { type Change, changesBetween, type Words } from './changes.ts';
import labels from './labels.json' with { type: 'json' };
import { reportsChecked } from './need.ts';
import {
  DATES_SET,
  type Gathered,
  gather,
  type Reading,
  sealed,
  type Told,
  toldBy,
  unsealed,
} from './report-values.ts';
import { Texts } from './texts.ts';

/** What changes after the signature stands, and the check tells of it. */
export const changesStand = (setting: SettingOf): boolean => setting('RappModificheAmmesse') === '1';

interface Reader {
  language: Language;
  setting: SettingOf;
}

export interface SealedReport {
  id: number;
  id_odl: number;
  id_stato: number;
  /** The state asks for a report today too. */
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

const datesTold = ({ date_entrata }: Pick<SealedReport, 'date_entrata'>): Record<string, string> =>
  date_entrata ? JSON.parse(date_entrata) : {};

const momentOf = (value: unknown): number => Date.parse(String(value));

/** The dates that entering a state has set, as they were before: what sets them is at this moment, or was told so. */
export function datesLeft(before: Row, after: Row, isSet: (moment: number) => boolean): Row {
  const names = DATES_SET.filter((name) => {
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    return is !== null && was !== is && (isSet(momentOf(is)) || is === before.data_fine);
  });
  return Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
}

export const isTold = (report: Pick<SealedReport, 'date_entrata'> | undefined, moment: number): boolean =>
  report !== undefined && Object.values(datesTold(report)).some((told) => momentOf(told) === moment);

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

async function differing(
  { then, now }: { then: Told; now: Told },
  words: () => Promise<Words>,
): Promise<Change[]> {
  const alike = then.foto ? now : { ...now, foto: undefined };
  if (sealed(then).impronta === sealed(alike).impronta) return [];
  return changesBetween(then, now, await words());
}

/** What differs between two readings of one intervention, as this person reads it. */
export const changesOf = (
  reading: Reading,
  intervention: number,
  tellings: { then: Told; now: Told },
  reader: Reader,
): Promise<Change[]> => differing(tellings, () => wordsOf(reading, intervention, reader));

/** The intervention as it is now and the words for its changes, each read once and only when it is needed. */
interface Present {
  gathered(): Promise<Gathered>;
  words(): Promise<Words>;
}

function presentOf(reading: Reading, intervention: number, reader: Reader): Present {
  let gathered: Promise<Gathered> | undefined;
  let words: Promise<Words> | undefined;
  return {
    gathered() {
      gathered ??= gather(reading, intervention);
      return gathered;
    },
    words() {
      words ??= wordsOf(reading, intervention, reader);
      return words;
    },
  };
}

/** Nothing of a report that was made before reports were sealed. */
async function changesSince(present: Present, report: SealedReport, dates: Row = {}) {
  const then = unsealed(report.contenuto);
  if (!then) return undefined;
  const now = await toldBy(await present.gathered(), { campi: then.campi, dates });
  const changes = await differing({ then, now }, present.words);
  return changes.length > 0 ? { changes, now: then.foto ? now : { ...now, foto: undefined } } : undefined;
}

/** By state, what has changed since the report was made that waits for it; nothing where changes stand. */
export async function outdatedReports(
  reading: Reading,
  intervention: { id: number; id_stato: number },
  reader: Reader,
): Promise<Map<number, Change[]>> {
  const found = new Map<number, Change[]>();
  if (changesStand(reader.setting)) return found;
  const present = presentOf(reading, intervention.id, reader);
  for (const report of await openReports(reading, intervention.id)) {
    if (report.id_stato === intervention.id_stato) continue;
    const since = await changesSince(present, report);
    if (since) found.set(report.id_stato, since.changes);
  }
  return found;
}

export const inOneLine = (changes: Change[]): string => changes.map(({ testo }) => testo).join('; ');

const needed = (changes: Change[]): Problem =>
  new Problem(200, 'report-needed', {
    result: REPORT_NEEDED,
    refusals: [{ field: 'id_stato', rule: 'report-changed', params: { changes: inOneLine(changes) } }],
    data: { modifiche: changes },
  });

const readingOf = ({ transaction, schemas }: WriteContext): Reading => ({ queryable: transaction, schemas });

/** When a date that the state sets was told already, and signed, it is that one. */
function keepDatesTold(row: Row, report: SealedReport | undefined, context: WriteContext): void {
  if (!report) return;
  const dates = datesTold(report);
  for (const name of DATES_SET) {
    const told = dates[name];
    if (told === undefined || momentOf(row[name]) !== context.now.getTime()) continue;
    const begun =
      name === 'data_fine' && row.data_inizio ? momentOf(row.data_inizio) : Number.NEGATIVE_INFINITY;
    if (momentOf(told) >= begun && momentOf(told) <= context.now.getTime()) row[name] = told;
  }
}

/** After the write, as what it points to and what it brings along is read with it; refused, nothing of it stays. */
async function holdAgainst(
  row: Row,
  before: Row,
  report: SealedReport,
  context: WriteContext,
): Promise<void> {
  const present = presentOf(readingOf(context), report.id_odl, context);
  const isSet = (moment: number) => moment === context.now.getTime() || isTold(report, moment);
  const since = await changesSince(present, report, datesLeft(before, row, isSet));
  if (!since) return;
  const { changes, now } = since;
  const checked = report.firma === 1 && reportsChecked(context.setting);
  if (checked && !changesStand(context.setting)) throw needed(changes);
  const { impronta, contenuto } = sealed(now);
  await context.transaction.query(
    'update rapportini set impronta_entrata = $2, contenuto_entrata = $3 where id = $1',
    [report.id, impronta, contenuto],
  );
}

/** What a report told and what was entered with it, where that differs and stands. */
export async function thenAndNow(
  reading: Reading,
  report: { id_odl: number; contenuto: string | null; contenuto_entrata: string | null },
  reader: Reader,
): Promise<Change[]> {
  const [then, now] = [unsealed(report.contenuto), unsealed(report.contenuto_entrata)];
  return then && now ? changesOf(reading, report.id_odl, { then, now }, reader) : [];
}

/** Of the reports that still count, read while the intervention is held; who makes one holds it too. */
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
    keepDatesTold(row, entered, context);
  },
  async afterWrite(row, before, context, { entered, left } = {}) {
    if (!row || !before || row.id_stato === before.id_stato) return;
    if (entered?.contenuto) await holdAgainst(row, before, entered, context);
    // A state that is left has had its passage: to enter it again another report is needed.
    if (left)
      await context.transaction.query(
        'update rapportini set concluso = now() where id_odl = $1 and id_stato = $2 and concluso is null',
        [row.id, before.id_stato],
      );
  },
};
