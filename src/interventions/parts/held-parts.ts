/** The parts that a search finds on this device, from the rows of the user's pack. Has no side effects. */
import type { Packed } from '../../../dataProvider/device.ts';
import type { Waiting } from '../../../dataProvider/outbox-order.ts';
import type { Row } from '../../../schemas/entity.ts';
import { hasWords } from '../../../schemas/search-words.ts';
import {
  PROPOSED_MAX,
  type ProposedPlace,
  proposedPlace,
  type StockPlace,
} from '../../../schemas/stock-places.ts';

/** Why a part is proposed, in the order in which parts are listed. */
export const REASONS = ['prenotato', 'consigliato', 'usato'] as const;

/** A part whose names the device has. */
export interface KnownPart {
  id_ricambio: number;
  codice: string;
  descrizione: string;
  unita_di_misura: string | null;
}

export interface ProposedPart extends KnownPart, ProposedPlace {
  motivo: (typeof REASONS)[number] | null;
  id_prenotazione: number | null;
  /** The quantity of the reservation that is not withdrawn yet. */
  resta: number | null;
}

/** The search text of the user, or the part of a scanned code. Without both, the proposals are meant. */
export interface Sought {
  filtro?: string;
  idRicambio?: number;
}

export interface Withdrawn {
  act: Waiting;
  id_ricambio: number;
  quantity: number;
}

/** The withdrawals among acts, with positive quantities. */
export const withdrawnIn = (acts: Waiting[]): Withdrawn[] =>
  acts.flatMap((act) =>
    act.act === 'withdraw'
      ? [{ act, id_ricambio: Number(act.body.id_ricambio), quantity: -Number(act.body.quantita) }]
      : [],
  );

export const sumOf = (withdrawn: Withdrawn[]): number =>
  withdrawn.reduce((sum, { quantity }) => sum + quantity, 0);

type Place = Pick<ProposedPart, 'id_magazzino' | 'id_ubicazione' | 'id_lotto'>;

/** Returns whether the withdrawal takes from this place. */
export const isFrom =
  ({ id_magazzino, id_ubicazione, id_lotto }: Place) =>
  ({ act: { body } }: Withdrawn): boolean =>
    body.id_magazzino === id_magazzino &&
    (body.id_ubicazione ?? null) === id_ubicazione &&
    (body.id_lotto ?? null) === id_lotto;

/** Returns whether the withdrawal is for a reservation. Then it leaves as much to all others as before. */
export const isReserved = ({ act: { body } }: Withdrawn): boolean => Boolean(body.id_prenotazione);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Returns the places of a part, less what was withdrawn on this device since the pack. */
function placesOf(part: Row, rows: Packed['rows'], withdrawn: Withdrawn[]): StockPlace[] {
  const warehouses = new Map(rows.magazzino?.map((row) => [row.id, row]));
  const locations = new Map(rows.ubicazione?.map((row) => [row.id, row]));
  const balances = rows.giacenza?.filter(({ id_ricambio }) => id_ricambio === part.id) ?? [];
  return balances.flatMap((balance) => {
    const warehouse = warehouses.get(balance.id_magazzino);
    if (!warehouse) return [];
    const place = {
      id_magazzino: Number(warehouse.id),
      id_ubicazione: idOf(balance.id_ubicazione),
      id_lotto: idOf(balance.id_lotto),
    };
    return [
      {
        ...place,
        id: Number(balance.id),
        codice_magazzino: textOf(warehouse.codice),
        descrizione_magazzino: textOf(warehouse.descrizione),
        descrizione_ubicazione: textOf(locations.get(balance.id_ubicazione)?.descrizione),
        descrizione_lotto: textOf(balance.descrizione_lotto),
        id_utente: idOf(warehouse.id_utente),
        quantita: Number(balance.quantita) - sumOf(withdrawn.filter(isFrom(place))),
      },
    ];
  });
}

/** What the device has, besides the rows of the pack. */
interface Known {
  /** The parts proposed for the intervention, with what is left of their reservations. */
  proposed: ProposedPart[];
  /** The withdrawals of all interventions on this device that the pack does not contain. */
  withdrawn: Withdrawn[];
  user: number | undefined;
}

const nameOf = (part: Row): KnownPart => ({
  id_ricambio: Number(part.id),
  codice: String(part.codice),
  descrizione: String(part.descrizione),
  unita_di_misura: textOf(part.unita_di_misura),
});

/** Returns the names of the parts of the pack. */
export const namesOf = (packed: Packed | undefined): KnownPart[] => (packed?.rows.ricambio ?? []).map(nameOf);

function heldPart(part: Row, rows: Packed['rows'], { proposed, withdrawn, user }: Known): ProposedPart {
  const known = proposed.find(({ id_ricambio }) => id_ricambio === part.id);
  const own = withdrawn.filter(({ id_ricambio }) => id_ricambio === part.id);
  const free = Number(part.disponibile) + (known?.resta ?? 0) - sumOf(own.filter((one) => !isReserved(one)));
  return {
    ...nameOf(part),
    motivo: known?.motivo ?? null,
    id_prenotazione: known?.id_prenotazione ?? null,
    resta: known?.resta ?? null,
    ...proposedPlace(placesOf(part, rows, own), free, user),
  };
}

const rankOf = ({ motivo }: ProposedPart): number => (motivo ? REASONS.indexOf(motivo) : REASONS.length);

/** Returns the parts that the server would find, among those on the device, each with the place to take it from. */
export const heldParts = ({ rows }: Pick<Packed, 'rows'>, sought: Sought, known: Known): ProposedPart[] =>
  (rows.ricambio ?? [])
    .filter(({ id }) => sought.idRicambio === undefined || id === sought.idRicambio)
    .filter(({ codice, descrizione }) => hasWords([codice, descrizione], sought.filtro ?? ''))
    .map((part) => heldPart(part, rows, known))
    .sort(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        a.codice.toLowerCase().localeCompare(b.codice.toLowerCase()) ||
        a.id_ricambio - b.id_ricambio,
    )
    .slice(0, PROPOSED_MAX);
