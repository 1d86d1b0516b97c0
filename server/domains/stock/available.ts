/**
 * The stock of a part as SQL. The sums are computed and not stored, so stock, reservations and the states of
 * interventions always agree. A part has few balances to add up.
 */
import { OVER_SQL } from '../../../schemas/interventions.ts';

/** Returns SQL of the stock of a part. `part` is SQL of its id. */
export const stockOf = (part: string): string =>
  `coalesce((select sum(g.quantita) from giacenza g where g.id_ricambio = ${part}), 0)`;

const OPEN = `
  from prenotazione v join odl o on o.id = v.id_odl join stato s on s.id = o.id_stato
  where s.id_tipo_stato_odl not in ${OVER_SQL} and v.quantita > coalesce(v.quantita_prelevata, 0)`;

/**
 * Returns SQL of the quantity that open interventions have reserved and not yet withdrawn, without the reservation
 * `but`.
 */
const reservedOf = (part: string, but?: string): string =>
  `coalesce((select sum(v.quantita - coalesce(v.quantita_prelevata, 0)) ${OPEN} and v.id_ricambio = ${part}${but ? ` and v.id <> ${but}` : ''}), 0)`;

/** SQL of the parts that open interventions wait for. There are few, and a list finds them once. */
export const RESERVED = `(select v.id_ricambio ${OPEN})`;

/** Returns the query of the open reservations of parts. `parts` is SQL of an id, or any() of ids. */
export const openReservations = (parts: string): string =>
  `select v.id, v.xmin as x ${OPEN} and v.id_ricambio = ${parts}`;

/** Returns the query of the open interventions that wait for a part. */
export const waitingFor = (part: string): string =>
  `select coalesce(o.codice, o.descrizione) as codice ${OPEN} and v.id_ricambio = ${part} order by o.id`;

/**
 * Returns SQL of the stock minus open reservations. It is negative if more is reserved than there is. The
 * reservation `but`, SQL of its id, does not count.
 */
export const availableOf = (part: string, but?: string): string =>
  `(${stockOf(part)} - ${reservedOf(part, but)})`;
