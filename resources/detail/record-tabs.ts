/**
 * The tabs of a record's page. The page opens the tab in the address, or the one of the navigation state, or the
 * last one open for this record. A scanned record opens its first tab. In a link, `#commenti` names the comments
 * wherever the page has them: the tab here, or the section of another form of the page.
 */

import type { ReactNode } from 'react';
import { useStore } from 'react-admin';
import { useLocation, useSearchParams } from 'react-router';
import type { Entity, Row } from '../../schemas/entity.ts';
import { isRow, textOf } from '../../schemas/values.ts';
import { useScanned } from '../scan/useScanned.ts';

export interface DetailTab {
  /** The key of the tab in the address: ?tab=documenti. */
  key: string;
  label: string;
  /** The number of items in the tab. */
  count?: number | null;
  element: ReactNode;
  /** The tab's own buttons in the header, before the page's. */
  actions?: ReactNode;
}

/** Records with their last open tab, starting with the latest. */
type OpenTabs = [id: unknown, key: string][];
const STORED_MAX = 50;
const NONE_STORED: OpenTabs = [];

/** Returns the open tab. Without a record, no tab is stored. */
export function useTab(entity: Entity, tabs: DetailTab[], record?: Row): [DetailTab, (key: string) => void] {
  const [search, setSearch] = useSearchParams();
  const { state, hash } = useLocation();
  const isScanned = useScanned();
  const [stored, store] = useStore(`${entity.resource}.tabs`, NONE_STORED);
  const id = record?.[entity.id];
  const find = (key: string | null | undefined) => tabs.find((tab) => tab.key === key);
  const tab =
    find(search.get('tab')) ??
    find(textOf(isRow(state) ? state.tab : undefined)) ??
    find(hash.slice(1)) ??
    (record && !isScanned ? find(stored.find(([storedId]) => storedId === id)?.[1]) : undefined) ??
    tabs[0]!;
  const open = (key: string) => {
    const others = stored.filter(([storedId]) => storedId !== id);
    if (record) store([[id, key], ...others].slice(0, STORED_MAX) as OpenTabs);
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
