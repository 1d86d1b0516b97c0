/** The requests of the stock pages. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../dataProvider/http.ts';

/** A balance: the quantity of a part in one place. */
export interface StockRow {
  id: number;
  id_ricambio: number;
  id_magazzino: number;
  codice_magazzino: string;
  descrizione_magazzino: string;
  id_ubicazione: number | null;
  descrizione_ubicazione: string | null;
  id_lotto: number | null;
  descrizione_lotto: string | null;
  quantita: number;
  /** The quantity without open reservations. */
  disponibile: number;
}

export interface Place {
  id: number;
  descrizione: string;
}

export interface TotalRow {
  id_ricambio: number;
  codice: string;
  descrizione: string;
  classe: string | null;
  unita_di_misura: string | null;
  quantita: number;
  disponibile: number;
}

const KEY = 'ricambio';

const read = async <T>(path: string): Promise<T[]> => (await call<T[]>(path)).data;

export const useStockOf = (idPart: number) =>
  useQuery({
    queryKey: [KEY, 'part', idPart],
    queryFn: () => read<StockRow>(`/ricambio/${idPart}/giacenza/`),
  });

export const useTotals = (idWarehouse: number) =>
  useQuery({
    queryKey: [KEY, 'warehouse', idWarehouse],
    queryFn: () => read<TotalRow>(`/magazzino/${idWarehouse}/giacenze-totali/`),
  });

export const useLocations = (idWarehouse: number) =>
  useQuery({
    queryKey: [KEY, 'locations', idWarehouse],
    queryFn: () => read<Place>(`/magazzino/${idWarehouse}/ubicazione/`),
  });

/** Refreshes everything that shows stock. */
export function useStockChanged() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: [KEY] });
    void client.invalidateQueries({ queryKey: ['magazzino'] });
  };
}
