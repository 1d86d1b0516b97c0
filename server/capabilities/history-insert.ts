/** The statement that writes lines of the history. All lines of all entities are written by it. */

import { DONE_SQL } from '../http/late.ts';

/** A line of the history. Its members are SQL, such as a literal, a parameter or a column of `from`. */
interface Line {
  resource: string;
  operation: 'create' | 'update' | 'delete' | 'act';
  id: string;
  /** The id and the name of the author. */
  author: string;
  name: string;
  /** The changed fields. By default there are none. */
  changes?: string;
  /** The act and its values. */
  act?: { name: string; values: string };
  /** The source: a line is written for each of its rows. */
  from?: string;
}

export const historyInsert = ({ resource, operation, id, author, name, changes, act, from }: Line): string =>
  `insert into storico_modifiche (risorsa, operazione, id_record, id_utente, utente, fatto, modifiche${act ? ', atto, valori' : ''})
   select ${resource}, '${operation}', ${id}, ${author}, ${name}, ${DONE_SQL}, ${changes ?? "'[]'::jsonb"}${act ? `, ${act.name}, ${act.values}` : ''}
   ${from ? `from ${from}` : ''}`;
