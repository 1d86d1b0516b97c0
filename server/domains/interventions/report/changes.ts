/** Two readings of what a report tells, held against each other: what differs as people read it, in words. Pure. */
import type { Entity, Language } from '../../../../schemas/entity.ts';
import type { ApiSchema } from '../../../http/call.ts';
import { type Sentence, say } from '../../../http/problem.ts';
import type { Label } from './document.ts';
import labels from './labels.json' with { type: 'json' };
import type { Told, ToldField, Value } from './report-values.ts';
import type { Texts } from './texts.ts';

export interface Change {
  /** 'Ricambi: SPA 1500' */
  voce: string;
  allora: string;
  ora: string;
  /** The same as a sentence. */
  testo: string;
}

/** One difference between what a report told and what is there now. */
export const CHANGE: ApiSchema = {
  type: 'object',
  properties: {
    voce: { type: 'string', description: 'What has changed' },
    allora: { type: 'string', description: 'As the report tells it' },
    ora: { type: 'string', description: 'As it was, or would be, entered' },
    testo: { type: 'string', description: 'The same as a sentence' },
  },
};

export interface Words {
  language: Language;
  texts: Texts;
  /** Interventions, for the names of choices. */
  entity: Entity;
  /** What a field of the report is called. */
  labelOf(field: ToldField): string;
}

const NOTHING = '–';
/** Longer ones are not repeated in a sentence. */
const SHORT = 40;

const DATES = ['data_ordine', 'data_inizio', 'data_fine'];
const IN_ORDER: Label[] = [
  ...(['codice', 'descrizione', 'oggetto', 'organizzazione', 'reparto', 'tipo_guasto'] as const),
  ...(['classe_intervento', 'priorita', 'tecnico', 'richiedente'] as const),
  ...(['data_ordine', 'data_inizio', 'data_fine', 'note'] as const),
];

type Row = Record<string, Value>;

class Comparison {
  readonly found: Change[] = [];

  constructor(private readonly words: Words) {}

  label(name: Label): string {
    return labels[name][this.words.language];
  }

  private add(sentence: Sentence, voce: string, allora: string, ora: string): void {
    const testo = say(sentence, this.words.language, { name: voce, from: allora, to: ora });
    this.found.push({ voce, allora, ora, testo });
  }

  /** Texts as they are shown. */
  values(voce: string, then: string, now: string): void {
    if (then === now) return;
    const [allora, ora] = [then || NOTHING, now || NOTHING];
    const short = [allora, ora].every((text) => text.length <= SHORT && !text.includes('\n'));
    this.add(short ? 'report-change-values' : 'report-change-text', voce, allora, ora);
  }

  /** Of a file only that it is there, or another one. */
  files(voce: string, then: Value, now: Value): void {
    if (then === now) return;
    const allora = then === null ? NOTHING : this.label('documento');
    const ora = this.label(then === null ? 'documento' : 'documento_altro');
    this.add('report-change-text', voce, allora, now === null ? NOTHING : ora);
  }

  /** Rows that are the same one by `key`: those of one side only, and those that differ. */
  rows<R extends object>(
    section: Label,
    [then, now]: [R[], R[]],
    {
      key,
      name,
      told,
      differ,
    }: {
      key(row: R): unknown;
      name(row: R): string;
      told(row: R): string;
      differ(voce: string, one: R, other: R): void;
    },
  ): void {
    const others = new Map(now.map((row) => [key(row), row]));
    const voceOf = (row: R): string => `${this.label(section)}: ${name(row)}`;
    for (const row of then) {
      const other = others.get(key(row));
      others.delete(key(row));
      if (other) differ(voceOf(row), row, other);
      else this.add('report-change-removed', voceOf(row), told(row), NOTHING);
    }
    for (const row of others.values()) this.add('report-change-added', voceOf(row), NOTHING, told(row));
  }
}

const text = (value: Value | undefined): string => String(value ?? '');

function facts(comparison: Comparison, then: Row, now: Row, { language, texts, entity }: Words): void {
  const shown = (name: string, value: Value | undefined): string => {
    if (DATES.includes(name)) return texts.at(name, value);
    if (name !== 'priorita') return text(value);
    return (
      entity.field(name)!.choices!.find((choice) => choice.value === value)?.title[language] ?? text(value)
    );
  };
  for (const name of IN_ORDER)
    comparison.values(comparison.label(name), shown(name, then[name]), shown(name, now[name]));
}

function fields(
  comparison: Comparison,
  then: ToldField[],
  now: ToldField[],
  { texts, labelOf }: Words,
): void {
  for (const field of then) {
    const { campo, provenienza, valore } = field;
    const other = now.find((one) => one.campo === campo && one.provenienza === provenienza)?.valore ?? null;
    const shown = (value: Value): string =>
      campo.startsWith('campo_') ? texts.custom(campo, value) : texts.money(value);
    if (campo.startsWith('campo_file')) comparison.files(labelOf(field), valore, other);
    else comparison.values(labelOf(field), shown(valore), shown(other));
  }
}

function checklist(comparison: Comparison, then: Told, now: Told, { texts }: Words): void {
  comparison.rows('checklist', [then.checklist, now.checklist], {
    key: ({ voce }) => voce,
    name: ({ descrizione }) => descrizione,
    told: ({ eseguita }) => texts.flag(eseguita),
    differ(voce, one, other) {
      comparison.values(voce, texts.flag(one.eseguita), texts.flag(other.eseguita));
      const detail = (label: Label): string => `${voce} (${comparison.label(label).toLowerCase()})`;
      comparison.values(detail('obbligatoria'), texts.flag(one.obbligatoria), texts.flag(other.obbligatoria));
      comparison.values(detail('note'), text(one.note), text(other.note));
      comparison.values(detail('descrizione'), one.descrizione, other.descrizione);
    },
  });
}

/** A part that is not there has been taken no times: from 0 to 2. */
function parts(comparison: Comparison, then: Told, now: Told, { texts }: Words): void {
  const all = new Map([...then.ricambi, ...now.ricambi].map((part) => [part.codice, part.descrizione]));
  const quantity = ({ ricambi }: Told, code: string): string =>
    texts.number(ricambi.find(({ codice }) => codice === code)?.quantita ?? 0);
  for (const code of all.keys())
    comparison.values(`${comparison.label('ricambi')}: ${code}`, quantity(then, code), quantity(now, code));
}

function costs(comparison: Comparison, then: Told, now: Told, { texts }: Words): void {
  comparison.rows('costi', [then.costi, now.costi], {
    key: ({ id }) => id,
    name: ({ descrizione }) => text(descrizione),
    told: ({ totale }) => texts.money(totale),
    differ(voce, one, other) {
      comparison.values(voce, texts.money(one.totale), texts.money(other.totale));
      const detail = (label: Label): string => `${voce} (${comparison.label(label).toLowerCase()})`;
      comparison.values(detail('quantita'), texts.number(one.quantita), texts.number(other.quantita));
      comparison.values(detail('costo'), texts.money(one.costo), texts.money(other.costo));
      comparison.values(detail('descrizione'), text(one.descrizione), text(other.descrizione));
    },
  });
}

/** The same picture twice is two photos. */
const counted = (photos: NonNullable<Told['foto']>) =>
  photos.map((photo, at) => ({
    ...photo,
    time: photos.slice(0, at).filter(({ hash }) => hash === photo.hash).length,
  }));

function photos(comparison: Comparison, then: Told, now: Told): void {
  if (!then.foto) return;
  comparison.rows('foto', [counted(then.foto), counted(now.foto ?? [])], {
    key: ({ hash, time }) => `${hash} ${time}`,
    name: ({ nome }) => nome,
    told: ({ nome }) => nome,
    differ: (voce, one, other) => comparison.values(voce, one.nome, other.nome),
  });
}

/** Of what `then` shows and no more: what else the intervention has is not on its paper. */
export function changesBetween(then: Told, now: Told, words: Words): Change[] {
  const comparison = new Comparison(words);
  facts(comparison, then.intervento, now.intervento, words);
  fields(comparison, then.campi, now.campi, words);
  checklist(comparison, then, now, words);
  parts(comparison, then, now, words);
  costs(comparison, then, now, words);
  photos(comparison, then, now);
  return comparison.found;
}
