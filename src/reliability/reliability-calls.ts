/** What the reliability screens ask the server for. */
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
  /** None of an asset that came after it. */
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
  /** Hours of downtime that something else of it had already. */
  sovrapposte: number;
  /** Failures that count from their planned date. */
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

/** The parameters of a call, by their wire names. */
export type Asked = Record<string, string | undefined>;

const KEY = 'reliability';
const PATH = '/mtbf-mttr';

export const useRanking = (asked: Asked) =>
  useQuery({
    queryKey: [KEY, 'ranking', asked],
    queryFn: async () => (await call<Ranking>(`${PATH}/`, { query: { ...asked, livelli: '1' } })).data,
    placeholderData: keepPreviousData,
  });

/** The rows right below one, read when it is opened. */
export const useBelow = (asked: Asked, id: number) =>
  useQuery({
    queryKey: [KEY, 'below', asked, id],
    queryFn: async () => {
      const query = { ...asked, livelli: '1', idPadre: String(id) };
      return (await call<Ranking>(`${PATH}/`, { query })).data.objects;
    },
  });

export const useSummary = (id: number, asked: Asked) =>
  useQuery({
    queryKey: [KEY, 'summary', id, asked],
    queryFn: async () => (await call<Summary>(`${PATH}/${id}`, { query: asked })).data,
    placeholderData: keepPreviousData,
  });

export const useInterventions = (id: number, asked: Asked) =>
  useQuery({
    queryKey: [KEY, 'interventions', id, asked],
    queryFn: () => call<Counted[]>(`${PATH}/${id}/interventi/`, { query: asked }),
    placeholderData: keepPreviousData,
  });

export const useMonths = (id: number, asked: Asked) =>
  useQuery({
    queryKey: [KEY, 'months', id, asked],
    queryFn: async () => (await call<Month[]>(`${PATH}/${id}/mesi/`, { query: asked })).data,
  });

export const SHEET = `${PATH}/xlsx/`;
