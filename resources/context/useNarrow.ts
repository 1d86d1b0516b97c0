/** Returns whether the page is narrower than the setting MobileViewThreshold, as on a phone. */
import useMediaQuery from '@mui/material/useMediaQuery';
import { useApplication } from './application.tsx';

const DEFAULT_THRESHOLD = 768;

export function useNarrow(): boolean {
  const threshold = Number(useApplication().setting('MobileViewThreshold')) || DEFAULT_THRESHOLD;
  return useMediaQuery(`(max-width:${threshold - 0.05}px)`);
}
