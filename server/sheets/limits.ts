/** The limits of a sheet sent to us; the readers in this folder stop beyond them. */
const MEBIBYTE = 1024 * 1024;

export const LIMITS = {
  /** The size of the uploaded file. */
  file: 25 * MEBIBYTE,
  /** The number of files inside the archive. */
  entries: 2000,
  /** The size of the rows' XML: a million empty rows with borders and colours take half of it. */
  sheet: 1024 * MEBIBYTE,
  /** The size of the shared texts, and of the styles. */
  part: 64 * MEBIBYTE,
  texts: 2_000_000,
  styles: 100_000,
  /** The size of the parts that list other parts. */
  listing: 4 * MEBIBYTE,
  /** The maximum compression ratio of a part larger than `grown`: real sheets stay far below, zip bombs do not. */
  ratio: 300,
  grown: 32 * MEBIBYTE,
  /** Rows that are not empty. */
  rows: 50_000,
  columns: 300,
  /** Characters of a tag, or of a cell's text. */
  text: 32_767,
  /**
   * Characters of all cells together: a shared text is in the file once, but counts for each cell that refers to it.
   */
  characters: 64 * MEBIBYTE,
  merges: 5000,
};

/** The maximum of a spreadsheet: see the specification of Excel. */
export const SHEET_ROWS = 1_048_576;
