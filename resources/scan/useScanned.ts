/** Checks whether a code that was scanned opened the page: in the application, or with a phone's own camera. */
import { useLocation } from 'react-router';
import { FROM_QR } from '../../schemas/qr/code.ts';
import { isRow } from '../../schemas/values.ts';

const [NAME = '', VALUE] = FROM_QR.split('=');

export function useScanned(): boolean {
  const { state, search } = useLocation();
  return (isRow(state) && state.scanned === true) || new URLSearchParams(search).get(NAME) === VALUE;
}
