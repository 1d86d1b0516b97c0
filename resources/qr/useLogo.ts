/** The plant's logo. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../dataProvider/http.ts';

interface Logo {
  contenuto: string | null;
  content_type: string | null;
}

export const LOGO_PATH = '/info/logo-cliente/';
export const LOGO_KEY = ['logo of the plant'];
/** The types that PDF supports. */
const PRINTED = ['image/svg+xml', 'image/png', 'image/jpeg'];

export interface LogoPicture {
  address: string;
  isPrinted: boolean;
}

export function useLogo(): LogoPicture | undefined {
  const { data } = useQuery({
    queryKey: LOGO_KEY,
    queryFn: async () => (await call<Logo>(LOGO_PATH)).data,
  });
  const { contenuto, content_type: type } = data ?? {};
  if (!contenuto || !type) return undefined;
  return { address: `data:${type};base64,${contenuto}`, isPrinted: PRINTED.includes(type) };
}
