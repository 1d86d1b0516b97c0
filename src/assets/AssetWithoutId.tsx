/** The page of the asset that is told beside the address: by who leads here, or in its search. */
import { Navigate, useLocation } from 'react-router';
import { useHouse } from '../../resources/House.tsx';
import { addressOf } from '../../resources/routes.ts';

export function AssetWithoutId() {
  const { state, search } = useLocation();
  const { routes } = useHouse().byName.entity('asset');
  const told = state as { idOggetto?: number | string } | null;
  const id = Number(told?.idOggetto ?? new URLSearchParams(search).get('id'));
  const to = Number.isInteger(id) && id > 0 ? addressOf(routes.detail!, id) : routes.list!;
  return <Navigate to={to} state={told} replace />;
}
