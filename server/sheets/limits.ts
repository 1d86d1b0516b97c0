/** The limits of a sheet that users upload. The readers in this folder stop beyond them. */
const MEBIBYTE = 1024 * 1024;

export const LIMITS = {
  /** The size of the uploaded file. */
  file: 25 * MEBIBYTE,
  /** The number of files inside the archive. */
  entries: 2000,
  /** The size of the rows' XML. A million empty rows with borders and colours take half of it. */
  sheet: 1024 * MEBIBYTE,
  /** The size of the shared texts, and of the styles. */
  part: 64 * MEBIBYTE,
  texts: 2_000_000,
  styles: 100_000,
  /** The size of the parts that list other parts. */
  listing: 4 * MEBIBYTE,
  /** The maximum compression ratio of a part larger than `grown`. Real sheets stay far below it, zip bombs do not. */
  ratio: 300,
  grown: 32 * MEBIBYTE,
  /** The number of rows that are not empty. */
  rows: 50_000,
  columns: 300,
  /** The number of characters of a tag, or of a cell's text. */
  text: 32_767,
  /**
   * The number of characters of all cells together. A shared text is in the file once, but counts for each cell
   * that refers to it.
   */
  characters: 64 * MEBIBYTE,
  merges: 5000,
};

/** The maximum number of rows of a spreadsheet; see the specification of Excel. */
export const SHEET_ROWS = 1_048_576;
