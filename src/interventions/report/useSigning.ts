/** What the dialog of the job report displays: the report, the signatures, and which of them are missing. */
import { useCallback, useState } from 'react';
import { isUnanswered } from '../../../dataProvider/envelope.ts';
import { mustWait } from '../../../dataProvider/send-or-wait.ts';
import { useNetworkMissing } from '../../../resources/context/useNetworkMissing.ts';
import {
  SIGNATURE_NOT_USED,
  SIGNATURE_REQUIRED,
  SIGNATURE_SETTINGS,
  SIGNERS,
  type Signer,
} from '../../../schemas/interventions.ts';
import { useSettings } from '../calls/intervention-calls.ts';
import type { SaveDrawing } from './Drawing.tsx';
import { isSigned, type ReportTarget, usePreview } from './report-calls.ts';
import { useAllSignatures, useDeviceReport } from './useDeviceReport.ts';

/**
 * Returns whether this device composes the report: without a network, or while earlier acts wait. This stays so,
 * because the user has read this report.
 */
function useOnDevice(id: number, isAgain: boolean): boolean {
  const missing = useNetworkMissing();
  const [began] = useState(() => mustWait('intervention', id));
  const [lost, setLost] = useState(false);
  if (missing && !lost) setLost(true);
  return !isAgain && (began || lost || missing);
}

/**
 * Returns the report to sign. If the network is lost after it was read, and the device cannot compose it, it stays as
 * it was read, with what is drawn below it.
 */
function useReport(target: ReportTarget, isAgain: boolean) {
  const composes = useOnDevice(target.id, isAgain);
  const device = useDeviceReport(target, composes);
  const needsServer = composes && device.data === null;
  const online = usePreview(target, !composes || (needsServer && !mustWait('intervention', target.id)));
  const { data, error, refetch } = online;
  const isRefused = error !== null && !isUnanswered(error);
  const onDevice = composes && (Boolean(device.data) || (data === undefined && !isRefused));
  if (onDevice)
    return {
      onDevice,
      composed: device.data,
      preview: device.data ?? undefined,
      error: null,
      refetch: device.refetch,
    };
  return { onDevice, composed: undefined, preview: isRefused ? undefined : data, error, refetch };
}

export function useSigning(target: ReportTarget, isAgain: boolean) {
  const setting = useSettings(Object.values(SIGNATURE_SETTINGS));
  const { data, error, refetch } = useAllSignatures(target.id);
  const report = useReport(target, isAgain);
  const { preview } = report;
  const [drawn, setDrawn] = useState<Partial<Record<Signer, SaveDrawing>>>({});
  const mark = useCallback(
    (signer: Signer, save: SaveDrawing | undefined) => setDrawn((before) => ({ ...before, [signer]: save })),
    [],
  );
  const needs = (signer: Signer): boolean => setting?.(SIGNATURE_SETTINGS[signer]) === SIGNATURE_REQUIRED;
  const signers = setting
    ? SIGNERS.filter((signer) => setting(SIGNATURE_SETTINGS[signer]) !== SIGNATURE_NOT_USED)
    : [];
  const signatureOf = (signer: Signer) => data?.find(({ tipo }) => tipo === signer);
  const isSignedBy = (signer: Signer): boolean => {
    const signature = signatureOf(signer);
    return signature !== undefined && isSigned(signature);
  };
  const isOutdated = (signer: Signer): boolean =>
    preview?.firme.some(({ tipo, da_rifare }) => tipo === signer && da_rifare === 1) ?? false;
  return {
    onDevice: report.onDevice,
    /** The report that the device composed; null if it needs the network. */
    composed: report.composed,
    error: report.error ?? error,
    refetch: () => Promise.all([refetch(), report.refetch()]),
    preview,
    isOutdated,
    signers,
    needs,
    signatureOf,
    mark,
    unsaved: signers.flatMap((signer) => drawn[signer] ?? []),
    /** Those whose signature is still to be drawn; undefined until that is known. */
    missing:
      data && setting && preview
        ? SIGNERS.filter(
            (signer) =>
              drawn[signer] === undefined && (isOutdated(signer) || (needs(signer) && !isSignedBy(signer))),
          )
        : undefined,
  };
}

export type Signing = ReturnType<typeof useSigning>;
