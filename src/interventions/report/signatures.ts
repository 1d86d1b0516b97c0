/** The signatures of a job report, and the report itself, at the server. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../dataProvider/http.ts';

export const SIGNERS = ['tecnico', 'segnalatore'] as const;
export type Signer = (typeof SIGNERS)[number];

/** The size of the picture, narrower where it is drawn on a phone. */
export const PICTURE = { height: 200, desk: 500, phone: 380 };

export interface Signature {
  tipo: Signer;
  /** PNG as base64; null when nobody has signed. */
  contenuto: string | null;
  nome: string | null;
  data_ins: string | null;
}

const addressOf = (id: number, signer: Signer): string => `/rapportini/firme/${signer}/odl/${id}`;

export const useSignatures = (id: number) =>
  useQuery({
    queryKey: ['odl', 'signatures', id],
    queryFn: () =>
      Promise.all(SIGNERS.map(async (signer) => (await call<Signature>(addressOf(id, signer))).data)),
  });

export function saveSignature(id: number, signer: Signer, picture: Blob, name: string) {
  const body = new FormData();
  body.append('signature', picture, 'firma.png');
  return call(addressOf(id, signer), { method: 'POST', query: { nome: name.trim() }, body });
}

export const removeSignature = (id: number, signer: Signer) =>
  call(addressOf(id, signer), { method: 'DELETE' });

/** What the server says of it. */
export const makeReport = async (id: number, state: number, photos: boolean): Promise<string> =>
  (
    await call(`/rapportini/odl/${id}/stato/${state}`, {
      method: 'POST',
      query: { foto: photos ? 1 : undefined },
    })
  ).description;
