/**
 * The job report as a device composes it without a network: what the server's report said when it was last read,
 * with the acts that are not sent yet. The server compares it with its own report when the acts arrive. Has no side
 * effects.
 */
import { ADDED_FILE } from '../../../dataProvider/documents.ts';
import { REPORT_MADE, SAVED_VALUES, SIGNED, type Waiting } from '../../../dataProvider/outbox-order.ts';
import { freeKindOf } from '../../../schemas/custom-fields.ts';
import { dateText } from '../../../schemas/date-texts.ts';
import { LOCALES, type Row } from '../../../schemas/entity.ts';
import type { Signer } from '../../../schemas/interventions.ts';
import { EXPENSE, OF_INTERVENTION, PROCESSING } from '../../../schemas/interventions.ts';
import { isCalendar, isCounted, isTimestamp, KINDS } from '../../../schemas/kinds.ts';
import { type Language, yesNo } from '../../../schemas/language.ts';
import { isTrimmed, trimmed } from '../../../schemas/meaning.ts';
import type { ReportData, ReportTable, Value } from '../../../schemas/report-content.ts';
import type { KnownPart } from '../parts/held-parts.ts';

/** The report as the server read it last: GET /rapportini/odl/{id}/contenuto. */
export interface ReadReport {
  dati: ReportData;
  contenuto: ReportTable[];
  firme: { tipo: Signer; da_rifare: 0 | 1 }[];
  /** The full name of the user who read it. */
  lettore: string;
}

/** Everything else that the device has. */
export interface Known {
  items: { id: number; id_voce?: unknown; descrizione: string }[];
  parts: KnownPart[];
  /** The type of each state. */
  typeOf(state: unknown): number | undefined;
  language: Language;
  instant(timestamp: string): string;
  /** Formats a date of the intervention, with the time if the plant shows it. */
  dateOf(field: string, timestamp: string): string;
}

/** The data and the text of a report. */
export interface Composed {
  data: ReportData;
  tables: ReportTable[];
}

type Change = (report: Composed, act: Waiting, known: Known, reader: string) => Composed | undefined;

type Line = ReportTable['righe'][number];

/** Changes the line with this key, or appends it. */
const withLine = (tables: ReportTable[], table: ReportTable['chiave'], line: Line): ReportTable[] =>
  tables.map((one) => {
    if (one.chiave !== table) return one;
    const isThere = one.righe.some(({ chiave }) => chiave === line.chiave);
    const righe = isThere
      ? one.righe.map((other) => (other.chiave === line.chiave ? { ...other, ...line } : other))
      : [...one.righe, line];
    return { ...one, righe };
  });

/** Changes a fact of the intervention. Facts have a line even if they are empty. */
function withFact({ data, tables }: Composed, name: string, value: Value, text: string): Composed {
  const nome = tables[0]?.righe.find(({ chiave }) => chiave === name)?.nome ?? name;
  return {
    data: { ...data, intervento: { ...data.intervento, [name]: value } },
    tables: withLine(tables, 'intervento', { chiave: name, nome, valore: text }),
  };
}

const amount = (value: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 2 }).format(value);

const plainOf = (value: unknown): Value =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null;

/** Formats a custom field by its column, as the server does. */
function customText(column: string, value: Value, { language, instant }: Known): string {
  const kind = freeKindOf(column);
  if (value === null) return '';
  if (kind && isTimestamp(kind)) return instant(String(value));
  if (kind && isCalendar(kind)) return dateText(String(value));
  if (kind && KINDS[kind].yesNo) return yesNo(value, language);
  if (kind && isCounted(kind) && typeof value === 'number') return amount(value, language);
  return String(value);
}

function withCustom(report: Composed, column: string, sent: unknown, known: Known): Composed {
  const kind = freeKindOf(column);
  const raw = plainOf(sent);
  const value = kind && typeof raw === 'string' && isTrimmed({ kind }) ? trimmed(raw) : raw;
  const key = `${OF_INTERVENTION} ${column}`;
  const title = report.tables.flatMap(({ righe }) => righe).find(({ chiave }) => chiave === key);
  if (!title) return report;
  return {
    data: {
      ...report.data,
      campi: report.data.campi.map((field) =>
        field.campo === column && field.provenienza === OF_INTERVENTION ? { ...field, valore: value } : field,
      ),
    },
    tables: withLine(report.tables, 'campi', { ...title, valore: customText(column, value, known) }),
  };
}

const DATES = ['data_ordine', 'data_inizio', 'data_fine'];
/** Columns whose change changes more than their own fact: names that the device may not have, other fields, items. */
const FAR_REACHING = [
  ...['id_oggetto', 'id_tipo_guasto', 'id_classe_intervento', 'id_checklist', 'id_tecnico', 'priorita'],
];

/** Applies values of the intervention, or returns undefined if the device does not know what follows from them. */
export function withValues(report: Composed, values: Row, known: Known): Composed | undefined {
  let next = report;
  for (const [name, sent] of Object.entries(values)) {
    if (FAR_REACHING.includes(name)) return undefined;
    const value = plainOf(sent);
    if (name.startsWith('campo_')) next = withCustom(next, name, sent, known);
    else if (DATES.includes(name))
      next = withFact(next, name, value, value === null ? '' : known.dateOf(name, String(value)));
    else if (name in next.data.intervento) next = withFact(next, name, value, String(value ?? ''));
  }
  return next;
}

const ticked: Change = (report, { path, body }, known) => {
  const item = known.items.find(({ id }) => path.endsWith(`/checklist/${id}`));
  const at = report.data.checklist.findIndex(({ voce }) => voce === item?.id_voce);
  const before = report.data.checklist[at];
  if (!before) return undefined;
  const after = {
    ...before,
    ...('checked' in body && { eseguita: plainOf(body.checked) }),
    ...('note' in body && { note: plainOf(body.note) }),
  };
  const valore = [yesNo(after.eseguita, known.language), after.note].filter(Boolean).join(' · ');
  return {
    data: { ...report.data, checklist: report.data.checklist.with(at, after) },
    tables: withLine(report.tables, 'checklist', { chiave: String(at), nome: before.descrizione, valore }),
  };
};

/** Withdrawals have a negative quantity, returns a positive one. */
const moved: Change = ({ data, tables }, { body }, known) => {
  const part = known.parts.find(({ id_ricambio }) => id_ricambio === body.id_ricambio);
  const quantity = Number(body.quantita);
  if (!part || !Number.isFinite(quantity)) return undefined;
  const { codice, descrizione, unita_di_misura: unita } = part;
  const before = data.ricambi.find((one) => one.codice === codice);
  const quantita = Math.round(((before?.quantita ?? 0) - quantity) * 1e6) / 1e6;
  const others = data.ricambi.filter((one) => one.codice !== codice);
  const ricambi = [...others, { codice, descrizione, unita, ...before, quantita }];
  return {
    data: { ...data, ricambi: ricambi.sort((one, other) => (one.codice < other.codice ? -1 : 1)) },
    tables: withLine(tables, 'ricambi', {
      chiave: codice,
      nome: `${codice} ${descrizione}`,
      valore: [amount(quantita, known.language), unita].filter(Boolean).join(' '),
    }),
  };
};

/** A state sets the start of the work. Its end is not compared, because the report itself sets it. */
const entered: Change = (report, { body, doneAt }, known) => {
  const { id_stato, versione: _, ...values } = body;
  const next = withValues(report, values, known);
  if (!next || known.typeOf(id_stato) !== PROCESSING || next.data.intervento.data_inizio) return next;
  const began = new Date(doneAt).toISOString();
  return withFact(next, 'data_inizio', began, known.dateOf('data_inizio', began));
};

const unchanged: Change = (report) => report;

/** What each act changes on the report. The report cannot be composed after another act. */
const CHANGES: Record<string, Change> = {
  'take-over': (report, _act, _known, reader) => withFact(report, 'tecnico', reader, reader),
  'enter-state': entered,
  [SAVED_VALUES]: (report, { body: { versione: _, ...values } }, known) => withValues(report, values, known),
  tick: ticked,
  withdraw: moved,
  'give-back': moved,
  'add-cost': (report, { body }) => (body.flag === EXPENSE ? report : undefined),
  'add-comment': unchanged,
  'change-comment': unchanged,
  reserve: unchanged,
  'change-reservation': unchanged,
  [ADDED_FILE]: unchanged,
  [SIGNED]: unchanged,
  [REPORT_MADE]: unchanged,
};

/** Returns the report with the acts, or undefined if the device cannot know what the server would print. */
export function composedOf(read: ReadReport, acts: Waiting[], known: Known): Composed | undefined {
  let report: Composed | undefined = { data: read.dati, tables: read.contenuto };
  for (const act of acts) {
    if (!report) return undefined;
    report = CHANGES[act.act]?.(report, act, known, read.lettore);
  }
  return report;
}

/** Returns the report with the name of the state that it is signed for. */
export const forState = ({ data, tables }: Composed, state: string): Composed => ({
  data,
  tables: withFact({ data, tables }, 'stato', null, state).tables,
});
