/** The assets that a fault is probably on: those on which the user reported or worked last. */
import { useGetList, useGetMany } from 'react-admin';
import { useApplication } from '../../../resources/context/application.tsx';
import type { RowOf } from '../../../schemas/types.ts';
import { latestAssets } from './latest-assets.ts';

const ROWS_READ = 15;
const ASSETS_MAX = 8;

/** Returns the interventions of the user that changed last, including closed ones. */
const useWorksOf = (role: 'richiedente' | 'tecnico', enabled: boolean) => {
  const me = useApplication().person?.id;
  return useGetList<RowOf<'odl'>>(
    'odl',
    {
      pagination: { page: 1, perPage: ROWS_READ },
      sort: { field: 'data_ultima_mod_view', order: 'DESC' },
      filter: { [role]: me, mostraChiusi: 1 },
    },
    { enabled: enabled && me !== undefined },
  );
};

/**
 * Returns assets in service, starting with the last one. Returns undefined while they load, and none if they cannot
 * be read.
 */
export function useRecentAssets(): RowOf<'oggetto'>[] | undefined {
  const works = useApplication().family === 'RIFTEC';
  const [reported, worked] = [useWorksOf('richiedente', true), useWorksOf('tecnico', works)];
  const isPending = reported.isPending || (works && worked.isPending);
  const ids = latestAssets([...(reported.data ?? []), ...(worked.data ?? [])], ASSETS_MAX);
  const { data, error } = useGetMany<RowOf<'oggetto'>>(
    'oggetto',
    { ids },
    { enabled: !isPending && ids.length > 0 },
  );
  if (isPending) return undefined;
  if (ids.length === 0 || error) return [];
  // The rows may be in another order.
  const rows = new Map(data?.filter(Boolean).map((asset) => [asset.id, asset]));
  return data && ids.flatMap((id) => rows.get(id) ?? []).filter(({ dismesso }) => dismesso !== 1);
}
