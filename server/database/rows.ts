/** Rows of statements that always answer with one: a count, an insert, what `select exists` says. */
export function onlyRow<R>(rows: R[]): R {
  const [row] = rows;
  if (row === undefined)
    throw new Error('A statement that always answers with a row has answered with none.');
  return row;
}
