/** How a move ended that did not go through: asked about, refused in words, or met by what a colleague has changed. */
import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { ConfirmDialog } from '../../../resources/ConfirmDialog.tsx';
import type { Conflict } from '../../../resources/form/ConflictDialog.tsx';
import { RefusalDialog } from '../../../resources/RefusalDialog.tsx';
import { addressOf } from '../../../resources/routes.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import type { CalendarEvent, Change } from './jobs.ts';

const ConflictDialog = lazy(() => import('../../../resources/form/ConflictDialog.tsx'));

export interface Attempt {
  event: CalendarEvent;
  change: Change;
  body: Row;
}

export type Ending = { attempt: Attempt } & (
  | { kind: 'refused' | 'blocked'; reason: string }
  | { kind: 'stale'; conflict: Conflict }
);

interface EndingsProps {
  entity: Entity;
  ending: Ending;
  onBypass(attempt: Attempt): void;
  /** The person has chosen between his values and the colleague's. */
  onChosen(attempt: Attempt): void;
  onClose(): void;
}

export function Endings({ entity, ending, onBypass, onChosen, onClose }: EndingsProps) {
  const translate = useTranslate();
  const { attempt } = ending;
  const look = (
    <Button component={Link} to={addressOf(entity.routes.detail!, attempt.event.id)}>
      {translate('officina.calendar.open')}
    </Button>
  );
  if (ending.kind === 'refused')
    return (
      <RefusalDialog next={look} onClose={onClose}>
        {ending.reason}
      </RefusalDialog>
    );
  if (ending.kind === 'stale')
    return (
      <Suspense fallback={null}>
        <ConflictDialog
          key={String(ending.conflict.theirs.versione)}
          entity={entity}
          base={attempt.event.job}
          conflict={ending.conflict}
          look={look}
          onSave={(body) => onChosen({ ...attempt, body })}
          onClose={onClose}
        />
      </Suspense>
    );
  return (
    <ConfirmDialog
      open
      mild
      title={translate('officina.calendar.move')}
      confirm={translate('officina.interventions.detail.proceed')}
      cancel={translate('officina.cancel')}
      onConfirm={() => onBypass(attempt)}
      onClose={onClose}
    >
      {`${ending.reason} ${translate('officina.confirm.proceed')}`}
    </ConfirmDialog>
  );
}
