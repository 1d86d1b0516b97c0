/** Which people see an asset, as SQL: the rule of reach, asked of others than who makes the call. */

/** An alias that no caller has: what he names by his own would be taken for ours. */
const linked = (person: string, dimension: string, value: string): string =>
  `(${value} = 1 or exists (select 1 from utente_${dimension} sight where sight.id_utente = ${person} and sight.id_${dimension} in (1, ${value})))`;

/** A person, and the organisation and department of what he would see, as expressions. */
export const sees = (person: string, organisation: string, department: string): string =>
  `(${linked(person, 'organizzazione', organisation)} and ${linked(person, 'reparto', department)})`;
