/**
 * A button in a page header that opens the dialog of an act, or of two acts that share a call. Users without the
 * right to perform them do not see the button.
 */
import { lazy, Suspense, useState } from 'react';
import { useLanguage } from '../context/application.tsx';
import { EntityIcon } from '../display/icons.tsx';
import { Opening } from '../feedback/Placeholder.tsx';
import { HeaderButton } from '../form/FormHeader.tsx';
import type { ActDialogProps } from './ActDialog.tsx';
import { titleOf, useActs } from './offered-acts.ts';

const ActDialog = lazy(() => import('./ActDialog.tsx'));

interface ActButtonProps extends Omit<ActDialogProps, 'act' | 'other' | 'onClose'> {
  acts: [name: string, other?: string];
}

export function ActButton({ acts: names, ...dialog }: ActButtonProps) {
  const language = useLanguage();
  const acts = useActs(...names);
  const [open, setOpen] = useState(false);
  if (!acts) return null;
  return (
    <>
      <HeaderButton
        label={titleOf(acts, language)}
        startIcon={<EntityIcon name={acts.act.icon} />}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
      />
      {open && (
        <Suspense fallback={<Opening />}>
          <ActDialog {...dialog} {...acts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
