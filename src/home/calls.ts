/** What the home page asks the server for: the figures, the work of a panel, the names of states and types. */

import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../dataProvider/http.ts';
import { useHouse, useLanguage } from '../../resources/House.tsx';
import type { SettingOf } from '../../schemas/access.ts';
import type { Language } from '../../schemas/entity.ts';
import { translated } from '../../schemas/language.ts';

/** Everything read for the home stands under it; it is read again so often while one looks at it. */
const KEY = 'home';
const EVERY_MS = 60_000;

const CODES = [
  'DashboardAssegnati',
  'DashboardChiusiAss',
  'DashboardColRigaType',
  'DashboardGraficoMesi',
  'DashTipoIntervAperti',
  'OdlConTimestamp',
];

/** The plant's settings as they are now; those that cannot be read leave their defaults in force. */
export function useHomeSettings(): SettingOf | undefined {
  const { askSettings } = useHouse();
  const { data, error } = useQuery({ queryKey: ['settings', ...CODES], queryFn: () => askSettings(CODES) });
  return data ?? (error ? () => undefined : undefined);
}

/** Who asks for the home while it stands there wants it as it is now. */
export function useReadWhenAsked(): void {
  const client = useQueryClient();
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    void client.invalidateQueries({ queryKey: [KEY] });
  }, [client, key]);
}

export interface StateFigure {
  id_stato: number;
  codice: string;
  descrizione: string;
  colore: string | null;
  id_tipo_stato_odl: number;
  totale: number;
}

export interface DelayFigure {
  totale: number;
  in_ritardo: number;
}

export interface MonthFigure {
  anno: number;
  mese: number;
  aperti: number;
  chiusi: number;
}

export type Of = 'aperti' | 'chiusi';
/** The list of what a figure counts; not known before the states are. */
export type ListOf = (figure: MonthFigure, of: Of) => string | undefined;

interface Figures {
  1: StateFigure[];
  2: DelayFigure;
  3: MonthFigure[];
}

export function useFigures<T extends keyof Figures>(tipo: T) {
  const language = useLanguage();
  return useQuery({
    queryKey: [KEY, 'figures', tipo, language],
    queryFn: async ({ signal }) =>
      (await call<Figures[T]>('/odl/statistica/', { query: { tipo }, signal })).data,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
}

export interface Work {
  id: number;
  versione: number;
  codice: string;
  descrizione: string;
  oggetto: string | null;
  id_stato: number;
  stato: string;
  stato_colore: string | null;
  cod_stato: string;
  id_tipo_guasto: number;
  tipo_guasto: string | null;
  data_ordine: string | null;
  data_fine: string | null;
  data_ins: string | null;
  priorita: number | null;
  tecnico: string | null;
  colore: string | null;
  modificabile: number;
}

export type WorkQuery = Record<string, string | number>;

export interface WorkPage {
  rows: Work[];
  total: number;
}

export async function askWork(query: WorkQuery, signal?: AbortSignal): Promise<WorkPage> {
  const { data, tot } = await call<Work[]>('/odl/', { query, signal });
  return { rows: data, total: tot ?? data.length };
}

/** Nothing is asked until it is known what to ask. */
export function useWork(query: WorkQuery | undefined) {
  const language = useLanguage();
  return useQuery({
    queryKey: [KEY, 'work', query, language],
    queryFn: query ? ({ signal }) => askWork(query, signal) : skipToken,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
}

/** Several lists that belong together, all asked at the same moment. */
export function useWorkAt<T>(name: string, ask: (signal: AbortSignal) => Promise<T>) {
  const language = useLanguage();
  return useQuery({
    queryKey: [KEY, name, language],
    queryFn: ({ signal }) => ask(signal),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
}

export interface Named {
  id: number;
  codice: string;
  descrizione: string;
  traduzioni?: Partial<Record<Language, string>> | null;
  id_tipo_stato_odl?: number;
}

const useChoices = (path: string, query: Record<string, number>): Named[] | undefined =>
  useQuery({
    queryKey: [KEY, 'choices', path],
    queryFn: async () => (await call<Named[]>(path, { query: { ...query, pag: -1 } })).data,
  }).data;

export const useStates = (): Named[] | undefined => useChoices('/stato/', { all: 1 });

export type NameOf = (kind: 'state' | 'type', id: number, otherwise: string | null) => string;

/** States and types in the reader's language; by the names of the rows until they are read. */
export function useNames(): NameOf {
  const language = useLanguage();
  const states = useStates();
  const types = useChoices('/odl/tipoGuasto/', {});
  return useMemo(() => {
    const named = (rows: Named[] = []) =>
      new Map(rows.map((row) => [row.id, translated(row.traduzioni, language, row.descrizione)]));
    const names = { state: named(states), type: named(types) };
    return (kind, id, otherwise) => names[kind].get(id) ?? otherwise ?? '';
  }, [language, states, types]);
}

/** Reads the figures and the lists of this page again; the act itself reads the interventions again. */
export function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [KEY] });
}
