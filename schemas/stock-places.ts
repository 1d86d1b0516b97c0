/** The place that a withdrawal is proposed from, and how much of it: the same on the server and on a device. */

/** A place, with the names of its warehouse, location and lot. */
interface NamedPlace {
  id_magazzino: number | null;
  codice_magazzino: string | null;
  descrizione_magazzino: string | null;
  id_ubicazione: number | null;
  descrizione_ubicazione: string | null;
  id_lotto: number | null;
  descrizione_lotto: string | null;
}

/** The stock of a part at one place. */
export interface StockPlace extends NamedPlace {
  /** The id of the balance. */
  id: number;
  id_magazzino: number;
  /** The user to whom the warehouse belongs. */
  id_utente: number | null;
  quantita: number;
}

/** The place that is proposed for a withdrawal. Without stock it has no warehouse. */
export interface ProposedPlace extends NamedPlace {
  /** 1 for the user's own warehouse. */
  proprio: number;
  quantita: number;
  disponibile: number;
}

/** The maximum number of parts that are proposed. */
export const PROPOSED_MAX = 20;

const CENTS = 100;
const rounded = (quantity: number): number => Math.round(quantity * CENTS) / CENTS;

/**
 * Returns the place to take a part from: the user's own warehouse first, then warehouses without a user, then the
 * largest stock. Places without stock do not count.
 */
export function firstPlace(places: StockPlace[], user: number | undefined): StockPlace | undefined {
  const rank = ({ id_utente }: StockPlace): number => {
    if (id_utente === null) return 1;
    return id_utente === user ? 0 : 2;
  };
  return places
    .filter(({ quantita }) => quantita > 0)
    .toSorted((a, b) => rank(a) - rank(b) || b.quantita - a.quantita || a.id - b.id)[0];
}

/**
 * Returns the place to take a part from, with the stock there and how much of it can be taken: not more than `free`,
 * which is what no other open reservation needs.
 */
export function proposedPlace(places: StockPlace[], free: number, user: number | undefined): ProposedPlace {
  const place = firstPlace(places, user);
  const quantita = rounded(place?.quantita ?? 0);
  return {
    id_magazzino: place?.id_magazzino ?? null,
    codice_magazzino: place?.codice_magazzino ?? null,
    descrizione_magazzino: place?.descrizione_magazzino ?? null,
    id_ubicazione: place?.id_ubicazione ?? null,
    descrizione_ubicazione: place?.descrizione_ubicazione ?? null,
    id_lotto: place?.id_lotto ?? null,
    descrizione_lotto: place?.descrizione_lotto ?? null,
    proprio: place && place.id_utente === user ? 1 : 0,
    quantita,
    disponibile: Math.max(0, rounded(Math.min(quantita, free))),
  };
}
