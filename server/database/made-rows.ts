/**
 * Rows as objects, made from lists of values. Setting a hundred columns one by one by their names takes ten times
 * longer than a function that creates the whole object.
 */

type Make = (values: unknown[]) => Record<string, unknown>;

const MOST_FUNCTIONS = 1_000;
/** A name of PostgreSQL cannot contain it. */
const SEPARATOR = '\u0000';

const functions = new Map<string, Make>();

/** In brackets, __proto__ is a name like any other. Objects with such members are made slowly. */
const keyOf = (name: string): string => (name === '__proto__' ? `['${name}']` : JSON.stringify(name));

/** Returns a function for these columns. A name that occurs twice has its last value, as with the driver. */
function functionFor(names: string[]): Make {
  const members = names.map((name, index) => `${keyOf(name)}: values[${index}]`);
  return new Function('values', `return { ${members.join(', ')} };`) as Make;
}

export function madeRows(names: string[], rows: unknown[][]): Record<string, unknown>[] {
  if (rows.length === 0) return [];
  const key = names.join(SEPARATOR);
  let make = functions.get(key);
  if (!make) {
    if (functions.size >= MOST_FUNCTIONS) functions.clear();
    make = functionFor(names);
    functions.set(key, make);
  }
  return rows.map((values) => make(values));
}
