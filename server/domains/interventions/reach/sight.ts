/** SQL of the condition that a user may see an asset: the scope rule, for users other than the caller. */

const hasLink = (person: string, dimension: string): string =>
  `exists (select 1 from utente_${dimension} link where link.id_utente = ${person})`;

/** The alias must not equal one in the caller's expressions. */
const hasAccess = (person: string, dimension: string, value: string): string =>
  `(${value} = 1 or exists (select 1 from utente_${dimension} sight where sight.id_utente = ${person} and sight.id_${dimension} in (1, ${value})))`;

/** Returns the condition. The user, organisation and department are SQL expressions. */
export const sees = (person: string, organisation: string, department: string): string =>
  `(${hasAccess(person, 'organizzazione', organisation)} and ${hasAccess(person, 'reparto', department)}
    and (${hasLink(person, 'organizzazione')} or ${hasLink(person, 'reparto')}))`;
