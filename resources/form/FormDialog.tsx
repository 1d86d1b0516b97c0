/** A small form in a dialog. Errors stay until they are corrected, and nothing typed is lost. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { errorsOf } from '../../dataProvider/http.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useFullScreen } from '../context/useNarrow.ts';
import { CancelButton } from '../feedback/CancelButton.tsx';
import { Opening } from '../feedback/Placeholder.tsx';
import { reasonOf } from '../feedback/toasts.ts';
import type { Conflict } from './ConflictDialog.tsx';
import { outcomeOf } from './saving.ts';

const ConflictDialog = lazy(() => import('./ConflictDialog.tsx'));

export type Errors = Record<string, string>;

/** A stored record to change. If a colleague has saved first, the user chooses between both values (I21). */
export interface Stored {
  entity: Entity;
  record: Row;
  /** Returns the values to send, without their version. */
  mine(): Row;
}

export interface FormDialogProps {
  title: string;
  save: string;
  /** Returns the errors by field, before anything is sent. */
  check(): Errors;
  /** Sends the values. After a conflict, `chosen` replaces the typed values. */
  send(chosen?: Row): Promise<unknown>;
  stored?: Stored;
  onDone(): void;
  onClose(): void;
  children(errors: Errors): ReactNode;
}

/** Checks and sends the form. Errors appear after the first attempt, and each disappears when it is corrected. */
function useSubmission({ check, send, stored, onDone }: FormDialogProps) {
  const [tried, setTried] = useState(false);
  const [answered, setAnswered] = useState<Errors>({});
  const [refused, setRefused] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    const wrong = check();
    setTried(true);
    setAnswered({});
    setRefused(undefined);
    if (Object.keys(wrong).length > 0) {
      focusFirst(event.currentTarget);
      return;
    }
    await attempt();
  };

  const attempt = async (chosen?: Row) => {
    setBusy(true);
    setConflict(undefined);
    try {
      await send(chosen);
      onDone();
    } catch (error) {
      const faster = stored && outcomeOf(error, stored.mine()).conflict;
      if (faster) return setConflict(faster);
      setRefused(reasonOf(error));
      setAnswered(errorsOf(error));
    } finally {
      setBusy(false);
    }
  };
  const errors = { ...answered, ...(tried && check()) };
  return { submit, attempt, busy, errors, refused, conflict, leave: () => setConflict(undefined) };
}

export function FormDialog(props: FormDialogProps) {
  const { title, save, stored, onClose, children } = props;
  const fullScreen = useFullScreen();
  const id = useId();
  const { submit, attempt, busy, errors, refused, conflict, leave } = useSubmission(props);
  return (
    <Dialog open onClose={busy ? undefined : onClose} fullScreen={fullScreen} fullWidth aria-labelledby={id}>
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', pt: '8px !important' }}>
          {refused && <Alert severity="error">{refused}</Alert>}
          {children(errors)}
        </DialogContent>
        <DialogActions>
          <CancelButton disabled={busy} onClick={onClose} />
          <Button type="submit" variant="contained" loading={busy}>
            {save}
          </Button>
        </DialogActions>
      </form>
      {stored && conflict && (
        <Suspense fallback={<Opening />}>
          <ConflictDialog
            key={String(conflict.theirs.versione)}
            entity={stored.entity}
            base={stored.record}
            conflict={conflict}
            onSave={attempt}
            onClose={leave}
          />
        </Suspense>
      )}
    </Dialog>
  );
}

/** Focuses the first field with an error, after the errors are drawn. */
const focusFirst = (form: HTMLElement): void => {
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
};
