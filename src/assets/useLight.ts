/** Decides whether a scanned asset opens as the light page; a setting of the plant. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useApplication } from '../../resources/context/application.tsx';
import { FROM_QR } from '../../schemas/qr/code.ts';
import { isRow } from '../../schemas/values.ts';

const SETTING = 'QRShowLightPage';
const [NAME = '', VALUE] = FROM_QR.split('=');

/** Undefined while the setting loads. */
export function useLight(): boolean | undefined {
  const { askSettings } = useApplication();
  const { state, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const isScanned = (isRow(state) && state.scanned === true) || parameters.get(NAME) === VALUE;
  const { data, error } = useQuery({
    queryKey: ['settings', [SETTING]],
    queryFn: () => askSettings([SETTING]),
    enabled: isScanned,
  });
  if (!isScanned || error) return false;
  return data && data(SETTING) === '1';
}
