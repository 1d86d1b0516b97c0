/** Sets the title of the browser's tab: the page, then the product. */
import { useEffect } from 'react';

export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (!title) return;
    const before = document.title;
    const own = `${title} · Officina`;
    document.title = own;
    // The frame sets a title only if that of the next page differs from the one before.
    return () => {
      if (document.title === own) document.title = before;
    };
  }, [title]);
}
