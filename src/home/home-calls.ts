/** The requests of the home page: figures, work of a panel, names of states and types. */

import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { ask } from '../../dataProvider/cached-reads.ts';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { deviceFirst } from '../../resources/context/device-first.ts';
import type { SettingOf } from '../../schemas/access.ts';
import { MINUTE_MS } from '../../schemas/durations.ts';
import type { Language } from '../../schemas/entity.ts';
import type { BY_MONTH, BY_STATE, LATE } from '../../schemas/interventions.ts';
import { translated } from '../../schemas/language.ts';

/** The key of all queries of the home page, and their refresh interval. */
const KEY = 'home';
const EVERY_MS = MINUTE_MS;

const CODES = [
  'DashboardAssegnati',
  'DashboardChiusiAss',
  'DashboardColRigaType',
  'DashboardGraficoMesi',
  'DashTipoIntervAperti',
  'OdlConTimestamp',
];

/** Returns the plant's current settings. A setting that cannot be read counts as not set. */
export function useHomeSettings(): SettingOf | undefined {
  const { askSettings } = useApplication();
  const { data, error } = useQuery({
    queryKey: ['settings', ...CODES],
    queryFn: deviceFirst((signal) => askSettings(CODES, signal)),
  });
  return data ?? (error ? () => undefined : undefined);
}

/** Refreshes the page when users navigate to it while it is open. */
export function useRefetchOnNavigation(): void {
  const client = useQueryClient();
  const { key } = useLocation();
  const lastKey = useRef(key);
  useEffect(() => {
    if (lastKey.current === key) return;
    lastKey.current = key;
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

export type MonthCount = 'aperti' | 'chiusi';
/** Returns the address of the list behind a figure; undefined while the states load. */
export type ListOf = (figure: MonthFigure, of: MonthCount) => string | undefined;

interface Figures {
  [BY_STATE]: StateFigure[];
  [LATE]: DelayFigure;
  [BY_MONTH]: MonthFigure[];
}

export function useFigures<T extends keyof Figures>(tipo: T) {
  const language = useLanguage();
  return useQuery({
    queryKey: [KEY, 'figures', tipo, language],
    queryFn: deviceFirst(
      async (signal) => (await ask<Figures[T]>('/odl/statistica/', { query: { tipo }, signal })).data,
    ),
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

export async function fetchWork(query: WorkQuery, signal?: AbortSignal): Promise<WorkPage> {
  const { data, tot } = await ask<Work[]>('/odl/', { query, signal });
  return { rows: data, total: tot ?? data.length };
}

/** Loads work once the query is complete. */
export function useWork(query: WorkQuery | undefined) {
  const language = useLanguage();
  return useQuery({
    queryKey: [KEY, 'work', query, language],
    queryFn: query ? deviceFirst((signal) => fetchWork(query, signal)) : skipToken,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
}

/** Loads several lists of one panel together. */
export function useWorkLists<T>(name: string, fetchLists: (signal: AbortSignal) => Promise<T>) {
  const language = useLanguage();
  return useQuery({
    queryKey: [KEY, name, language],
    queryFn: deviceFirst((signal) => fetchLists(signal)),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
}

export interface NamedRow {
  id: number;
  codice: string;
  descrizione: string;
  traduzioni?: Partial<Record<Language, string>> | null;
  id_tipo_stato_odl?: number;
}

const useChoices = (path: string, query: Record<string, number>): NamedRow[] | undefined =>
  useQuery({
    queryKey: [KEY, 'choices', path],
    queryFn: deviceFirst(
      async (signal) => (await ask<NamedRow[]>(path, { query: { ...query, pag: -1 }, signal })).data,
    ),
  }).data;

export const useStates = (): NamedRow[] | undefined => useChoices('/stato/', { all: 1 });

export type NameOf = (kind: 'state' | 'type', id: number, otherwise: string | null) => string;

/** Returns names of states and types in the reader's language. Until they load, it returns the names in the rows. */
export function useNames(): NameOf {
  const language = useLanguage();
  const states = useStates();
  const types = useChoices('/odl/tipoGuasto/', {});
  return useMemo(() => {
    const namesById = (rows: NamedRow[] = []) =>
      new Map(rows.map((row) => [row.id, translated(row.traduzioni, language, row.descrizione)]));
    const names = { state: namesById(states), type: namesById(types) };
    return (kind, id, otherwise) => names[kind].get(id) ?? otherwise ?? '';
  }, [language, states, types]);
}

/** Refreshes the figures and lists of this page. The act itself refreshes the interventions. */
export function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [KEY] });
}
