/** Clears the selection when the filters change: users must not change rows that they cannot see. */
import { useEffect } from 'react';
import { useListContext, useStore } from 'react-admin';

export function useSelectionEnds(query: unknown): void {
  const { resource, filterValues, selectedIds, onUnselectItems } = useListContext();
  const [madeIn, setMadeIn] = useStore(`${resource}.selectedIn`, '');
  const now = JSON.stringify([filterValues, query ?? null]);
  const isOld = selectedIds.length > 0 && madeIn !== now;
  useEffect(() => {
    if (madeIn === now) return;
    if (isOld) onUnselectItems();
    setMadeIn(now);
  }, [madeIn, now, isOld, onUnselectItems, setMadeIn]);
}
