/** The import dialog is an entry in the browser's history, so that Back closes it, and a reload opens it again. */
import { useLocation, useNavigate } from 'react-router';
import type { Job } from '../../dataProvider/jobs.ts';
import { isRow, numberOf } from '../../schemas/values.ts';
import { useApplication } from '../context/application.tsx';
import { listAddress } from '../context/routes.ts';

/** An import without a file. */
export const NEW = 'new';

type ImportPlace = number | typeof NEW;

function placeIn(state: unknown): ImportPlace | undefined {
  const id = isRow(state) ? state.import : undefined;
  return id === NEW ? NEW : numberOf(id);
}

export function useImportPlace() {
  const location = useLocation();
  const navigate = useNavigate();
  return {
    current: placeIn(location.state),
    open: () => navigate(location, { state: { import: NEW } }),
    /** Replaces the import in the dialog by another one, or by a new one. */
    become: (id: ImportPlace) => navigate(location, { state: { import: id }, replace: true }),
    close: () => navigate(-1),
  };
}

/** Opens the import dialog over its list, from any page. */
export function useOpenImport(): (job: Pick<Job, 'id' | 'risorsa'>) => void {
  const location = useLocation();
  const navigate = useNavigate();
  const { byResource, entities } = useApplication();
  return ({ id, risorsa }) => {
    const entity = byResource.get(risorsa);
    const list = entity && listAddress(entity, entities);
    if (!list) return;
    navigate(location.pathname === list ? location : list, { state: { import: id } });
  };
}
