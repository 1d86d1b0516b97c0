/**
 * A button in a page header that opens the dialog of an act, or of two acts that share a call. Users without the
 * right to perform them do not see the button.
 */
import { lazy, Suspense, useState } from 'react';
import { useLanguage } from '../context/application.tsx';
import { EntityIcon } from '../display/icons.tsx';
import { Opening } from '../feedback/Placeholder.tsx';
import { useDraftLink } from '../form/draft-link.ts';
import { HeaderButton } from '../form/FormHeader.tsx';
import type { ActDialogProps } from './ActDialog.tsx';
import { placeOfAct } from './act-draft.ts';
import { titleOf, useActs } from './offered-acts.ts';

const ActDialog = lazy(() => import('./ActDialog.tsx'));

interface ActButtonProps extends Omit<ActDialogProps, 'act' | 'other' | 'onClose'> {
  acts: [name: string, other?: string];
}

export function ActButton({ acts: names, ...dialog }: ActButtonProps) {
  const language = useLanguage();
  const acts = useActs(...names);
  const [open, setOpen] = useState<{ draft?: string }>();
  useDraftLink(({ id, place }) => {
    const isOwn = acts !== undefined && place === placeOfAct({ ...dialog, ...acts });
    if (isOwn) setOpen({ draft: id });
    return isOwn;
  });
  if (!acts) return null;
  return (
    <>
      <HeaderButton
        label={titleOf(acts, language)}
        startIcon={<EntityIcon name={acts.act.icon} />}
        onClick={() => setOpen({})}
        aria-haspopup="dialog"
      />
      {open && (
        <Suspense fallback={<Opening />}>
          <ActDialog {...dialog} {...acts} {...open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
