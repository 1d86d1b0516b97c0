/** Loads the code of the work card in advance, so that the first press on work opens the card at once. */
import { useEffect } from 'react';

const load = () => {
  for (const part of [import('./DetailPage.tsx'), import('./WorkPage.tsx')]) part.catch(() => undefined);
};

/** Loads the code once the page has its data, if the device has the code. Otherwise it would delay other data. */
export function useLoadedCard(hasData: boolean): void {
  useEffect(() => {
    if (!hasData || !navigator.serviceWorker?.controller) return;
    const timer = setTimeout(load);
    return () => clearTimeout(timer);
  }, [hasData]);
}
