/** The requests of an intervention's page. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, requestedAt } from '../../../dataProvider/cached-reads.ts';
import { isAway } from '../../../dataProvider/envelope.ts';
import type { Query } from '../../../dataProvider/http.ts';
import { isOnDevice, readOnDevice } from '../../../dataProvider/stored-first.ts';
import { type Application, useApplication } from '../../../resources/context/application.tsx';
import { deviceFirst } from '../../../resources/context/device-first.ts';
import { recordToSend } from '../../../resources/form/record.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { Row } from '../../../schemas/entity.ts';
import { NOTIFIES } from '../../../schemas/interventions.ts';
import type { NextState } from '../../../schemas/state-offers.ts';
import type { RowOf } from '../../../schemas/types.ts';

/** The key of all queries about interventions, lists included. */
const KEY = 'odl';

export interface Person {
  id: number;
  descrizione: string;
}

export interface Reservation extends Row {
  id: number;
  id_ricambio: number;
  codice: string;
  descrizione: string;
  unita_di_misura: string | null;
  quantita: number;
  quantita_prelevata: number;
  id_prelievo: number | null;
  disponibile: number;
}

export interface Withdrawal extends Row {
  id_prelievo: number;
  id_ricambio: number;
  codice: string;
  descrizione: string;
  unita_di_misura: string | null;
  quantita: number;
  giacenza: number;
  id_magazzino: number;
  codice_magazzino: string;
  id_ubicazione: number | null;
  descrizione_ubicazione: string | null;
  id_lotto: number | null;
  descrizione_lotto: string | null;
}

export const rowsAt = async <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T[]> =>
  (await ask<T[]>(path, { query, signal })).data;

/** Loads the rows at an address below the intervention. */
export const useRows = <T = Row>(id: number, path: string) =>
  useQuery({
    queryKey: [KEY, 'rows', id, path],
    queryFn: deviceFirst((signal) => rowsAt<T>(path, undefined, signal)),
  });

export const belowOf = (id: number, path: string): string => `/odl/${id}/${path}/`;

export const commentsAt = (id: number): string => `/commento/intervento/${id}`;

const STATES = '/stato/';

const nextOf = (record: RowOf<'odl'>, from: number | undefined): Query => ({
  idOdl: record.id,
  idTipo: record.id_tipo_guasto,
  mostraNegati: 1,
  ...(from !== undefined && { daStato: from }),
});

/** Returns the next states. `from` is a state that the server does not have yet. */
export const nextStatesOf = (
  record: RowOf<'odl'>,
  from?: number,
  signal?: AbortSignal,
): Promise<NextState[]> => rowsAt<NextState>(STATES, nextOf(record, from), signal);

/** Next states on the device that were read before the displayed record may follow another state. */
const isBefore = (record: RowOf<'odl'>, from: number | undefined): boolean =>
  (requestedAt(STATES, nextOf(record, from)) ?? 0) < (requestedAt(`/${KEY}/${record.id}`) ?? 0);

/**
 * Reads the next states. If the network was lost after the record was read, the stored ones may follow an older state.
 * Those that were read ahead for the state of the record are then better, if they were read later.
 */
async function currentStates(
  record: RowOf<'odl'>,
  from: number | undefined,
  signal: AbortSignal,
): Promise<NextState[]> {
  const ahead = () => readOnDevice((onDevice) => nextStatesOf(record, record.id_stato, onDevice));
  const readAt = (state?: number) => requestedAt(STATES, nextOf(record, state)) ?? 0;
  try {
    const states = await nextStatesOf(record, from, signal);
    if (!isBefore(record, from)) return states;
    if (isOnDevice(signal)) throw new Error('Older than the record');
    const others = from === undefined ? await ahead().catch(() => undefined) : undefined;
    return others && readAt(record.id_stato) > readAt() ? others : states;
  } catch (error) {
    if (from !== undefined || isOnDevice(signal) || !(await isAway(error))) throw error;
    return ahead().catch(() => {
      throw error;
    });
  }
}

export const useNextStates = (record: RowOf<'odl'>, from?: number) =>
  useQuery({
    queryKey: [KEY, 'states', record.id, record.versione, record.id_tipo_guasto, from],
    queryFn: deviceFirst((signal) => currentStates(record, from, signal)),
  });

/** All states, with their names and colours. */
export const useAllStates = () =>
  useQuery({
    queryKey: ['stato', 'all'],
    queryFn: deviceFirst((signal) => rowsAt<RowOf<'stato'>>(STATES, { all: 1, pag: -1 }, signal)),
  });

export const useTechnicians = (record: RowOf<'odl'>) =>
  useQuery({
    queryKey: [KEY, 'technicians', record.id_oggetto],
    queryFn: async () => {
      const query = { idOggetto: record.id_oggetto };
      return (await ask<{ utenti: Person[]; utenteConsigliato: Person | null }>('/odl/tecnico/', { query }))
        .data;
    },
  });

/** Settings that parts of the page need, loaded in one request. */
const OF_THE_PAGE = ['BlockAssigned', 'FollowupAllowMulti', NOTIFIES];

/** The time in milliseconds for which parts of the page that appear later reuse a result. */
const FRESH_MS = 10_000;

/** Returns the current values of settings. */
export function useSettings(codes: string[]) {
  const { askSettings } = useApplication();
  const requested = codes.every((code) => OF_THE_PAGE.includes(code)) ? OF_THE_PAGE : codes;
  const queryKey = ['settings', ...requested];
  return useQuery({
    queryKey,
    queryFn: deviceFirst((signal) => askSettings(requested, signal)),
    staleTime: FRESH_MS,
  }).data;
}

/** Returns the full intervention with a change, without fields that the user may not write. */
export function changedWith(
  entity: EntityOf<'odl'>,
  record: RowOf<'odl'>,
  change: Row,
  { may }: Application,
): Row {
  const full = recordToSend(entity, record, record, ({ write }) => write !== undefined && !may(write));
  return { ...full, ...change };
}

/** Refreshes interventions, documents and stock after a change. */
export function useChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [KEY, 'documents', 'ricambio', 'magazzino'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
}
