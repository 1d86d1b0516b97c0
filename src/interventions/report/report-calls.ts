/** The requests of signatures and job reports. */
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../../dataProvider/cached-reads.ts';
import { call } from '../../../dataProvider/http.ts';
import type { Row } from '../../../schemas/entity.ts';
import { SIGNERS, type Signer } from '../../../schemas/interventions.ts';
import type { ReportTable } from '../../../schemas/report-content.ts';
import type { Change } from './report-changes.tsx';

/** The picture sizes, which are narrower on phones. */
export const PICTURE = { height: 200, desk: 500, phone: 380 };

export interface Signature {
  tipo: Signer;
  /** A PNG as base64; null without a signature. */
  contenuto: string | null;
  nome: string | null;
  data_ins: string | null;
  /** The picture, if the server's answer does not have it yet. */
  file?: File;
  /** Whether the server does not have it yet. */
  isUnsent?: boolean;
}

export const isSigned = ({ contenuto, file }: Signature): boolean => contenuto !== null || file !== undefined;

export const addressOf = (id: number, signer: Signer): string => `/rapportini/firme/${signer}/odl/${id}`;

export const signaturesOf = (id: number): Promise<Signature[]> =>
  Promise.all(SIGNERS.map(async (signer) => (await ask<Signature>(addressOf(id, signer))).data));

export const useSignatures = (id: number) =>
  useQuery({ queryKey: ['odl', 'signatures', id], queryFn: () => signaturesOf(id) });

/** The contents to sign. Their fingerprint is sent with each signature and with the request for the report. */
export interface Preview {
  impronta: string;
  contenuto: ReportTable[];
  firme: { tipo: Signer; da_rifare: 0 | 1 }[];
  modifiche: Change[];
}

/** The report to create: intervention, state, and values saved with the state. */
export interface ReportTarget {
  id: number;
  state: number;
  change: Row | undefined;
}

export const pathOf = ({ id, state }: ReportTarget): string => `/rapportini/odl/${id}/stato/${state}`;

export const usePreview = (target: ReportTarget, enabled: boolean) =>
  useQuery({
    enabled,
    // The preview has its own key, so that changes do not refresh it: the user may no longer have access to it.
    queryKey: ['report-preview', target.id, target.state, target.change],
    queryFn: async () =>
      (await call<Preview>(`${pathOf(target)}/anteprima`, { method: 'POST', body: target.change ?? {} }))
        .data,
    retry: false,
    // A cached preview is never shown, because others may have changed the intervention.
    staleTime: 0,
    gcTime: 0,
  });

export function saveSignature(id: number, signer: Signer, picture: Blob, name: string, fingerprint: string) {
  const body = new FormData();
  body.append('signature', picture, 'firma.png');
  const query = { nome: name.trim(), impronta: fingerprint };
  return call(addressOf(id, signer), { method: 'POST', query, body });
}

export const removeSignature = (id: number, signer: Signer) =>
  call(addressOf(id, signer), { method: 'DELETE' });

/** Creates the report and returns the server's message. */
export const makeReport = async (
  target: ReportTarget,
  photos: boolean,
  fingerprint: string,
): Promise<string> =>
  (
    await call(pathOf(target), {
      method: 'POST',
      query: { foto: photos ? 1 : undefined, impronta: fingerprint },
      body: target.change ?? {},
    })
  ).description;
