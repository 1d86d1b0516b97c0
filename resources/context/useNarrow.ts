/** Whether the page is as small as a phone. */
import useMediaQuery from '@mui/material/useMediaQuery';
import { useApplication } from './application.tsx';

const DEFAULT_THRESHOLD = 768;

/** Returns whether the page is narrower than the setting MobileViewThreshold, as on a phone. */
export function useNarrow(): boolean {
  const threshold = Number(useApplication().setting('MobileViewThreshold')) || DEFAULT_THRESHOLD;
  return useMediaQuery(`(max-width:${threshold - 0.05}px)`);
}

/** Returns whether dialogs fill the page: on a narrow one, and on one as low as a phone on its side. */
export function useFullScreen(): boolean {
  const narrow = useNarrow();
  return useMediaQuery('(max-height:500px)') || narrow;
}
