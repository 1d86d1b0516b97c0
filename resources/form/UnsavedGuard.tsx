/** Asks before unsaved changes are lost: within the application, and when the tab closes. */
import { type RefObject, useEffect } from 'react';
import { useBlocker, useCanBlock, useTranslate } from 'react-admin';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';

export function UnsavedGuard({ dirty }: { dirty: RefObject<boolean> }) {
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [dirty]);
  return useCanBlock() ? <LeaveDialog dirty={dirty} /> : null;
}

/** The part of the address that is compared. Opening another tab of the same page loses nothing. */
type Place = Pick<Location, 'pathname' | 'search'>;

function isTab(one: Place, other: Place): boolean {
  const [before, after] = [new URLSearchParams(one.search), new URLSearchParams(other.search)];
  if (one.pathname !== other.pathname || before.get('tab') === after.get('tab')) return false;
  for (const search of [before, after]) search.delete('tab');
  return before.toString() === after.toString();
}

function LeaveDialog({ dirty }: { dirty: RefObject<boolean> }) {
  const translate = useTranslate();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty.current && !isTab(currentLocation, nextLocation),
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={translate('officina.form.unsaved_title')}
      confirm={translate('officina.form.unsaved_leave')}
      cancel={translate('officina.form.unsaved_stay')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {translate('officina.form.unsaved_text')}
    </ConfirmDialog>
  );
}
