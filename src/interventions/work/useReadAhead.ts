/** Reads the states after the next states while there is a network, so that work can continue without one. */
import { useEffect } from 'react';
import { useIdle } from '../../../resources/context/useIdle.ts';
import { useNetworkMissing } from '../../../resources/context/useNetworkMissing.ts';
import { isOver, SIGNATURE_SETTINGS } from '../../../schemas/interventions.ts';
import { isForeign, type NextState, type Offer } from '../../../schemas/state-offers.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { nextStatesOf, useAllStates, useSettings } from '../calls/intervention-calls.ts';
import { signaturesOf } from '../report/report-calls.ts';
import { readReport, useReadReport } from '../report/useDeviceReport.ts';

/** The number of steps that are read: take over, start, suspend. More steps without a network in between are rare. */
const STEPS = 3;

const goesOn = (state: NextState): boolean => !isForeign(state) && !isOver(state.id_tipo_stato_odl);

/** Reads the states after these next states, and the job report if one of them requires it. */
export async function readAhead(
  record: RowOf<'odl'>,
  offers: NextState[],
  ended: () => boolean,
): Promise<void> {
  const read = new Set([record.id_stato]);
  const all = [...offers];
  let next = offers;
  for (let step = 0; step < STEPS; step += 1) {
    const found: NextState[] = [];
    for (const { id } of next.filter(goesOn)) {
      if (ended()) return;
      if (read.has(id)) continue;
      read.add(id);
      found.push(...(await nextStatesOf(record, id)));
    }
    next = found;
    all.push(...found);
  }
  if (ended() || !all.some(({ richiedi_firma_rapportino: signed }) => signed === 1)) return;
  await Promise.all([readReport(record.id), signaturesOf(record.id)]);
}

export function useReadAhead(record: RowOf<'odl'>, offers: Offer[], isSent: boolean): void {
  const { data: states } = useAllStates();
  const missing = useNetworkMissing();
  const isIdle = useIdle();
  // Later acts change the report, also before the state that requires it comes next.
  const signs = states?.some((state) => state.richiedi_firma_rapportino === 1) === true;
  useReadReport(record.id, isIdle && signs);
  useSettings(Object.values(SIGNATURE_SETTINGS));
  const waits = !isIdle || missing || !isSent || offers.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version of the record.
  useEffect(() => {
    if (waits) return;
    let ended = false;
    // States that cannot be read in advance are read when they are needed.
    readAhead(
      record,
      offers.map(({ state }) => state),
      () => ended,
    ).catch(() => undefined);
    return () => {
      ended = true;
    };
  }, [waits, record.id, record.versione]);
}
