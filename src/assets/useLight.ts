/** Decides whether a scanned asset opens as the light page, by a setting of the plant. */
import { useQuery } from '@tanstack/react-query';
import { useApplication } from '../../resources/context/application.tsx';
import { useScanned } from '../../resources/scan/useScanned.ts';

export const LIGHT_PAGE = 'QRShowLightPage';

/** Returns whether it does; undefined while the setting loads. */
export function useLight(): boolean | undefined {
  const { askSettings } = useApplication();
  const isScanned = useScanned();
  const { data, error } = useQuery({
    queryKey: ['settings', [LIGHT_PAGE]],
    queryFn: () => askSettings([LIGHT_PAGE]),
    enabled: isScanned,
  });
  if (!isScanned || error) return false;
  return data && data(LIGHT_PAGE) === '1';
}
