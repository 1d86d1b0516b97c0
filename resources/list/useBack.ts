/**
 * An address without parameters is the list as it first was; react-admin would fill it with the page and filters last
 * used. So when Back leads there from a page of the same list, these are forgotten before the list reads them.
 */
import { useLayoutEffect, useRef, useState } from 'react';
import { useStoreContext } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router';

/** True for the moment in which the list must not be there, so as not to read what is being forgotten. */
export function useBack(resource: string): boolean {
  const store = useStoreContext();
  const { search } = useLocation();
  const type = useNavigationType();
  const shown = useRef(search);
  const [, setForgotten] = useState(0);
  const leads = type === 'POP' && search === '' && shown.current !== '';
  useLayoutEffect(() => {
    shown.current = search;
    if (!leads) return;
    store.removeItem(`${resource}.listParams`);
    setForgotten((times) => times + 1);
  }, [leads, search, store, resource]);
  return leads;
}
