/** What the page of an intervention asks the server for, and tells it. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../dataProvider/http.ts';
import { type House, useHouse } from '../../../resources/context/application.tsx';
import { recordToSend } from '../../../resources/form/record.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';

/** Everything read of interventions stands under it, in the list too. */
const KEY = 'odl';

export interface NextState extends Row {
  id: number;
  /** The kind of state. */
  id_tipo_stato_odl: number;
  codice: string;
  descrizione: string;
  richiedi_firma_rapportino: number;
  /** Why it may not be entered now; empty when nothing stands in the way. */
  motivi: string[];
  /** The rule that each of them comes from, which is the same in every language. */
  regole: string[];
  /** Its job report can be made by this person, and is not there yet. */
  rapportino_da_generare?: 0 | 1;
}

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

const rowsAt = async <T>(path: string, query?: Row): Promise<T[]> =>
  (await call<T[]>(path, { query: query as Record<string, string> })).data;

/** Rows that hang on the intervention, wherever the API keeps them. */
export const useRows = <T = Row>(id: number, path: string) =>
  useQuery({ queryKey: [KEY, 'rows', id, path], queryFn: () => rowsAt<T>(path) });

export const belowOf = (id: number, path: string): string => `/odl/${id}/${path}/`;

export const useNextStates = (record: RowOf<'odl'>) =>
  useQuery({
    queryKey: [KEY, 'states', record.id, record.versione, record.id_tipo_guasto],
    queryFn: () =>
      rowsAt<NextState>('/stato/', { idOdl: record.id, idTipo: record.id_tipo_guasto, mostraNegati: 1 }),
  });

export const useTechnicians = (record: RowOf<'odl'>) =>
  useQuery({
    queryKey: [KEY, 'technicians', record.id_oggetto],
    queryFn: async () => {
      const query = { idOggetto: record.id_oggetto };
      return (await call<{ utenti: Person[]; utenteConsigliato: Person | null }>('/odl/tecnico/', { query }))
        .data;
    },
  });

/** Those that the page itself reads, here and there: one call asks for all of them. */
const OF_THE_PAGE = ['BlockAssigned', 'FollowupAllowMulti', 'UserMailNotif'];

/** Parts of the page appear one after the other, and are not to ask again for what has just been told. */
const FRESH_MS = 10_000;

/** The settings as they are now, of the codes given. */
export function useSettings(codes: string[]) {
  const { askSettings } = useHouse();
  const asked = codes.every((code) => OF_THE_PAGE.includes(code)) ? OF_THE_PAGE : codes;
  const queryKey = ['settings', ...asked];
  return useQuery({ queryKey, queryFn: () => askSettings(asked), staleTime: FRESH_MS }).data;
}

/** The whole intervention again, with what changes; what the person may not write stays out. */
export function changedWith(entity: EntityOf<'odl'>, record: RowOf<'odl'>, change: Row, { may }: House): Row {
  const whole = recordToSend(entity, record, record, ({ write }) => write !== undefined && !may(write));
  return { ...whole, ...change };
}

/** After a change everything that shows interventions, their documents or the stock they move is read anew. */
export function useChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [KEY, 'documents', 'ricambio', 'magazzino'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
}
