/**
 * An address without parameters is the list in its first state, but react-admin would apply the last page and
 * filters. If Back leads to such an address within the same list, they are deleted before the list reads them.
 */
import { useLayoutEffect, useRef, useState } from 'react';
import { useStoreContext } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Returns true while the list must not be drawn, so that it does not read the page and filters that are being
 * deleted.
 */
export function useBack(resource: string): boolean {
  const store = useStoreContext();
  const { search } = useLocation();
  const type = useNavigationType();
  const previous = useRef(search);
  const [, setForgotten] = useState(0);
  const leads = type === 'POP' && search === '' && previous.current !== '';
  useLayoutEffect(() => {
    previous.current = search;
    if (!leads) return;
    store.removeItem(`${resource}.listParams`);
    setForgotten((times) => times + 1);
  }, [leads, search, store, resource]);
  return leads;
}
