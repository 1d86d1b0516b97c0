/** Redirects to the page of an asset whose id is in the navigation state or the query, not in the path. */
import { Navigate, useLocation } from 'react-router';
import { useApplication } from '../../resources/context/application.tsx';
import { addressOf } from '../../resources/context/routes.ts';
import { routeOf } from '../../schemas/catalogue.ts';
import { isRow } from '../../schemas/values.ts';

export function AssetWithoutId() {
  const { state, search } = useLocation();
  const entity = useApplication().byName.entity('asset');
  const idInState = isRow(state) ? state.idOggetto : undefined;
  const id = Number(idInState ?? new URLSearchParams(search).get('id'));
  const to =
    Number.isInteger(id) && id > 0 ? addressOf(routeOf(entity, 'detail'), id) : routeOf(entity, 'list');
  return <Navigate to={to} state={state} replace />;
}
