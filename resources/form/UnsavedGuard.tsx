/** Asks before unsaved changes, or what is displayed only once, are lost: within the application, and when the tab closes. */
import { type RefObject, useEffect } from 'react';
import { useBlocker, useCanBlock, useTranslate } from 'react-admin';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import type { FormDraft } from './form-draft.ts';

interface Worded {
  /** The area and the beginning of the keys of the question's texts. */
  words?: string;
}

interface UnsavedGuardProps extends Worded {
  dirty: RefObject<boolean>;
  /** The draft of the form, which is still there afterwards. */
  draft?: FormDraft;
}

export function UnsavedGuard(props: UnsavedGuardProps) {
  const { dirty, draft } = props;
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => {
      if (dirty.current && !draft?.isStored()) event.preventDefault();
    };
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [dirty, draft]);
  return useCanBlock() ? <LeaveDialog {...props} /> : null;
}

/** The part of the address that is compared. Opening another tab of the same page loses nothing. */
type Place = Pick<Location, 'pathname' | 'search'>;

function isTab(one: Place, other: Place): boolean {
  const [before, after] = [new URLSearchParams(one.search), new URLSearchParams(other.search)];
  if (one.pathname !== other.pathname || before.get('tab') === after.get('tab')) return false;
  for (const search of [before, after]) search.delete('tab');
  return before.toString() === after.toString();
}

function LeaveDialog({ dirty, draft, words }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty.current && !draft?.stays() && !isTab(currentLocation, nextLocation),
  );
  return (
    <UnsavedQuestion
      words={words}
      open={blocker.state === 'blocked'}
      onLeave={() => {
        void draft?.end();
        blocker.proceed?.();
      }}
      onStay={() => blocker.reset?.()}
    />
  );
}

interface UnsavedQuestionProps extends Worded {
  open: boolean;
  onLeave(): void;
  onStay(): void;
}

/** Also for dialogs, which are left without leaving the page. */
export function UnsavedQuestion({ open, onLeave, onStay, words = 'form.unsaved' }: UnsavedQuestionProps) {
  const translate = useTranslate();
  return (
    <ConfirmDialog
      open={open}
      title={translate(`officina.${words}_title`)}
      confirm={translate(`officina.${words}_leave`)}
      cancel={translate(`officina.${words}_stay`)}
      onConfirm={onLeave}
      onClose={onStay}
    >
      {translate(`officina.${words}_text`)}
    </ConfirmDialog>
  );
}
