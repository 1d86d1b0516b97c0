/** What the pages of schedules ask the server for, and tell it. */

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../dataProvider/http.ts';
import { useHouse, useLanguage } from '../../resources/context/application.tsx';
import type { SettingOf } from '../../schemas/access.ts';
import type { Text } from '../../schemas/entity.ts';
import { translated } from '../../schemas/language.ts';
import type { RowOf } from '../../schemas/types.ts';
import type { Planned } from './calendar/planned-days.ts';

export const SCHEDULES = 'manutenzione/schedulazione';
/** Everything read of maintenances stands under it, the forecast too. */
const MAINTENANCES = 'manutenzione';
const PREVIEW = 'preview-of-period';

/** Everything shown is read again, but for the preview of what is there by now. */
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
  /** How many would be made. */
  count: number;
  planned: Planned[];
  /** Of which nothing would be made, and why. */
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

/** The day from which its maintenances come, the first of them; null without any, undefined until it is read. */
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

/** What a period would bring; undefined while it is half typed. Once it is generated there is no preview of it. */
export function usePreview(
  schedule: RowOf<'manutenzione/schedulazione'>,
  { start, end }: Period,
  asked: boolean,
) {
  const language = useLanguage();
  const { id, data_generazione_end: last } = schedule;
  return useQuery<Preview, Error>({
    queryKey: [PREVIEW, id, last, start, end, language],
    queryFn: async () => {
      const path = `/${SCHEDULES}/${id}/anteprima`;
      return previewOf((await call<PreviewReply>(path, { query: { dal: start, al: end } })).data);
    },
    enabled: asked,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

export interface Generated {
  numero_interventi_generati: number;
  /** Goes on in the background. */
  id_lavoro: number | null;
  anomalie: number;
}

/** There already, to come by itself, or with the next period that is generated. */
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

/** The next twelve months of a schedule, by asset, or of an asset, by schedule. */
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

/** Who may be given the work. */
export function useTechnicians(): Named[] {
  const { data } = useQuery({
    queryKey: ['odl/tecnico', 'all'],
    queryFn: async () => (await call<{ utenti: Named[] }>('/odl/tecnico/')).data.utenti,
  });
  return data ?? [];
}

/** Who may be told of it. */
export function usePeople(): Named[] {
  const { data } = useQuery({
    queryKey: ['utente', 'active'],
    queryFn: async () => {
      const { data } = await call<RowOf<'utente'>[]>('/utente/', { query: { attivo: 1, pag: -1 } });
      return data.map(({ id, nome, cognome }) => ({ id: id, descrizione: `${nome} ${cognome}` }));
    },
  });
  return data ?? [];
}

/** The types of interventions in the reader's language, by their ids. */
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

const SETTINGS = ['UserMailNotif'];

/** As they are now; undefined until they are read. */
export function useSettings(): SettingOf | undefined {
  const { askSettings } = useHouse();
  const { data, error } = useQuery({
    queryKey: ['settings', SETTINGS],
    queryFn: () => askSettings(SETTINGS),
  });
  return data ?? (error ? () => undefined : undefined);
}
