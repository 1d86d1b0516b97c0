/**
 * The page on which a form was begun, with the tab of its record. The state of the form's address names it, so that
 * saving and cancelling lead back to it, also after a reload and from a draft.
 */
import { createContext, useCallback, useContext, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isRow, textOf } from '../../schemas/values.ts';

export interface Origin {
  page: string;
  /** The name of the page, for the link back to it. */
  name: string;
}

/** The page around the links to forms. Without it, forms lead to the list of their entity. */
export const OriginContext = createContext<Origin | undefined>(undefined);

/** Returns the state of an address of a form that is begun on this page. */
export function useBeginning(): { from: Origin } | undefined {
  const from = useContext(OriginContext);
  return useMemo(() => from && { from }, [from]);
}

/** Returns a function that opens the address of a form that is begun on this page. */
export function useBegin(): (address: string) => void {
  const navigate = useNavigate();
  const state = useBeginning();
  return useCallback((address) => void navigate(address, { state }), [navigate, state]);
}

/** Returns the page on which the form of this address was begun. */
export function useOrigin(): Origin | undefined {
  const { state } = useLocation();
  const from = isRow(state) && isRow(state.from) ? state.from : undefined;
  const [page, name] = [textOf(from?.page), textOf(from?.name)];
  return useMemo(() => (page?.startsWith('/') ? { page, name: name ?? '' } : undefined), [page, name]);
}
