/**
 * An address without parameters is the list as it first was. react-admin would fill it with the page and filters last
 * used; so these are forgotten when Back leads there from a page of the same list, before anybody reads them.
 */
import { useEffect } from 'react';
import { useStoreContext } from 'react-admin';

export function useBack(resource: string): void {
  const store = useStoreContext();
  useEffect(() => {
    const here = window.location.pathname;
    const forget = () => {
      const { pathname, search } = window.location;
      if (pathname === here && search === '') store.removeItem(`${resource}.listParams`);
    };
    window.addEventListener('popstate', forget, true);
    return () => window.removeEventListener('popstate', forget, true);
  }, [store, resource]);
}
