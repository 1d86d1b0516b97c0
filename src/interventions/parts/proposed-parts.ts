/** The parts proposed for an intervention, and the withdrawal that a press on one of them creates. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../../dataProvider/cached-reads.ts';
import type { Packed } from '../../../dataProvider/device.ts';
import { isAway } from '../../../dataProvider/envelope.ts';
import { PACK, packedHere, TAKEN } from '../../../dataProvider/taken.ts';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { deviceFirst } from '../../../resources/context/device-first.ts';
import type { Row } from '../../../schemas/entity.ts';
import { isActOf, useActsOver } from '../calls/unsent-acts.ts';
import {
  heldParts,
  isFrom,
  isReserved,
  type KnownPart,
  namesOf,
  type ProposedPart,
  type Sought,
  sumOf,
  type Withdrawn,
  withdrawnIn,
} from './held-parts.ts';

export type { ProposedPart, Sought } from './held-parts.ts';
export { withdrawnIn } from './held-parts.ts';

const NOTHING: Sought = {};
const NONE: ProposedPart[] = [];

export const proposedPartsOf = async (
  intervention: number,
  sought: Sought = {},
  signal?: AbortSignal,
): Promise<ProposedPart[]> =>
  (await ask<ProposedPart[]>(proposedAt(intervention), { query: { ...sought }, signal })).data;

const proposedAt = (intervention: number): string => `/odl/${intervention}/ricambi-proposti/`;

/** What a part is of which the whole reservation was withdrawn: as one that is only searched. */
const NOT_PROPOSED = { motivo: null, id_prenotazione: null, resta: null };

/** Returns a proposal after the withdrawals of this device that the proposal does not contain. */
function after(intervention: number, part: ProposedPart, withdrawn: Withdrawn[]): ProposedPart {
  const ofPart = withdrawn.filter(({ id_ricambio }) => id_ricambio === part.id_ricambio);
  const taken = ofPart.filter(isFrom(part));
  const own = sumOf(taken.filter(({ act }) => isActOf(intervention, act)));
  const others = ofPart.filter((one) => !isActOf(intervention, one.act) && !isReserved(one));
  const free = part.disponibile - own - sumOf(others);
  const quantita = Math.max(0, part.quantita - sumOf(taken));
  const resta = part.resta === null ? null : Math.max(0, part.resta - own);
  return {
    ...part,
    quantita,
    disponibile: Math.max(0, Math.min(free, quantita)),
    resta,
    ...(resta === 0 && NOT_PROPOSED),
  };
}

/** Reads parts from the server. A search without a network gets the rows of the pack, if the device has them. */
async function partsOrPack(
  intervention: number,
  sought: Sought,
  signal: AbortSignal,
): Promise<ProposedPart[] | Packed> {
  try {
    return await proposedPartsOf(intervention, sought, signal);
  } catch (error) {
    const packed =
      isSearched(sought) && (await isAway(error)) ? await packedHere().catch(() => undefined) : undefined;
    if (!packed) throw error;
    return packed;
  }
}

const useParts = (intervention: number, sought: Sought) =>
  useQuery({
    // The key belongs to spare parts, so that every movement refreshes the query.
    queryKey: ['ricambio', 'proposed', intervention, sought],
    queryFn: deviceFirst((signal) => partsOrPack(intervention, sought, signal)),
    placeholderData: keepPreviousData,
  });

/** Loads parts. Those that the server returned are without what was withdrawn on this device since. */
function useWithoutWithdrawn(intervention: number, sought: Sought) {
  const { data, dataUpdatedAt, error, refetch } = useParts(intervention, sought);
  const packed = data && !Array.isArray(data) ? data : undefined;
  const answered = { path: proposedAt(intervention), query: { ...sought }, arrivedAt: dataUpdatedAt };
  const acts = useActsOver(undefined, packed ? { path: PACK, arrivedAt: packed.at } : answered);
  const withdrawn = useMemo(() => withdrawnIn(acts), [acts]);
  const parts = useMemo(
    () => (Array.isArray(data) ? data.map((part) => after(intervention, part, withdrawn)) : undefined),
    [data, intervention, withdrawn],
  );
  return { parts, packed, withdrawn, error, refetch };
}

/**
 * Loads the proposed parts, or those that a search finds. `isHere` is true if only the parts on this device were
 * searched.
 */
export function useProposedParts(intervention: number, sought: Sought = NOTHING) {
  const user = useApplication().person?.id;
  const { parts: proposed = NONE } = useWithoutWithdrawn(intervention, NOTHING);
  const { parts, packed, withdrawn, error, refetch } = useWithoutWithdrawn(intervention, sought);
  const data = useMemo(
    () => (packed ? heldParts(packed, sought, { proposed, withdrawn, user }) : parts),
    [packed, sought, proposed, withdrawn, user, parts],
  );
  return { data, isHere: packed !== undefined, error, refetch };
}

const isSearched = ({ filtro, idRicambio }: Sought): boolean =>
  filtro !== undefined || idRicambio !== undefined;

/** Returns the parts to choose from. Without a search, these are those with a reason. */
export const listedOf = (parts: ProposedPart[] | undefined, sought: Sought): ProposedPart[] | undefined =>
  isSearched(sought) ? parts : parts?.filter(({ motivo }) => motivo !== null);

/** Loads the names of the parts on this device. They are empty if the device has no pack. */
export function usePartNames(enabled: boolean): KnownPart[] | undefined {
  const user = useApplication().person?.id;
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [TAKEN, 'parts', user, language],
    queryFn: async () => namesOf(await packedHere().catch(() => undefined)),
    enabled,
  });
  return data;
}

/** Returns the maximum quantity that can be withdrawn from the proposed place. */
export const mostOf = ({ id_magazzino, disponibile }: ProposedPart): number =>
  id_magazzino === null ? 0 : disponibile;

/** Returns the quantity that a press proposes: the rest of the reservation, or else one. The stock limits it. */
export const firstQuantity = (part: ProposedPart): number => Math.min(part.resta ?? 1, mostOf(part));

/** Returns the quantity one step higher or lower, above zero and at most the stock. */
export function steppedQuantity(quantity: number, way: 1 | -1, part: ProposedPart): number {
  const next = Math.round((quantity + way) * 100) / 100;
  return Math.min(Math.max(next, Math.min(1, mostOf(part))), mostOf(part));
}

/** Returns the values of the withdrawal. */
export const withdrawalOfPart = (part: ProposedPart, quantity: number): Row => ({
  id_ricambio: part.id_ricambio,
  quantita: quantity,
  id_magazzino: part.id_magazzino,
  id_ubicazione: part.id_ubicazione,
  id_lotto: part.id_lotto,
  ubicazione_lotto: `${part.id_ubicazione ?? ''}-${part.id_lotto ?? ''}`,
  ...(part.id_prenotazione !== null && { id_prenotazione: part.id_prenotazione }),
});

/** Returns warehouse, location and lot as one text. */
export const placeText = (part: ProposedPart): string =>
  [part.descrizione_magazzino ?? part.codice_magazzino, part.descrizione_ubicazione, part.descrizione_lotto]
    .filter(Boolean)
    .join(' · ');
