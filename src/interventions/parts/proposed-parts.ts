/** The parts proposed for an intervention, and the withdrawal that a press on one of them creates. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../../dataProvider/cached-reads.ts';
import type { Waiting } from '../../../dataProvider/outbox-order.ts';
import { deviceFirst } from '../../../resources/context/device-first.ts';
import type { Row } from '../../../schemas/entity.ts';
import { useActsOver } from '../calls/unsent-acts.ts';

export interface ProposedPart {
  id_ricambio: number;
  codice: string;
  descrizione: string;
  unita_di_misura: string | null;
  motivo: 'prenotato' | 'consigliato' | 'usato' | null;
  id_prenotazione: number | null;
  /** The quantity of the reservation that is not withdrawn yet. */
  resta: number | null;
  id_magazzino: number | null;
  codice_magazzino: string | null;
  descrizione_magazzino: string | null;
  id_ubicazione: number | null;
  descrizione_ubicazione: string | null;
  id_lotto: number | null;
  descrizione_lotto: string | null;
  /** 1 for the user's own warehouse. */
  proprio: number;
  quantita: number;
  disponibile: number;
}

/** The search text of the user. An empty text means the proposals. */
export interface Sought {
  filtro?: string;
  idRicambio?: number;
}

export const proposedPartsOf = async (
  intervention: number,
  sought: Sought = {},
  signal?: AbortSignal,
): Promise<ProposedPart[]> =>
  (await ask<ProposedPart[]>(proposedAt(intervention), { query: { ...sought }, signal })).data;

const proposedAt = (intervention: number): string => `/odl/${intervention}/ricambi-proposti/`;

/** The withdrawals among acts, with positive quantities. */
export const withdrawnIn = (acts: Waiting[]) =>
  acts.flatMap((act) =>
    act.act === 'withdraw'
      ? [{ act, id_ricambio: Number(act.body.id_ricambio), quantity: -Number(act.body.quantita) }]
      : [],
  );

/** Returns a proposal after the withdrawals of this device that the proposal does not contain. */
function after(part: ProposedPart, acts: Waiting[]): ProposedPart {
  const own = withdrawnIn(acts).filter(
    ({ act: { body }, id_ricambio }) =>
      id_ricambio === part.id_ricambio &&
      body.id_magazzino === part.id_magazzino &&
      (body.id_ubicazione ?? null) === part.id_ubicazione &&
      (body.id_lotto ?? null) === part.id_lotto,
  );
  const quantity = own.reduce((sum, one) => sum + one.quantity, 0);
  return {
    ...part,
    disponibile: Math.max(0, part.disponibile - quantity),
    resta: part.resta === null ? null : Math.max(0, part.resta - quantity),
  };
}

/** Loads the proposed parts, without what was withdrawn on this device since. */
export function useProposedParts(intervention: number, sought: Sought) {
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    // The key belongs to spare parts, so that every movement refreshes the query.
    queryKey: ['ricambio', 'proposed', intervention, sought],
    queryFn: deviceFirst((signal) => proposedPartsOf(intervention, sought, signal)),
    placeholderData: keepPreviousData,
  });
  const path = proposedAt(intervention);
  const acts = useActsOver(intervention, { path, query: { ...sought }, arrivedAt: dataUpdatedAt });
  const parts = useMemo(() => data?.map((part) => after(part, acts)), [data, acts]);
  return { data: parts, error, refetch };
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
