/** The layout of a column. */
export interface Column {
  width: number;
  /** Displayed when the pointer is on the header. */
  note?: string;
  /** The range of the allowed values, for example `'Codes'!$A$2:$A$9`. */
  choices?: string;
}
