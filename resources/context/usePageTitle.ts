/** Sets the title of the browser's tab: the page, then the product. */
import { useEffect } from 'react';

export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Officina`;
  }, [title]);
}
