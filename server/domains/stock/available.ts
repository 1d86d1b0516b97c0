/**
 * What there is of a part, as SQL: nothing is kept twice, so that stock, reservations and the states of interventions
 * always agree. What a part has is summed over its balances, of which it has few.
 */
import { OVER_SQL } from '../../../schemas/interventions.ts';

/** `part` is SQL of the part's id. */
export const stockOf = (part: string): string =>
  `coalesce((select sum(g.quantita) from giacenza g where g.id_ricambio = ${part}), 0)`;

const OPEN = `
  from prenotazione p join odl o on o.id = p.id_odl join stato s on s.id = o.id_stato
  where s.id_tipo_stato_odl not in ${OVER_SQL} and p.quantita > coalesce(p.quantita_prelevata, 0)`;

/** What open interventions have reserved and not yet taken; one that is closed or cancelled waits for nothing. */
export const reservedOf = (part: string): string =>
  `coalesce((select sum(p.quantita - coalesce(p.quantita_prelevata, 0)) ${OPEN} and p.id_ricambio = ${part}), 0)`;

/** The parts that some open intervention waits for: few, and found once for a whole list. */
export const RESERVED = `(select p.id_ricambio ${OPEN})`;

/** The open interventions that wait for the part of this placeholder. */
export const waitingFor = (part: string): string =>
  `select coalesce(o.codice, o.descrizione) as codice ${OPEN} and p.id_ricambio = ${part} order by o.id`;

/** Physical stock less open reservations: negative when more is promised than there is. */
export const availableOf = (part: string): string => `(${stockOf(part)} - ${reservedOf(part)})`;
