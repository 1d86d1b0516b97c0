/** What is told of a column, and offered in it. */
export interface Column {
  width: number;
  /** Shown when the pointer is on the head. */
  note?: string;
  /** The cells that hold what may be chosen, as `'Codes'!$A$2:$A$9`. */
  choices?: string;
}
