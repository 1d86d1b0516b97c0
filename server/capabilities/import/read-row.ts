/** Reads the cells of a row: values by property, codes as ids, and messages on invalid cells. */

import { ALL_CLASSES } from '../../../schemas/custom-fields.ts';
import type { Field, Row, Text } from '../../../schemas/entity.ts';
import { inEach } from '../../../schemas/language.ts';
import { trimmed } from '../../../schemas/meaning.ts';
import { type Refusal, sentence } from '../../../schemas/validate.ts';
import type { SheetCell } from '../../sheets/sheet-cell.ts';
import { classOf } from '../custom-fields.ts';
import { readCell } from './cell-values.ts';
import type { Ground } from './import-context.ts';
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
  /** Returns the parent record if it is in the same file; otherwise undefined. */
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

/** Checks for merged cells of this row, except the first cell of each merge. */
function coveredIn({ merges }: Ground, row: number): (column: number) => boolean {
  const here = merges.filter(({ rows }) => row >= rows[0] && row <= rows[1]);
  return (column) =>
    here.some(
      ({ rows, columns }) =>
        column >= columns[0] && column <= columns[1] && (row !== rows[0] || column !== columns[0]),
    );
}

/** Returns the field of a column; for custom fields it depends on the row's class. */
function fieldFor(
  { entity }: Ground,
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
    private readonly ground: Ground,
    private readonly named: Named,
  ) {}

  private refuse(head: string, refusal: Omit<Refusal, 'field'>): void {
    this.read.wrong.push(noteOf(head, refusal));
  }

  cell(cell: SheetCell, target: Target, field: Field): void {
    const { ground, read } = this;
    const reading = readCell(cell, field, ground.context);
    if ('rule' in reading) this.refuse(target.head, reading);
    else if (reading.value === null) return;
    else if (target.child) this.codes(String(reading.value), target, target.child.path);
    else if (!field.reference) read.sent[field.name] = reading.value;
    else {
      const found =
        (field.name === ground.parent ? this.named.above() : undefined) ??
        resolve(this.named.codes, field, String(reading.value));
      if ('value' in found) read.sent[field.name] = found.value;
      else this.refuse(target.head, found);
    }
  }

  private codes(text: string, { head, field }: Target, path: string): void {
    const found = codesIn(text).map((code) => resolve(this.named.codes, field, code));
    for (const one of found) if ('rule' in one) this.refuse(head, one);
    const ids = found.flatMap((one) => ('value' in one ? [one.value] : []));
    this.read.below.set(path, [...new Set(ids)]);
  }
}

export function readRow(
  ground: Ground,
  row: number,
  cells: SheetCell[],
  before: Row | undefined,
  named: Named,
): ReadRow {
  const reader = new RowReader(ground, named);
  const classField = ground.entity.customFields?.class;
  // The class first, because the row's custom fields depend on it.
  const ordered = [...ground.columns].sort(
    ([, one], [, other]) => Number(other.field.name === classField) - Number(one.field.name === classField),
  );
  const isCovered = coveredIn(ground, row);
  for (const [index, target] of ordered) {
    const cell = cells[index] ?? null;
    if (isEmpty(cell) && isCovered(index))
      reader.read.remarks.push(noteOf(target.head, { rule: 'sheet-merged' }));
    if (isEmpty(cell)) continue;
    const classId = classOf(ground.entity, { ...before, ...reader.read.sent });
    const field = fieldFor(ground, target, classId);
    if (field) reader.cell(cell, target, field);
    else if (classId !== undefined)
      reader.read.wrong.push(noteOf(target.head, { rule: 'sheet-other-class' }));
  }
  return reader.read;
}
