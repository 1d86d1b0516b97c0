/** The dialog of an import is a place in the history of its list: Back closes it, and a page loaded anew has it again. */
import { useLocation, useNavigate } from 'react-router';
import type { Job } from '../../dataProvider/jobs.ts';
import { isRow, numberOf } from '../../schemas/values.ts';
import { useHouse } from '../House.tsx';
import { listAddress } from '../routes.ts';

/** An import that has no file yet. */
export const NEW = 'new';

type Shown = number | typeof NEW;

function shownIn(state: unknown): Shown | undefined {
  const shown = isRow(state) ? state.import : undefined;
  return shown === NEW ? NEW : numberOf(shown);
}

export function useImportPlace() {
  const location = useLocation();
  const navigate = useNavigate();
  return {
    shown: shownIn(location.state),
    open: () => navigate(location, { state: { import: NEW } }),
    /** The dialog goes on with another import, or with none. */
    become: (shown: Shown) => navigate(location, { state: { import: shown }, replace: true }),
    close: () => navigate(-1),
  };
}

/** Opens the dialog of an import over its list, wherever one is. */
export function useOpenImport(): (job: Pick<Job, 'id' | 'risorsa'>) => void {
  const location = useLocation();
  const navigate = useNavigate();
  const { byResource, entities } = useHouse();
  return ({ id, risorsa }) => {
    const entity = byResource.get(risorsa);
    const list = entity && listAddress(entity, entities);
    if (!list) return;
    navigate(location.pathname === list ? location : list, { state: { import: id } });
  };
}
