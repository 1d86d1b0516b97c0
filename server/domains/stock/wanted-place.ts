/** A place as a movement names it; what is there is told by places.ts. */

/** Picked by its id, typed as new, or none. */
interface Named {
  id?: number;
  typed?: string;
}

/** The end of a movement that the fields of a body speak of. */
type End = '' | '_da' | '_a';

export interface WantedPlace {
  end: End;
  warehouse: number;
  location: Named;
  lot: Named;
}

interface NamedPlace {
  id_magazzino: number;
  id_ubicazione?: number | null;
  id_lotto?: number | null;
  descrizione_ubicazione?: string | null;
  descrizione_lotto?: string | null;
}

const named = (id: number | null | undefined, typed: string | null | undefined): Named =>
  id ? { id } : { typed: typed || undefined };

/** A place as an act names it; who picks a location or lot sends its text along, so that the id is what counts. */
export const placeIn = (place: NamedPlace, end: End = ''): WantedPlace => ({
  end,
  warehouse: place.id_magazzino,
  location: named(place.id_ubicazione, place.descrizione_ubicazione),
  lot: named(place.id_lotto, place.descrizione_lotto),
});
