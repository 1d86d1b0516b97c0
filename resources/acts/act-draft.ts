/** The drafts of act dialogs: the place of a dialog, and the link that opens it again. */
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Draft } from '../../dataProvider/device.ts';
import { drafts } from '../../dataProvider/drafts.ts';
import type { Act } from '../../schemas/act.ts';
import type { Row, Value } from '../../schemas/entity.ts';
import { isRow } from '../../schemas/values.ts';

interface DialogPlace {
  act: Act;
  id?: unknown;
  fixed?: Record<string, Value>;
  given?: Row;
}

/** Returns the place of a dialog, as drafts know it: the act, its record, and the values that cannot be changed. */
export const placeOfAct = ({ act, id, fixed, given }: DialogPlace): string =>
  `act ${act.name} ${String(id ?? '')} ${JSON.stringify([fixed, given])}`;

/** Returns the draft that the link to this page names, if it is the draft of an act. */
export function useLinkedDraft(): Draft | undefined {
  const { state } = useLocation();
  const all = useSyncExternalStore(drafts.subscribe, drafts.all);
  const linked = isRow(state) ? state.draft : undefined;
  return linked === undefined ? undefined : all.find(({ id, act }) => id === linked && act !== undefined);
}

/**
 * Follows the link of an act's draft once. `open` opens the dialog and returns true, or returns false if the draft
 * belongs elsewhere or the page is not ready.
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
