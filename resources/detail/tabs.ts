/**
 * The tabs of a record's page: the one in the address, or preset by who leads here, or the last one looked at. A form
 * begins with itself.
 */
import type { ReactNode } from 'react';
import { useStore } from 'react-admin';
import { useLocation, useSearchParams } from 'react-router';
import type { Entity } from '../../schemas/entity.ts';

export interface DetailTab {
  /** In the address: ?tab=documenti. */
  key: string;
  label: string;
  /** How many things are in it. */
  count?: number;
  element: ReactNode;
  /** What the toolbar offers while it is open. */
  actions?: ReactNode;
}

export function useTab(
  entity: Entity,
  tabs: DetailTab[],
  remembers = true,
): [DetailTab, (key: string) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [last, remember] = useStore<string | undefined>(`${entity.resource}.tab`);
  const find = (key: string | null | undefined) => tabs.find((tab) => tab.key === key);
  const tab =
    find(search.get('tab')) ??
    find((state as { tab?: string } | null)?.tab) ??
    (remembers ? find(last) : undefined) ??
    tabs[0]!;
  const open = (key: string) => {
    if (remembers) remember(key);
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
