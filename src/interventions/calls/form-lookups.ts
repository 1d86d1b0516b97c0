/** Requests of the form. Their results are cached by their parameters. */

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { ask } from '../../../dataProvider/cached-reads.ts';
import type { Envelope } from '../../../dataProvider/envelope.ts';
import { useLanguage } from '../../../resources/context/application.tsx';
import type { Language } from '../../../schemas/entity.ts';
import { translated } from '../../../schemas/language.ts';
import type { RowOf } from '../../../schemas/types.ts';

export interface Named {
  id: number;
  descrizione: string;
}

export const picksOf = (rows: Named[] = []) =>
  rows.map(({ id, descrizione }) => ({ value: id, text: descrizione }));

export interface People {
  /** The asset that the technicians must see, if there is one. */
  asset: number | undefined;
  all: Named[];
  recommended: Named | undefined;
}

interface TechniciansReply {
  utenti: Named[];
  utenteConsigliato: Named | null;
}

const nameOf = ({ nome, cognome }: RowOf<'utente'>): string => `${nome} ${cognome}`;
const toNamed = (row: RowOf<'utente'>): Named => ({ id: row.id, descrizione: nameOf(row) });

/** Returns the users who can be assigned, to one or several interventions, including the current technician. */
export function useTechnicians(
  asset: number | undefined,
  current: number | undefined,
  works?: number[],
): People | undefined {
  const { data } = useQuery({
    queryKey: ['odl/tecnico', asset, current, works],
    queryFn: async (): Promise<People> => {
      const query = { idOggetto: asset, idTecnico: current, idOdl: works?.join(',') };
      const { data } = await ask<TechniciansReply>('/odl/tecnico/', { query });
      return { asset, all: data.utenti, recommended: data.utenteConsigliato ?? undefined };
    },
    placeholderData: keepPreviousData,
  });
  return data;
}

type Recommending = Envelope & { utenteConsigliato?: RowOf<'utente'> | null };

const recommendedIn = (reply: Recommending): RowOf<'utente'> | null | undefined => reply.utenteConsigliato;

/** Returns the users who can be notified by mail. */
export function useNotified(asset: number | undefined, works?: number[]): People | undefined {
  const { data } = useQuery({
    queryKey: ['utente', 'notified', asset, works],
    queryFn: async (): Promise<People> => {
      const reply = await ask<RowOf<'utente'>[]>('/utente/', {
        query: { idOggetto: asset, idOdl: works?.join(','), attivo: 1, pag: -1 },
      });
      const last = recommendedIn(reply);
      return { asset, all: reply.data.map(toNamed), recommended: last ? toNamed(last) : undefined };
    },
    placeholderData: keepPreviousData,
  });
  return data;
}

export interface OfferedState extends Named, Translated {
  codice: string;
  /** The reasons why the intervention cannot enter the state. */
  motivi?: string[];
  regole?: string[];
}

interface Translated {
  descrizione: string;
  traduzioni?: Partial<Record<Language, string>> | null;
}

const inLanguage = <T extends Translated>(row: T, language: Language): T => ({
  ...row,
  descrizione: translated(row.traduzioni, language, row.descrizione),
});

/** Reads the possible states in order. */
export async function statesFor(id: number | undefined, type: number | undefined): Promise<OfferedState[]> {
  const query = { idOdl: id ?? -1, idTipo: type ?? -1 };
  return (await ask<OfferedState[]>('/stato/', { query })).data;
}

/** Returns the possible states in order. */
export function useStates(id: number | undefined, type: number | undefined): OfferedState[] | undefined {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['stato', 'next', id, type, language],
    queryFn: async () => (await statesFor(id, type)).map((state) => inLanguage(state, language)),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return data;
}

/** Returns all states. */
export function useAllStates(): OfferedState[] | undefined {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['stato', 'all', language],
    queryFn: async () => {
      const { data } = await ask<OfferedState[]>('/stato/', { query: { all: 1, pag: -1 } });
      return data.map((state) => inLanguage(state, language));
    },
  });
  return data;
}

export interface InterventionType extends Named, Translated {
  codice: string;
  is_default?: number;
}

/** In rules, this code stands for every type. */
const EVERY_TYPE = '*';

/** Reads all types. */
export async function typesRead(): Promise<InterventionType[]> {
  const { data } = await ask<InterventionType[]>('/odl/tipoGuasto/', { query: { pag: -1 } });
  return data.filter(({ codice }) => codice !== EVERY_TYPE);
}

export function useTypes(): InterventionType[] | undefined {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['odl/tipoGuasto', 'all', language],
    queryFn: async () => (await typesRead()).map((type) => inLanguage(type, language)),
  });
  return data;
}

/** Returns the selected asset, with its organisation's proposals. */
export function useAsset(id: number | undefined): RowOf<'oggetto'> | undefined {
  const provider = useDataProvider();
  const { data } = useQuery({
    queryKey: ['oggetto', 'of-intervention', id],
    queryFn:
      id === undefined
        ? skipToken
        : async (): Promise<RowOf<'oggetto'>> => (await provider.getOne('oggetto', { id })).data,
    retry: false,
  });
  return data;
}
