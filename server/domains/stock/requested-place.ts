/** The place in a request for a movement. places.ts checks it. */

/** An id, or a new description, or neither. */
interface IdOrText {
  id?: number;
  typed?: string;
}

/** The suffix of the body's fields for this end. */
type End = '' | '_da' | '_a';

export interface RequestedPlace {
  end: End;
  warehouse: number;
  location: IdOrText;
  lot: IdOrText;
}

interface NamedPlace {
  id_magazzino: number;
  id_ubicazione?: number | null;
  id_lotto?: number | null;
  descrizione_ubicazione?: string | null;
  descrizione_lotto?: string | null;
}

const idOrText = (id: number | null | undefined, typed: string | null | undefined): IdOrText =>
  id ? { id } : { typed: typed || undefined };

/** Reads a place from a body. Forms send both id and description of a chosen location or lot; then the id counts. */
export const placeIn = (place: NamedPlace, end: End = ''): RequestedPlace => ({
  end,
  warehouse: place.id_magazzino,
  location: idOrText(place.id_ubicazione, place.descrizione_ubicazione),
  lot: idOrText(place.id_lotto, place.descrizione_lotto),
});
