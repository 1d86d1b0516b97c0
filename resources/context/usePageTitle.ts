/** The title in the browser's tab: where one is, then the product. */
import { useEffect } from 'react';

export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Officina`;
  }, [title]);
}
