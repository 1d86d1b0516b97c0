/**
 * The tabs of a record's page: the one in the address, or preset by who leads here, or the last one looked at of this
 * very record. A form begins with itself.
 */

import type { ReactNode } from 'react';
import { useStore } from 'react-admin';
import { useLocation, useSearchParams } from 'react-router';
import type { Entity, Row } from '../../schemas/entity.ts';
import { isRow, textOf } from '../../schemas/values.ts';

export interface DetailTab {
  /** In the address: ?tab=documenti. */
  key: string;
  label: string;
  /** How many things are in it. */
  count?: number | null;
  element: ReactNode;
  /** What the toolbar offers while it is open, before what it always offers. */
  actions?: ReactNode;
}

/** The record, and the tab of it that was open last; the latest first. */
type Kept = [id: unknown, key: string][];
const MOST_KEPT = 50;
const NOTHING_KEPT: Kept = [];

/** Without a record nothing is remembered. */
export function useTab(entity: Entity, tabs: DetailTab[], record?: Row): [DetailTab, (key: string) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [kept, keep] = useStore(`${entity.resource}.tabs`, NOTHING_KEPT);
  const id = record?.[entity.id];
  const find = (key: string | null | undefined) => tabs.find((tab) => tab.key === key);
  const tab =
    find(search.get('tab')) ??
    find(textOf(isRow(state) ? state.tab : undefined)) ??
    (record && find(kept.find(([one]) => one === id)?.[1])) ??
    tabs[0]!;
  const open = (key: string) => {
    const others = kept.filter(([one]) => one !== id);
    if (record) keep([[id, key], ...others].slice(0, MOST_KEPT) as Kept);
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('tab', key);
        return next;
      },
      { replace: true, state },
    );
  };
  return [tab, open];
}
