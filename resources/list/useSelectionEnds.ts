/** A selection ends with the filter it was made in: nobody changes rows that he does not see. */
import { useEffect } from 'react';
import { useListContext, useStore } from 'react-admin';

export function useSelectionEnds(asked: unknown): void {
  const { resource, filterValues, selectedIds, onUnselectItems } = useListContext();
  const [madeIn, setMadeIn] = useStore(`${resource}.selectedIn`, '');
  const now = JSON.stringify([filterValues, asked ?? null]);
  const isOld = selectedIds.length > 0 && madeIn !== now;
  useEffect(() => {
    if (madeIn === now) return;
    if (isOld) onUnselectItems();
    setMadeIn(now);
  }, [madeIn, now, isOld, onUnselectItems, setMadeIn]);
}
