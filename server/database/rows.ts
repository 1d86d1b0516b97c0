/** Returns the row of a statement that always has exactly one: a count, an insert, `select exists`. */
export function onlyRow<R>(rows: R[]): R {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always returns a row returned none.');
  return row;
}
