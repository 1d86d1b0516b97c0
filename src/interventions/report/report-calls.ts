/** The signatures of a job report, and the report itself, at the server. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../dataProvider/http.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { Change } from './report-changes.tsx';

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

/** What is signed: told back to the server with the signature and with the wish to make the report. */
export interface Preview {
  impronta: string;
  contenuto: { titolo: string; righe: { nome: string; valore: string }[] }[];
  firme: { tipo: Signer; da_rifare: 0 | 1 }[];
  modifiche: Change[];
}

/** The report that would be made: of which intervention, for which state, with what is saved together with it. */
export interface Wanted {
  id: number;
  state: number;
  change: Row | undefined;
}

const pathOf = ({ id, state }: Wanted): string => `/rapportini/odl/${id}/stato/${state}`;

export const usePreview = (wanted: Wanted) =>
  useQuery({
    // Not among what a change makes stale: who has entered the state may have no more to do with it.
    queryKey: ['report-preview', wanted.id, wanted.state, wanted.change],
    queryFn: async () =>
      (await call<Preview>(`${pathOf(wanted)}/anteprima`, { method: 'POST', body: wanted.change ?? {} }))
        .data,
    retry: false,
    // Another person may have changed it since somebody looked here last: what was shown then is not shown first.
    staleTime: 0,
    gcTime: 0,
  });

export function saveSignature(id: number, signer: Signer, picture: Blob, name: string, shown: string) {
  const body = new FormData();
  body.append('signature', picture, 'firma.png');
  const query = { nome: name.trim(), impronta: shown };
  return call(addressOf(id, signer), { method: 'POST', query, body });
}

export const removeSignature = (id: number, signer: Signer) =>
  call(addressOf(id, signer), { method: 'DELETE' });

/** What the server says of it. */
export const makeReport = async (wanted: Wanted, photos: boolean, shown: string): Promise<string> =>
  (
    await call(pathOf(wanted), {
      method: 'POST',
      query: { foto: photos ? 1 : undefined, impronta: shown },
      body: wanted.change ?? {},
    })
  ).description;
