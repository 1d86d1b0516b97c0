/**
 * Reads the XML of a sheet piece by piece, and returns its rows. Skips rows and cells that have a style but no
 * content.
 */
import { LIMITS, SHEET_ROWS } from './limits.ts';
import { columnOf } from './places.ts';
import { notXlsx, tooLarge, tooManyColumns, tooManyMerges, tooManyRows } from './refusals.ts';
import { dateOfSerial } from './serial-days.ts';
import type { Lookups, Merge, SheetCell, SheetRow } from './sheet-cell.ts';
import { attributeOf, plainText, XmlScanner } from './xml.ts';

const PENDING_MAX = 1024 * 1024;
const PLACE = /\sr\s*=\s*["']\$?([A-Z]{0,3})\$?(\d*)["']/;

/** Parses 'B2:D5'. */
function mergeOf(reference: string): Merge | undefined {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference);
  if (!match) return undefined;
  return {
    rows: [Number(match[2]), Number(match[4])],
    columns: [columnOf(match[1] ?? ''), columnOf(match[3] ?? '')],
  };
}

/** Returns a number with fifteen digits, the precision of a spreadsheet. Further digits are rounding errors. */
const numberOf = (text: string): number => Number(Number(text).toPrecision(15));

export class SheetScanner {
  readonly merges: Merge[] = [];
  readonly #scanner = new XmlScanner(this);
  #rows: SheetRow[] = [];
  /** The beginning of a row that ends in the next piece. */
  #pending = '';
  #found = 0;
  #characters = 0;
  #row: SheetRow = { number: 0, cells: [] };
  #inData = false;
  /** The current cell: its column, type, style, and the pieces of its text. */
  #column = -1;
  #type = '';
  #style = 0;
  #hasFormula = false;
  #text = '';
  #listening = false;
  #inPhonetic = false;

  constructor(private readonly lookups: Lookups) {}

  /** Returns the rows that end in this piece. */
  read(piece: string): SheetRow[] {
    this.#rows = [];
    const text = this.#pending + piece;
    this.#pending = '';
    if (this.#inData && !text.includes('</sheetData')) this.#readFilled(text);
    else this.#scanner.write(text);
    return this.#rows;
  }

  /**
   * Reads the rows that contain a cell with an end tag, which means that the cell has content. All other rows are
   * skipped without scanning them, because a sheet may have a million.
   */
  #readFilled(text: string): void {
    let at = 0;
    for (;;) {
      const filled = text.indexOf('</c>', at);
      const first = text.indexOf('<row', at);
      const start = text.lastIndexOf('<row', filled < 0 ? text.length : filled);
      if (first >= 0 && start >= first) {
        // The text before the first row may end the current row.
        this.#scanner.write(text.slice(at, first));
        this.#skip(text.slice(first, start));
        at = start;
      }
      const end = filled < 0 ? -1 : text.indexOf('</row>', filled);
      if (end < 0) break;
      this.#scanner.write(text.slice(at, end + '</row>'.length));
      at = end + '</row>'.length;
    }
    const rest = text.slice(at);
    if (rest.startsWith('<row') && rest.length < PENDING_MAX) this.#pending = rest;
    else this.#scanner.write(rest);
  }

  /** Counts skipped rows that have no row number. */
  #skip(rows: string): void {
    if (rows === '' || PLACE.test(rows.slice(0, rows.indexOf('>')))) return;
    this.#row = { number: this.#row.number + rows.split('<row').length - 1, cells: [] };
  }

  open(name: string, attributes: string, closed: boolean): void {
    if (name === 'c') this.#openCell(attributes, closed);
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'v' || name === 't') this.#listening = !closed && !this.#inPhonetic;
    else if (name === 'f') this.#hasFormula = true;
    else if (name === 'rPh') this.#inPhonetic = !closed;
    else if (name === 'sheetData') this.#inData = !closed;
    else if (name === 'mergeCell') this.#merge(attributeOf(attributes, 'ref') ?? '');
  }

  close(name: string): void {
    if (name === 'c') this.#closeCell();
    else if (name === 'v' || name === 't') this.#listening = false;
    else if (name === 'row') this.#closeRow();
    else if (name === 'rPh') this.#inPhonetic = false;
    else if (name === 'sheetData') this.#inData = false;
  }

  text(raw: string): void {
    if (this.#listening && this.#inData && this.#text.length < LIMITS.text) this.#text += raw;
  }

  #openRow(attributes: string): void {
    const place = PLACE.exec(attributes);
    const number = Number(place?.[2]) || this.#row.number + 1;
    if (number > SHEET_ROWS || number <= this.#row.number) throw notXlsx();
    this.#row = { number, cells: [] };
    this.#column = -1;
  }

  #closeRow(): void {
    if (this.#row.cells.length === 0) return;
    this.#found += 1;
    if (this.#found > LIMITS.rows + 1) throw tooManyRows();
    this.#rows.push(this.#row);
  }

  #openCell(attributes: string, closed: boolean): void {
    this.#column += 1;
    // Most cells of a styled row are empty, and only their position matters.
    if (closed) return;
    const letters = PLACE.exec(attributes)?.[1];
    if (letters) this.#column = columnOf(letters);
    this.#type = attributeOf(attributes, 't') ?? 'n';
    this.#style = Number(attributeOf(attributes, 's') ?? 0);
    this.#hasFormula = false;
    this.#text = '';
  }

  #closeCell(): void {
    const value = this.#value();
    if (value === null || value === '') return;
    if (this.#column >= LIMITS.columns) throw tooManyColumns();
    if (typeof value === 'string') this.#characters += value.length;
    if (this.#characters > LIMITS.characters) throw tooLarge();
    while (this.#row.cells.length < this.#column) this.#row.cells.push(null);
    this.#row.cells[this.#column] = value;
  }

  #value(): SheetCell {
    const raw = this.#text.slice(0, LIMITS.text);
    if (raw === '') return this.#hasFormula && this.#type !== 'str' ? { f: 1 } : null;
    if (this.#type === 's') return this.lookups.texts[Number(raw)] ?? null;
    if (this.#type === 'e') return { e: plainText(raw) };
    if (this.#type === 'b') return raw.trim() === '1' || raw.trim() === 'true';
    if (this.#type === 'n') return this.#number(raw.trim());
    if (this.#type === 'd') return { d: plainText(raw.trim()).slice(0, 19).replace('T00:00:00', '') };
    return plainText(raw);
  }

  #number(raw: string): SheetCell {
    const number = numberOf(raw);
    if (!Number.isFinite(number)) return plainText(raw);
    const format = this.lookups.formats[this.#style];
    if (format?.isDate) {
      const date = dateOfSerial(number, this.lookups.from1904);
      if (date) return { d: date };
    }
    // A format with leading zeros marks a code: the number 123 means 00123.
    const short = Number.isInteger(number) && number >= 0 && String(number).length < (format?.digits ?? 0);
    return short ? String(number).padStart(format!.digits, '0') : number;
  }

  #merge(reference: string): void {
    const merge = mergeOf(reference);
    if (!merge) return;
    if (this.merges.length >= LIMITS.merges) throw tooManyMerges();
    this.merges.push(merge);
  }
}
