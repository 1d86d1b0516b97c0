/** What the stock screens ask the server for. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../dataProvider/http.ts';

/** A balance: so much of a part in a place. */
export interface StockRow {
  id_ricambio: number;
  id_magazzino: number;
  codice_magazzino: string;
  descrizione_magazzino: string;
  id_ubicazione: number | null;
  descrizione_ubicazione: string | null;
  id_lotto: number | null;
  descrizione_lotto: string | null;
  quantita: number;
  /** What of it no open reservation waits for. */
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

/** A warehouse typed into, a part, and where; a new place is told by its text. */
export interface Movement {
  id_magazzino: number;
  id_ricambio: number;
  /** Positive loads, negative unloads. */
  quantita: number | string;
  id_ubicazione?: number;
  descrizione_ubicazione?: string;
  id_lotto?: number;
  descrizione_lotto?: string;
}

export interface Transfer {
  id_ricambio: number;
  id_magazzino_da: number;
  ubicazione_lotto_da: string;
  id_ubicazione_da?: number;
  id_lotto_da?: number;
  id_magazzino_a: number;
  id_ubicazione_a?: number;
  descrizione_ubicazione_a?: string;
  id_lotto_a?: number;
  descrizione_lotto_a?: string;
  quantita: number | string;
}

const KEY = 'ricambio';

const read = async <T>(path: string): Promise<T[]> => (await call<T[]>(path)).data;

export const useStockOf = (idPart: number | undefined) =>
  useQuery({
    queryKey: [KEY, 'part', idPart],
    queryFn: () => read<StockRow>(`/ricambio/${idPart}/giacenza/`),
    enabled: idPart !== undefined,
  });

export const useTotals = (idWarehouse: number) =>
  useQuery({
    queryKey: [KEY, 'warehouse', idWarehouse],
    queryFn: () => read<TotalRow>(`/magazzino/${idWarehouse}/giacenze-totali/`),
  });

export const useLocations = (idWarehouse: number | undefined) =>
  useQuery({
    queryKey: [KEY, 'locations', idWarehouse],
    queryFn: () => read<Place>(`/magazzino/${idWarehouse}/ubicazione/`),
    enabled: idWarehouse !== undefined,
  });

export const useLots = (idWarehouse: number | undefined) =>
  useQuery({
    queryKey: [KEY, 'lots', idWarehouse],
    queryFn: () => read<Place>(`/ricambio/lotto/?idMagazzino=${idWarehouse}`),
    enabled: idWarehouse !== undefined,
  });

export const move = (movement: Movement) =>
  call(`/ricambio/${movement.id_ricambio}/giacenza/`, {
    method: 'POST',
    query: { idMagazzino: String(movement.id_magazzino) },
    body: { ...movement },
  });

export const transfer = (body: Transfer) =>
  call(`/ricambio/${body.id_ricambio}/trasferimento/`, { method: 'PUT', body: { ...body } });

/** After a movement everything that shows stock is read anew. */
export function useStockChanged() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: [KEY] });
    void client.invalidateQueries({ queryKey: ['ricambio'] });
    void client.invalidateQueries({ queryKey: ['magazzino'] });
  };
}
