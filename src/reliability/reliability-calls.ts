/** The requests of the reliability pages. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../dataProvider/http.ts';

export interface Figures {
  total: number;
  mtbf: number | null;
  mttr: number | null;
  availability: number | null;
}

interface Compared extends Figures {
  downtime: number;
  period_days: number;
  start_date: string | null;
  end_date: string | null;
  mtbf_low: number | null;
  mtbf_high: number | null;
  total_prec: number;
  mtbf_prec: number | null;
  mttr_prec: number | null;
  availability_prec: number | null;
  /** The start of the previous period; null for an asset that is newer. */
  start_date_prec: string | null;
  end_date_prec: string | null;
}

export interface Ranked extends Compared {
  id: number;
  name: string;
  name_organizzazione: string | null;
  name_reparto: string | null;
  name_classe: string | null;
  has_children: 0 | 1;
}

export interface Ranking {
  start_date: string;
  end_date: string;
  start_date_prec: string;
  end_date_prec: string;
  objects: Ranked[];
}

export interface Summary extends Compared {
  id: number;
  name: string;
  viewType: 'tree' | 'list';
  has_children: 0 | 1;
  /** The hours of downtime that overlap with another downtime of the asset. */
  sovrapposte: number;
  /** The number of failures that count from their planned date. */
  stimati: number;
  confidence: number;
  enough_failures: number;
  esclusi: { motivo: string; total: number }[];
}

export interface Counted {
  id: number;
  codice: string | null;
  descrizione: string;
  oggetto: string;
  stato: string;
  tipo_guasto: string;
  data_ordine: string | null;
  data_inizio: string | null;
  data_fine: string | null;
  ore: number | null;
  motivo: string | null;
  stimato: 0 | 1;
}

export interface Month extends Figures {
  mese: string;
}

/** The query parameters of a request. */
export type ReportParameters = Record<string, string | undefined>;

const KEY = 'reliability';
const PATH = '/mtbf-mttr';

export const useRanking = (parameters: ReportParameters) =>
  useQuery({
    queryKey: [KEY, 'ranking', parameters],
    queryFn: async () => (await call<Ranking>(`${PATH}/`, { query: { ...parameters, livelli: '1' } })).data,
    placeholderData: keepPreviousData,
  });

/** Loads the child assets of an asset when its row opens. */
export const useBelow = (parameters: ReportParameters, id: number) =>
  useQuery({
    queryKey: [KEY, 'below', parameters, id],
    queryFn: async () => {
      const query = { ...parameters, livelli: '1', idPadre: String(id) };
      return (await call<Ranking>(`${PATH}/`, { query })).data.objects;
    },
  });

export const useSummary = (id: number, parameters: ReportParameters) =>
  useQuery({
    queryKey: [KEY, 'summary', id, parameters],
    queryFn: async () => (await call<Summary>(`${PATH}/${id}`, { query: parameters })).data,
    placeholderData: keepPreviousData,
  });

export const useInterventions = (id: number, parameters: ReportParameters) =>
  useQuery({
    queryKey: [KEY, 'interventions', id, parameters],
    queryFn: () => call<Counted[]>(`${PATH}/${id}/interventi/`, { query: parameters }),
    placeholderData: keepPreviousData,
  });

export const useMonths = (id: number, parameters: ReportParameters) =>
  useQuery({
    queryKey: [KEY, 'months', id, parameters],
    queryFn: async () => (await call<Month[]>(`${PATH}/${id}/mesi/`, { query: parameters })).data,
  });

export const SHEET = `${PATH}/xlsx/`;
