/** A place as the body of a movement names it; what is there is told by places.ts. */
import type { Sent } from './quantities.ts';

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

/** Who picks a place sends its text along, so that the id is what counts. */
function named(sent: Sent, what: 'ubicazione' | 'lotto', end: End): Named {
  const id = sent.id(`id_${what}${end}`);
  return { id, typed: id === undefined ? sent.text(`descrizione_${what}${end}`) : undefined };
}

export const wantedPlace = (sent: Sent, end: End): WantedPlace => ({
  end,
  warehouse: sent.requiredId(`id_magazzino${end}`),
  location: named(sent, 'ubicazione', end),
  lot: named(sent, 'lotto', end),
});
