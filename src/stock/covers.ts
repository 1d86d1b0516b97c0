/** Loads the cover images of all visible parts with one request. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { bytesOf, call } from '../../dataProvider/http.ts';

interface Cover {
  id_ricambio: number;
  contenuto: string;
  content_type: string;
}

export function useCovers(ids: number[], enabled: boolean): Map<number, string> {
  const key = ids.join(',');
  const { data } = useQuery({
    queryKey: ['covers', key],
    queryFn: async () =>
      (await call<Cover[]>('/ricambio/immagini-copertina/', { query: { idsRicambi: key } })).data,
    enabled: enabled && ids.length > 0,
    staleTime: 60_000,
  });
  const addresses = useMemo(
    () =>
      new Map(
        (data ?? []).map(({ id_ricambio, contenuto, content_type }) => [
          id_ricambio,
          URL.createObjectURL(new Blob([bytesOf(contenuto)], { type: content_type })),
        ]),
      ),
    [data],
  );
  useEffect(
    () => () => {
      for (const address of addresses.values()) URL.revokeObjectURL(address);
    },
    [addresses],
  );
  return addresses;
}
