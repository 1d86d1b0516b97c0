/** Compares two versions of a report's data and describes the differences as users read them. Has no side effects. */
import { isFileColumn } from '../../../../schemas/custom-fields.ts';
import type { Entity, Language } from '../../../../schemas/entity.ts';
import type { ReportData, ReportDataField, Value } from '../../../../schemas/report-content.ts';
import type { ApiSchema } from '../../../http/call.ts';
import { type Sentence, say } from '../../../http/problem.ts';
import type { Label } from './document.ts';
import labels from './labels.json' with { type: 'json' };
import type { Texts } from './texts.ts';

export interface Change {
  /** The changed item, like 'Ricambi: SPA 1500'. */
  voce: string;
  allora: string;
  ora: string;
  /** The same change as a sentence. */
  testo: string;
}

/** One difference between a report and the current data. */
export const CHANGE: ApiSchema = {
  type: 'object',
  properties: {
    voce: { type: 'string', description: 'The name of the changed item' },
    allora: { type: 'string', description: 'The value in the job report' },
    ora: { type: 'string', description: 'The value that was, or would be, entered' },
    testo: { type: 'string', description: 'The change as a sentence' },
  },
};

export interface Words {
  language: Language;
  texts: Texts;
  /** The entity of interventions, for the names of choices. */
  entity: Entity;
  /** Returns the label of a report field. */
  labelOf(field: ReportDataField): string;
}

const NOTHING = '–';
/** The longest text that a sentence repeats. */
const MAX_QUOTED = 40;

const DATES = ['data_ordine', 'data_inizio', 'data_fine'];
const COMPARED_FACTS: Label[] = [
  ...(['codice', 'descrizione', 'oggetto', 'organizzazione', 'reparto', 'tipo_guasto'] as const),
  ...(['classe_intervento', 'priorita', 'tecnico', 'richiedente'] as const),
  ...(['data_ordine', 'data_inizio', 'data_fine', 'note'] as const),
];

type Row = Record<string, Value>;

class Comparison {
  readonly changes: Change[] = [];

  constructor(private readonly words: Words) {}

  label(name: Label): string {
    return labels[name][this.words.language];
  }

  private add(sentence: Sentence, voce: string, allora: string, ora: string): void {
    const testo = say(sentence, this.words.language, { name: voce, from: allora, to: ora });
    this.changes.push({ voce, allora, ora, testo });
  }

  /** Compares two formatted texts. */
  values(voce: string, then: string, now: string): void {
    if (then === now) return;
    const [allora, ora] = [then || NOTHING, now || NOTHING];
    const short = [allora, ora].every((text) => text.length <= MAX_QUOTED && !text.includes('\n'));
    this.add(short ? 'report-change-values' : 'report-change-text', voce, allora, ora);
  }

  /** Compares two files: whether each exists, and whether they are the same. */
  files(voce: string, then: Value, now: Value): void {
    if (then === now) return;
    const allora = then === null ? NOTHING : this.label('documento');
    const ora = this.label(then === null ? 'documento' : 'documento_altro');
    this.add('report-change-text', voce, allora, now === null ? NOTHING : ora);
  }

  /** Compares two lists of rows, matched by `key`. */
  rows<R extends object>(
    section: Label,
    [then, now]: [R[], R[]],
    {
      key,
      name,
      valueText,
      differ: compare,
    }: {
      key(row: R): unknown;
      name(row: R): string;
      valueText(row: R): string;
      differ(voce: string, before: R, other: R): void;
    },
  ): void {
    const others = new Map(now.map((row) => [key(row), row]));
    const voceOf = (row: R): string => `${this.label(section)}: ${name(row)}`;
    for (const row of then) {
      const other = others.get(key(row));
      others.delete(key(row));
      if (other) compare(voceOf(row), row, other);
      else this.add('report-change-removed', voceOf(row), valueText(row), NOTHING);
    }
    for (const row of others.values()) this.add('report-change-added', voceOf(row), NOTHING, valueText(row));
  }
}

const text = (value: Value | undefined): string => String(value ?? '');

function facts(comparison: Comparison, then: Row, now: Row, { language, texts, entity }: Words): void {
  const formatted = (name: string, value: Value | undefined): string => {
    if (DATES.includes(name)) return texts.at(name, value);
    if (name !== 'priorita') return text(value);
    return (
      entity.field(name)!.choices!.find((choice) => choice.value === value)?.title[language] ?? text(value)
    );
  };
  for (const name of COMPARED_FACTS)
    comparison.values(comparison.label(name), formatted(name, then[name]), formatted(name, now[name]));
}

function fields(
  comparison: Comparison,
  then: ReportDataField[],
  now: ReportDataField[],
  { texts, labelOf }: Words,
): void {
  for (const field of then) {
    const { campo, provenienza, valore } = field;
    const other = now.find((one) => one.campo === campo && one.provenienza === provenienza)?.valore ?? null;
    const formatted = (value: Value): string =>
      campo.startsWith('campo_') ? texts.custom(campo, value) : texts.money(value);
    if (isFileColumn(campo)) comparison.files(labelOf(field), valore, other);
    else comparison.values(labelOf(field), formatted(valore), formatted(other));
  }
}

function checklist(comparison: Comparison, then: ReportData, now: ReportData, { texts }: Words): void {
  comparison.rows('checklist', [then.checklist, now.checklist], {
    key: ({ voce }) => voce,
    name: ({ descrizione }) => descrizione,
    valueText: ({ eseguita }) => texts.flag(eseguita),
    differ(voce, one, other) {
      comparison.values(voce, texts.flag(one.eseguita), texts.flag(other.eseguita));
      const detail = (label: Label): string => `${voce} (${comparison.label(label).toLowerCase()})`;
      comparison.values(detail('obbligatoria'), texts.flag(one.obbligatoria), texts.flag(other.obbligatoria));
      comparison.values(detail('note'), text(one.note), text(other.note));
      comparison.values(detail('descrizione'), one.descrizione, other.descrizione);
    },
  });
}

/** Compares parts. A missing part counts as quantity 0. */
function parts(comparison: Comparison, then: ReportData, now: ReportData, { texts }: Words): void {
  const all = new Map([...then.ricambi, ...now.ricambi].map((part) => [part.codice, part.descrizione]));
  const quantity = ({ ricambi }: ReportData, code: string): string =>
    texts.number(ricambi.find(({ codice }) => codice === code)?.quantita ?? 0);
  for (const code of all.keys())
    comparison.values(`${comparison.label('ricambi')}: ${code}`, quantity(then, code), quantity(now, code));
}

function costs(comparison: Comparison, then: ReportData, now: ReportData, { texts }: Words): void {
  comparison.rows('costi', [then.costi, now.costi], {
    key: ({ id }) => id,
    name: ({ descrizione }) => text(descrizione),
    valueText: ({ totale }) => texts.money(totale),
    differ(voce, one, other) {
      comparison.values(voce, texts.money(one.totale), texts.money(other.totale));
      const detail = (label: Label): string => `${voce} (${comparison.label(label).toLowerCase()})`;
      comparison.values(detail('quantita'), texts.number(one.quantita), texts.number(other.quantita));
      comparison.values(detail('costo'), texts.money(one.costo), texts.money(other.costo));
      comparison.values(detail('descrizione'), text(one.descrizione), text(other.descrizione));
    },
  });
}

/** Numbers equal pictures, because the same picture added twice counts as two photos. */
const numbered = (photos: NonNullable<ReportData['foto']>) =>
  photos.map((photo, at) => ({
    ...photo,
    time: photos.slice(0, at).filter(({ hash }) => hash === photo.hash).length,
  }));

function photos(comparison: Comparison, then: ReportData, now: ReportData): void {
  if (!then.foto) return;
  comparison.rows('foto', [numbered(then.foto), numbered(now.foto ?? [])], {
    key: ({ hash, time }) => `${hash} ${time}`,
    name: ({ nome }) => nome,
    valueText: ({ nome }) => nome,
    differ: (voce, one, other) => comparison.values(voce, one.nome, other.nome),
  });
}

/** Returns the changes of the data in `then`. Data that `then` does not have is not on the report. */
export function changesBetween(then: ReportData, now: ReportData, words: Words): Change[] {
  const comparison = new Comparison(words);
  facts(comparison, then.intervento, now.intervento, words);
  fields(comparison, then.campi, now.campi, words);
  checklist(comparison, then, now, words);
  parts(comparison, then, now, words);
  costs(comparison, then, now, words);
  photos(comparison, then, now);
  return comparison.changes;
}
