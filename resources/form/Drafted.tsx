/** Opens a form with its draft, with a line above it that says so. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import type { Draft } from '../../dataProvider/device.ts';
import { drafts } from '../../dataProvider/drafts.ts';
import type { Row } from '../../schemas/entity.ts';
import { isRow } from '../../schemas/values.ts';
import { usePlantZone } from '../context/application.tsx';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { formatInstant } from '../format/format.ts';
import { FormSkeleton } from './FormSkeleton.tsx';
import { FormDraft, type Keeps } from './form-draft.ts';

interface DraftedProps {
  /** The name of the entity. */
  entity: string;
  /** The form, as drafts know it. */
  place: string;
  about?: string;
  /** The selected rows that an act changes. */
  rows?: number[];
  keeps?: Keeps;
  /** The stored record, as it is now. */
  record?: Row;
  readOnly?: boolean;
  /** The key of the note that the record has changed since then. */
  changed?: 'changed' | 'changed_act';
  /** Called after a discarded draft is removed, to empty what the page holds besides the form. */
  onDiscarded?(): void;
  /** Draws the form with the line that tells about its draft. */
  children(draft: FormDraft, line: ReactNode): ReactNode;
}

/** Returns the draft that the link names, also for a new record in another place, or the last one of this form. */
const openedAt = (name: string, place: string, linked: unknown): Draft | undefined =>
  drafts
    .all()
    .find(
      ({ id, entity, act, base, place: own }) =>
        id === linked && entity === name && (own === place || !(base || act)),
    ) ?? drafts.unopened().findLast((draft) => draft.place === place);

/** The form on a page, which a link to its draft opens. */
export function Drafted(props: DraftedProps) {
  const { state } = useLocation();
  return <DraftedBy {...props} linked={isRow(state) ? state.draft : undefined} />;
}

/** A form with the draft of this id, or else with the last draft of its place. */
export function DraftedBy(props: DraftedProps & { linked: unknown }) {
  const isRead = useSyncExternalStore(drafts.subscribe, drafts.isRead);
  return isRead ? <Found key={String(props.linked)} {...props} /> : <FormSkeleton />;
}

function Found({ linked, onDiscarded, ...props }: DraftedProps & { linked: unknown }) {
  const [found, setFound] = useState(() => openedAt(props.entity, props.place, linked));
  const [isClosed, setClosed] = useState(false);
  const discard = () => {
    // The old form closes before the new one opens, so that nothing of it stays.
    flushSync(() => setClosed(true));
    onDiscarded?.();
    setFound(undefined);
    setClosed(false);
  };
  return isClosed ? <FormSkeleton /> : <Opened {...props} begun={found} onDiscard={discard} />;
}

function Opened(props: DraftedProps & { begun: Draft | undefined; onDiscard(): void }) {
  const { entity, place, about, rows, keeps, record, readOnly, begun, onDiscard, children } = props;
  const { changed = 'changed' } = props;
  const { pathname, search, state } = useLocation();
  const [draft] = useState(
    () =>
      new FormDraft(
        {
          place,
          entity,
          rows,
          about,
          page: pathname + search,
          state: isRow(state) ? state : undefined,
        },
        begun,
        keeps,
      ),
  );
  useEffect(() => draft.start(), [draft]);
  const isOlder = begun?.base !== undefined && begun.base.versione !== record?.versione;
  return children(
    draft,
    <DraftLine
      draft={draft}
      note={readOnly ? 'read_only' : isOlder ? changed : undefined}
      onDiscard={onDiscard}
    />,
  );
}

interface DraftLineProps {
  draft: FormDraft;
  note: 'read_only' | DraftedProps['changed'];
  onDiscard(): void;
}

/** The line above a form that began with a draft, or that was saved as a draft. */
function DraftLine({ draft, note, onDiscard }: DraftLineProps) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const stored = useSyncExternalStore(draft.subscribe, draft.displayed);
  const [isAsking, setAsking] = useState(false);
  if (!stored) return null;
  const time = formatInstant(new Date(stored.at).toISOString(), zone);
  const discard = async () => {
    setAsking(false);
    await draft.end();
    onDiscard();
  };
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ mb: 2, alignItems: 'center', '& .MuiButton-root': { minHeight: 48 } }}
      action={
        <Button color="inherit" onClick={() => setAsking(true)}>
          {translate('officina.drafts.discard')}
        </Button>
      }
    >
      {translate('officina.drafts.of', { time })}
      {note && <div>{translate(`officina.drafts.${note}`)}</div>}
      {stored.besides?.refusal && <div>{stored.besides.refusal}</div>}
      <ConfirmDialog
        open={isAsking}
        title={translate('officina.drafts.discard')}
        confirm={translate('officina.drafts.discard')}
        onConfirm={() => void discard()}
        onClose={() => setAsking(false)}
      >
        {translate('officina.drafts.discard_text', { time })}
      </ConfirmDialog>
    </Alert>
  );
}
