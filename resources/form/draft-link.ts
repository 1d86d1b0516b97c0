/** The link of a draft, which opens the dialog in which it was typed. */
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Draft } from '../../dataProvider/device.ts';
import { drafts } from '../../dataProvider/drafts.ts';
import { isRow } from '../../schemas/values.ts';

/** Returns the draft that the link to this page names. */
export function useLinkedDraft(): Draft | undefined {
  const { state } = useLocation();
  const all = useSyncExternalStore(drafts.subscribe, drafts.all);
  const linked = isRow(state) ? state.draft : undefined;
  return linked === undefined ? undefined : all.find(({ id }) => id === linked);
}

/**
 * Follows the link of a draft once. `open` opens its dialog and returns true, or returns false if the draft belongs
 * elsewhere or the page is not ready.
 */
export function useDraftLink(open: (draft: Draft) => boolean): void {
  const draft = useLinkedDraft();
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!draft || !open(draft)) return;
    void navigate({ pathname, search }, { replace: true, state: { ...state, draft: undefined } });
  });
}
