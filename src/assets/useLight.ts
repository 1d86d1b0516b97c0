/** Decides whether a scanned asset opens as the light page, by a setting of the plant. */
import { useQuery } from '@tanstack/react-query';
import { useApplication } from '../../resources/context/application.tsx';
import { useScanned } from '../../resources/scan/useScanned.ts';

const SETTING = 'QRShowLightPage';

/** Returns whether it does; undefined while the setting loads. */
export function useLight(): boolean | undefined {
  const { askSettings } = useApplication();
  const isScanned = useScanned();
  const { data, error } = useQuery({
    queryKey: ['settings', [SETTING]],
    queryFn: () => askSettings([SETTING]),
    enabled: isScanned,
  });
  if (!isScanned || error) return false;
  return data && data(SETTING) === '1';
}
