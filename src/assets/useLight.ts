/** Is the light page wanted: by the setting, for who comes from a QR code? */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useHouse } from '../../resources/House.tsx';
import { FROM_QR } from '../../schemas/qr/code.ts';

const SETTING = 'QRShowLightPage';
const [NAME, VALUE] = FROM_QR.split('=') as [string, string];

/** Undefined until it is known. */
export function useLight(): boolean | undefined {
  const { askSettings } = useHouse();
  const { state, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const isScanned =
    (state as { scanned?: boolean } | null)?.scanned === true || parameters.get(NAME) === VALUE;
  const { data, error } = useQuery({
    queryKey: ['settings', [SETTING]],
    queryFn: () => askSettings([SETTING]),
    enabled: isScanned,
  });
  if (!isScanned || error) return false;
  return data && data(SETTING) === '1';
}
