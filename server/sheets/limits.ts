/** What a sheet sent to us may hold. Everything else in this folder asks here; nothing is read beyond it. */
const MEBIBYTE = 1024 * 1024;

export const LIMITS = {
  /** Of the file as it is sent. */
  file: 25 * MEBIBYTE,
  /** Files inside the archive. */
  entries: 2000,
  /** Of the rows' XML: a million empty rows with borders and colours are half of it. */
  sheet: 1024 * MEBIBYTE,
  /** Of the texts that cells share, and of the styles. */
  part: 64 * MEBIBYTE,
  texts: 2_000_000,
  styles: 100_000,
  /** Of the parts that say what else there is. */
  listing: 4 * MEBIBYTE,
  /** Times its size that a part may grow, once it is larger than `grown`: real sheets stay far below, bombs do not. */
  ratio: 300,
  grown: 32 * MEBIBYTE,
  /** Rows with something in them. */
  rows: 50_000,
  columns: 300,
  /** Characters of a tag, or of a cell's text. */
  text: 32_767,
  /** Characters of all cells together: a text that is shared comes once in the file, and in every cell that refers to it. */
  characters: 64 * MEBIBYTE,
  merges: 5000,
};

/** What a spreadsheet opens: see the specification of Excel. */
export const SHEET_ROWS = 1_048_576;
