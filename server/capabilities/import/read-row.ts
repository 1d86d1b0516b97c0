/** Reads the cells of a row: values by property, codes as ids, and messages on invalid cells. */

import { ALL_CLASSES } from '../../../schemas/custom-fields.ts';
import type { Field, Row, Text } from '../../../schemas/entity.ts';
import { inEach } from '../../../schemas/language.ts';
import { trimmed } from '../../../schemas/meaning.ts';
import { type Refusal, sentence } from '../../../schemas/validate.ts';
import type { SheetCell } from '../../sheets/sheet-cell.ts';
import { classOf } from '../custom-fields.ts';
import { readCell } from './cell-values.ts';
import type { ImportContext } from './import-context.ts';
import { type Codes, resolve } from './lookups.ts';
import type { Target } from './sheet-columns.ts';
import type { Note } from './staging.ts';

export interface ReadRow {
  sent: Row;
  /** The requested ids, by the path of a sub-collection. */
  below: Map<string, number[]>;
  wrong: Note[];
  /** Messages that do not stop the row. */
  remarks: Note[];
}

/** The records that the cells of a row may refer to. */
export interface Named {
  codes: Codes;
  /** Returns the parent record if its row is in the same file, or else undefined. */
  above(): { value: number } | Omit<Refusal, 'field'> | undefined;
}

const inBoth = ({ rule, params }: Omit<Refusal, 'field'>): Text =>
  inEach((language) => sentence(rule, language, params));

export const noteOf = (column: string | null, refusal: Omit<Refusal, 'field'>): Note => ({
  colonna: column,
  testo: inBoth(refusal),
});

/** Splits a cell into several codes. */
export const codesIn = (text: string): string[] =>
  text
    .split(/[;,\n]/)
    .map(trimmed)
    .filter(Boolean);

const isEmpty = (cell: SheetCell): boolean =>
  cell === null || (typeof cell === 'string' && trimmed(cell) === '');

/** Returns a function that says whether a cell of this row is merged into another cell. */
function coveredIn({ merges }: ImportContext, row: number): (column: number) => boolean {
  const merged = merges.filter(({ rows }) => row >= rows[0] && row <= rows[1]);
  return (column) =>
    merged.some(
      ({ rows, columns }) =>
        column >= columns[0] && column <= columns[1] && (row !== rows[0] || column !== columns[0]),
    );
}

/** Returns the field of a column. Custom fields depend on the row's class. */
function fieldFor(
  { entity }: ImportContext,
  { field, definitions }: Target,
  classId: number | undefined,
): Field | undefined {
  if (!definitions) return field;
  const own = definitions.find(({ id_classe: id }) => id === ALL_CLASSES || id === classId);
  return own && entity.field(own.campo_tabella);
}

class RowReader {
  readonly read: ReadRow = { sent: {}, below: new Map(), wrong: [], remarks: [] };

  constructor(
    private readonly importContext: ImportContext,
    private readonly named: Named,
  ) {}

  private refuse(header: string, refusal: Omit<Refusal, 'field'>): void {
    this.read.wrong.push(noteOf(header, refusal));
  }

  cell(cell: SheetCell, target: Target, field: Field): void {
    const { importContext, read } = this;
    const reading = readCell(cell, field, importContext.context);
    if ('rule' in reading) this.refuse(target.header, reading);
    else if (reading.value === null) return;
    else if (target.child) this.codes(String(reading.value), target, target.child.path);
    else if (!field.reference) read.sent[field.name] = reading.value;
    else {
      const found =
        (field.name === importContext.parent ? this.named.above() : undefined) ??
        resolve(this.named.codes, field, String(reading.value));
      if ('value' in found) read.sent[field.name] = found.value;
      else this.refuse(target.header, found);
    }
  }

  private codes(text: string, { header, field }: Target, path: string): void {
    const found = codesIn(text).map((code) => resolve(this.named.codes, field, code));
    for (const one of found) if ('rule' in one) this.refuse(header, one);
    const ids = found.flatMap((one) => ('value' in one ? [one.value] : []));
    this.read.below.set(path, [...new Set(ids)]);
  }
}

export function readRow(
  importContext: ImportContext,
  row: number,
  cells: SheetCell[],
  before: Row | undefined,
  named: Named,
): ReadRow {
  const reader = new RowReader(importContext, named);
  const classField = importContext.entity.customFields?.class;
  // The class comes first, because the row's custom fields depend on it.
  const ordered = [...importContext.columns].sort(
    ([, one], [, other]) => Number(other.field.name === classField) - Number(one.field.name === classField),
  );
  const isCovered = coveredIn(importContext, row);
  for (const [index, target] of ordered) {
    const cell = cells[index] ?? null;
    if (isEmpty(cell) && isCovered(index))
      reader.read.remarks.push(noteOf(target.header, { rule: 'sheet-merged' }));
    if (isEmpty(cell)) continue;
    const classId = classOf(importContext.entity, { ...before, ...reader.read.sent });
    const field = fieldFor(importContext, target, classId);
    if (field) reader.cell(cell, target, field);
    else if (classId !== undefined)
      reader.read.wrong.push(noteOf(target.header, { rule: 'sheet-other-class' }));
  }
  return reader.read;
}
