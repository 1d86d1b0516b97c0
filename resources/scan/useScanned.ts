/** Returns whether a scanned code opened the page, in the application or with the camera app of the phone. */
import { useLocation } from 'react-router';
import { FROM_QR } from '../../schemas/qr/code.ts';
import { isRow } from '../../schemas/values.ts';

const [NAME = '', VALUE] = FROM_QR.split('=');

export function useScanned(): boolean {
  const { state, search } = useLocation();
  return (isRow(state) && state.scanned === true) || new URLSearchParams(search).get(NAME) === VALUE;
}
