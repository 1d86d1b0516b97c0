/**
 * Decides whether an intervention opens as a work card: always on a phone, on a computer if the user has chosen
 * this.
 */
import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'react-admin';
import { useLocation, useSearchParams } from 'react-router';
import { useApplication } from '../../../resources/context/application.tsx';
import { useNarrow } from '../../../resources/context/useNarrow.ts';
import { isOver } from '../../../schemas/interventions.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { isRow } from '../../../schemas/values.ts';

/** Returns whether this is open work of the user, or work without a technician that they may take over. */
export const isOwnWork = (record: RowOf<'odl'>, me: number | undefined): boolean =>
  !isOver(Number(record.id_tipo_stato_odl)) &&
  (record.prendibile === 1 || (record.modificabile === 1 && record.id_tecnico === me));

const DESK = 'odl.work';
const SUNLIGHT = 'odl.sunlight';

/** Returns whether texts are larger and black for bright light. The choice is stored per user on this device. */
export const useSunlight = () => useStore(SUNLIGHT, false);

/** The tab of the full page that opens first. */
const FIRST_TAB = 'generali';

export interface WorkChoice {
  /** Whether this record opens as a work card. */
  works: boolean;
  /** Whether the full page has a button for the work card. */
  offered: boolean;
  /** Opens the full page. */
  openAll(): void;
  openWork(): void;
}

/** Returns whether the address or the navigation state names a part of the full page. */
function useAsksForTab(): boolean {
  const [search] = useSearchParams();
  const { state } = useLocation();
  return search.has('tab') || (isRow(state) && (state.tab !== undefined || state.open !== undefined));
}

export function useWorkChoice(record: RowOf<'odl'> | undefined): WorkChoice {
  const narrow = useNarrow();
  const me = useApplication().person?.id;
  const [atDesk, chooseAtDesk] = useStore(DESK, false);
  const [, setSearch] = useSearchParams();
  const asksForTab = useAsksForTab();
  const offered = record !== undefined && isOwnWork(record, me);
  // An intervention that the user closes on its card stays a card, also if the phone is turned.
  const [begun, begin] = useState<number>();
  const isBegun = record !== undefined && begun === record.id;
  const chosen = (narrow || atDesk || isBegun) && !asksForTab;
  if (chosen && offered && begun !== record.id) begin(record.id);
  const openTab = useCallback(
    (tab: string | undefined) => {
      if (!narrow) chooseAtDesk(tab === undefined);
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (tab === undefined) next.delete('tab');
          else next.set('tab', tab);
          return next;
        },
        { replace: !narrow, state: null },
      );
    },
    [narrow, chooseAtDesk, setSearch],
  );
  return useMemo(
    () => ({
      works: chosen && (offered || isBegun),
      offered,
      openAll: () => openTab(FIRST_TAB),
      openWork: () => openTab(undefined),
    }),
    [chosen, offered, isBegun, openTab],
  );
}
