/** The job report as this device composes it without a network, and what is stored to be sent later. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../../dataProvider/cached-reads.ts';
import { pageHere } from '../../../dataProvider/device.ts';
import { fingerprintOf } from '../../../dataProvider/fingerprint.ts';
import { outbox } from '../../../dataProvider/outbox.ts';
import { REPORT_MADE, SIGNED, type Waiting } from '../../../dataProvider/outbox-order.ts';
import { newKey } from '../../../dataProvider/retry.ts';
import { useApplication, useLanguage, usePlantZone } from '../../../resources/context/application.tsx';
import { formatInstant } from '../../../resources/format/format.ts';
import { wallOf } from '../../../resources/format/plant-time.ts';
import { dateText, showsHour } from '../../../schemas/date-texts.ts';
import { SIGNERS, type Signer } from '../../../schemas/interventions.ts';
import { saidIn } from '../../../schemas/language.ts';
import { filledTables, type ReportData, signedText } from '../../../schemas/report-content.ts';
import { belowOf, useAllStates, useRows, type Withdrawal } from '../calls/intervention-calls.ts';
import { isActOf, isUnsent, useActsOver } from '../calls/unsent-acts.ts';
import type { Item } from '../checklist/checklist-item.ts';
import { usePartNames, useProposedParts } from '../parts/proposed-parts.ts';
import { composedOf, forState, type Known, type ReadReport, withValues } from './device-report.ts';
import {
  addressOf,
  type Preview,
  pathOf,
  type ReportTarget,
  type Signature,
  useSignatures,
} from './report-calls.ts';

const contentPath = (id: number): string => `/rapportini/odl/${id}/contenuto`;

export const readReport = async (id: number): Promise<ReadReport> =>
  (await ask<ReadReport>(contentPath(id))).data;

/** Reads the report as it is now, so that the device can compose it later. */
export const useReadReport = (id: number, enabled: boolean) =>
  useQuery({ queryKey: ['odl', 'report-content', id], queryFn: () => readReport(id), enabled });

/** The report that the device composed, with its data. */
export interface DevicePreview extends Preview {
  data: ReportData;
}

/** Returns everything that the device has; undefined while it is being read. */
function useKnown(id: number, enabled: boolean): Known | undefined {
  const language = useLanguage();
  const zone = usePlantZone();
  const { byName, setting } = useApplication();
  const { data: items } = useRows<Item>(id, belowOf(id, 'checklist'));
  const { data: taken } = useRows<Withdrawal>(id, belowOf(id, 'ricambio'));
  const { data: proposed } = useProposedParts(id);
  const names = usePartNames(enabled);
  const { data: states } = useAllStates();
  return useMemo(() => {
    if (!enabled || !items || !taken || !proposed || !names || !states) return undefined;
    const entity = byName.entity('intervention');
    const instant = (timestamp: string): string => formatInstant(timestamp, zone);
    return {
      items,
      parts: [...taken, ...proposed, ...names],
      typeOf: (state) => states.find((one) => one.id === state)?.id_tipo_stato_odl,
      language,
      instant,
      dateOf(name, timestamp) {
        const field = entity.field(name);
        const isDay = field !== undefined && !showsHour(field, setting);
        return isDay ? dateText(wallOf(timestamp, zone)) : instant(timestamp);
      },
    };
  }, [enabled, items, taken, proposed, names, states, byName, setting, language, zone]);
}

const signerOf = ({ act, path }: Waiting): Signer | undefined =>
  act !== SIGNED ? undefined : path.includes('/firme/tecnico/') ? 'tecnico' : 'segnalatore';

/** Returns each signer's newest signature among the acts. */
function unsentSignatures(acts: Waiting[]): Map<Signer, Waiting> {
  const found = new Map<Signer, Waiting>();
  for (const act of acts) {
    const signer = signerOf(act);
    if (signer) found.set(signer, act);
  }
  return found;
}

/** Loads the signatures, with those that the server's answer does not contain yet. */
export function useAllSignatures(id: number) {
  const { data, dataUpdatedAt, error, refetch } = useSignatures(id);
  const acts = useActsOver(id, { path: addressOf(id, SIGNERS[0]), arrivedAt: dataUpdatedAt });
  const added = unsentSignatures(acts);
  const all = data?.map((signature): Signature => {
    const act = added.get(signature.tipo);
    if (!act?.file) return signature;
    const when = new Date(act.doneAt).toISOString();
    const name = String(act.query.nome ?? '') || null;
    const drawn = { contenuto: null, nome: name, data_ins: when, file: act.file.content };
    return { ...signature, ...drawn, isUnsent: isUnsent(act) };
  });
  return { data: all, error, refetch };
}

async function previewOf(
  read: ReadReport,
  known: Known,
  acts: Waiting[],
  { change, name }: { change: ReportTarget['change']; name: string },
): Promise<DevicePreview | null> {
  const composed = composedOf(read, acts, known);
  const changed = composed && withValues(composed, change ?? {}, known);
  // What other acts change is not known here.
  if (!changed) return null;
  const { data, tables } = forState(changed, name);
  const text = signedText(data);
  const impronta = await fingerprintOf(new TextEncoder().encode(text));
  const unsent = unsentSignatures(acts);
  const isAsRead = text === signedText(read.dati);
  const outdated = (signer: Signer): boolean => {
    const own = unsent.get(signer);
    if (own) return own.query.impronta !== impronta;
    return !isAsRead || read.firme.some(({ tipo, da_rifare }) => tipo === signer && da_rifare === 1);
  };
  const signed = new Set([...read.firme.map(({ tipo }) => tipo), ...unsent.keys()]);
  return {
    data,
    impronta,
    contenuto: filledTables(tables),
    firme: [...signed].map((tipo) => ({ tipo, da_rifare: outdated(tipo) ? 1 : 0 })),
    modifiche: [],
  };
}

/** Composes the report, if the device has what it needs: `data` is null if the report needs the network. */
export function useDeviceReport({ id, state, change }: ReportTarget, enabled: boolean) {
  const read = useReadReport(id, enabled);
  const acts = useActsOver(id, { path: contentPath(id), arrivedAt: read.dataUpdatedAt });
  const known = useKnown(id, enabled);
  const language = useLanguage();
  const { data: states } = useAllStates();
  const own = states?.find((one) => one.id === state);
  const name = saidIn(own?.traduzioni, language) ?? own?.descrizione ?? '';
  const keys = acts.map(({ key }) => key);
  const { data } = useQuery({
    queryKey: ['device-report', id, state, change, keys, read.dataUpdatedAt, known !== undefined],
    queryFn: () => previewOf(read.data!, known!, acts, { change, name }),
    enabled: enabled && read.data !== undefined && known !== undefined,
    // A stored signature must not remove the drawing of the next one.
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  return { data: read.error && !read.data ? null : data, refetch: read.refetch };
}

const stored = (id: number) => ({
  on: 'intervention',
  id: String(id),
  method: 'POST' as const,
  key: newKey(),
  page: pageHere(),
});

/** Stores a signature with its picture and the fingerprint of what was displayed. */
export const keepSignature = (id: number, signer: Signer, picture: Blob, name: string, fingerprint: string) =>
  outbox.add({
    ...stored(id),
    act: SIGNED,
    path: addressOf(id, signer),
    query: { ...(name.trim() && { nome: name.trim() }), impronta: fingerprint },
    body: {},
    file: { part: 'signature', content: new File([picture], 'firma.png', { type: 'image/png' }) },
  });

/** Removes a signature that is not sent yet. Returns whether there was one. */
export async function dropSignature(id: number, signer: Signer): Promise<boolean> {
  const own = outbox.acts().filter((act) => isActOf(id, act) && signerOf(act) === signer);
  for (const act of own) await outbox.drop(act);
  return own.length > 0;
}

/** Stores the request for the report, with what was displayed: the server makes it only if it says the same. */
export const keepReport = (target: ReportTarget, photos: boolean, data: ReportData) =>
  outbox.add({
    ...stored(target.id),
    act: REPORT_MADE,
    path: pathOf(target),
    query: photos ? { foto: 1 } : {},
    body: { ...target.change, mostrato: data },
  });
