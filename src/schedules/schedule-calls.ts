/** The requests of the schedule pages. */

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../dataProvider/http.ts';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import type { SettingOf } from '../../schemas/access.ts';
import type { Text } from '../../schemas/entity.ts';
import { NOTIFIES } from '../../schemas/interventions.ts';
import { translated } from '../../schemas/language.ts';
import type { RowOf } from '../../schemas/types.ts';
import type { Planned } from './calendar/planned-days.ts';

export const SCHEDULES = 'manutenzione/schedulazione';
/** The key of all queries about maintenances, including the forecast. */
const MAINTENANCES = 'manutenzione';
const PREVIEW = 'preview-of-period';

/** Refreshes everything except the preview, which would now be empty. */
export function useReread(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PREVIEW }),
    [client],
  );
}

export interface Period {
  start: string | undefined;
  end: string | undefined;
}

interface PreviewReply {
  numero: number;
  manutenzioni: {
    id: number;
    codice_oggetto: string | null;
    oggetto: string | null;
    errore: string | null;
    date: { data: string; esiste: number }[];
  }[];
}

export interface Preview {
  /** The number of interventions to generate. */
  count: number;
  planned: Planned[];
  /** Maintenances that would generate nothing, with the reason. */
  faults: { asset: string; reason: string }[];
  maintenances: number;
}

const assetOf = ({
  codice_oggetto: code,
  oggetto: text,
}: Pick<PreviewReply['manutenzioni'][0], 'codice_oggetto' | 'oggetto'>): string =>
  [code, text].filter((part, index, all) => part && all.indexOf(part) === index).join(' - ');

function previewOf({ numero, manutenzioni }: PreviewReply): Preview {
  const sound = manutenzioni.filter(({ errore }) => errore === null);
  return {
    count: numero,
    maintenances: manutenzioni.length,
    planned: sound.flatMap((one) =>
      one.date.map(({ data, esiste }) => ({
        day: data,
        asset: assetOf(one),
        maintenance: one.id,
        exists: esiste === 1,
      })),
    ),
    faults: manutenzioni.flatMap((one) => (one.errore ? [{ asset: assetOf(one), reason: one.errore }] : [])),
  };
}

/** Returns the earliest date of the schedule's maintenances; null if it has none, undefined while they load. */
export function useFirstDay(schedule: number): string | null | undefined {
  const { data, error } = useQuery({
    queryKey: [MAINTENANCES, 'first', schedule],
    queryFn: async () => {
      const query = {
        idSchedulazione: schedule,
        orderByCol: 'data_inizio',
        orderByDir: 'ASC',
        pag: 1,
        max_rows: 1,
      };
      const [first] = (await call<RowOf<'manutenzione'>[]>('/manutenzione/', { query })).data;
      return first?.data_inizio ?? null;
    },
  });
  return error ? null : data;
}

/** Loads the preview of a complete period. After the generation the preview is disabled. */
export function usePreview(
  schedule: RowOf<'manutenzione/schedulazione'>,
  { start, end }: Period,
  enabled: boolean,
) {
  const language = useLanguage();
  const { id, data_generazione_end: last } = schedule;
  return useQuery<Preview, Error>({
    queryKey: [PREVIEW, id, last, start, end, language],
    queryFn: async () => {
      const path = `/${SCHEDULES}/${id}/anteprima`;
      return previewOf((await call<PreviewReply>(path, { query: { dal: start, al: end } })).data);
    },
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

export interface Generated {
  numero_interventi_generati: number;
  /** The id of the background job, if there is one. */
  id_lavoro: number | null;
  anomalie: number;
}

/** An existing intervention, one that will be created automatically, or one for the next generated period. */
export type ForecastState = 'aperto' | 'previsto' | 'da_generare';

interface ForecastRow {
  data: string;
  stato: ForecastState;
  id_odl: number | null;
  codice: string | null;
  id_manutenzione: number;
  schedulazione: string;
  codice_oggetto: string | null;
  oggetto: string | null;
}

export interface ForecastOf {
  schedule?: number;
  asset?: number;
}

/** Loads the next twelve months of a schedule by asset, or of an asset by schedule. */
export function useForecast({ schedule, asset }: ForecastOf) {
  return useQuery<Planned[], Error>({
    queryKey: [MAINTENANCES, 'forecast', schedule, asset],
    queryFn: async () => {
      const query = { idSchedulazione: schedule, idOggetto: asset };
      const { data } = await call<ForecastRow[]>('/manutenzione/previsione', { query });
      return data.map((row) => ({
        day: row.data,
        asset: schedule === undefined ? row.schedulazione : assetOf(row),
        maintenance: row.id_manutenzione,
        exists: row.stato === 'aperto',
        intervention: row.id_odl ?? undefined,
      }));
    },
  });
}

export interface Named {
  id: number;
  descrizione: string;
}

/** Returns the users who can be assigned. */
export function useTechnicians(): Named[] {
  const { data } = useQuery({
    queryKey: ['odl/tecnico', 'all'],
    queryFn: async () => (await call<{ utenti: Named[] }>('/odl/tecnico/')).data.utenti,
  });
  return data ?? [];
}

/** Returns the users who can be notified. */
export function usePeople(): Named[] {
  const { data } = useQuery({
    queryKey: ['utente', 'active'],
    queryFn: async () => {
      const { data } = await call<RowOf<'utente'>[]>('/utente/', { query: { attivo: 1, pag: -1 } });
      return data.map(({ id, nome, cognome }) => ({ id, descrizione: `${nome} ${cognome}` }));
    },
  });
  return data ?? [];
}

/** Returns the names of intervention types in the reader's language, by id. */
export function useTypeNames(): Map<number, string> {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['odl/tipoGuasto', 'names', language],
    queryFn: async () => {
      const { data } = await call<(Named & { traduzioni?: Partial<Text> | null })[]>('/odl/tipoGuasto/', {
        query: { pag: -1 },
      });
      return new Map(
        data.map(({ id, descrizione, traduzioni }) => [id, translated(traduzioni, language, descrizione)]),
      );
    },
  });
  return data ?? NO_NAMES;
}

const NO_NAMES = new Map<number, string>();

const SETTINGS = [NOTIFIES];

/** Returns current settings; undefined while they load. */
export function useSettings(): SettingOf | undefined {
  const { askSettings } = useApplication();
  const { data, error } = useQuery({
    queryKey: ['settings', SETTINGS],
    queryFn: () => askSettings(SETTINGS),
  });
  return data ?? (error ? () => undefined : undefined);
}
