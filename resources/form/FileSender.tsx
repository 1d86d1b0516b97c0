/**
 * Sends the files of a record, each with its own call: after the record is saved, or before it for files that a
 * stored record requires. A failure is reported and the user can retry. The component is around the form, which is
 * drawn again after a save.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { emptyFileField, fillFileField, type Owner } from '../../dataProvider/documents.ts';
import { reasonOf, useSay } from '../feedback/toasts.ts';
import type { FileChange } from '../widgets/form-files.ts';

/** A file that was stored, and the record's version after it. */
export interface Sent {
  change: FileChange;
  version: number;
}

export type Send = (owner: Owner, changes: FileChange[], when: 'before' | 'after') => Promise<Sent[]>;

/** The function that sends the files. A page may send the files of its form in another way. */
export const SendContext = createContext<Send>(() => Promise.resolve([]));

export const useSendFiles = (): Send => useContext(SendContext);

/** The user's decision about a file that failed. */
type Answer = 'again' | 'leave';

interface Sending {
  change: FileChange;
  when: 'before' | 'after';
  share: number;
  controller: AbortController;
  failed?: { reason: string; answer(answer: Answer): void };
}

export function FileSender({ children }: { children: ReactNode }) {
  const say = useSay();
  const [sending, setSending] = useState<Sending>();
  const send = useCallback<Send>(async (owner, changes, when) => {
    const sent: Sent[] = [];
    for (const change of changes) {
      let ended: Sent | Answer = 'again';
      while (ended === 'again') ended = await attempt(owner, { change, when }, setSending);
      if (ended !== 'leave') sent.push(ended);
    }
    setSending(undefined);
    return sent;
  }, []);
  return (
    <SendContext value={send}>
      {children}
      {sending && (
        <SendingDialog
          sending={sending}
          onCancel={() => {
            sending.controller.abort();
            say('officina.upload.cancelled', 'info');
          }}
        />
      )}
    </SendContext>
  );
}

async function attempt(
  owner: Owner,
  { change, when }: Pick<Sending, 'change' | 'when'>,
  show: (sending: Sending) => void,
): Promise<Sent | Answer> {
  const { field, file } = change;
  const controller = new AbortController();
  const sending: Sending = { change, when, share: 0, controller };
  show(sending);
  try {
    const { versione: version } = file
      ? await fillFileField(owner, field.name, file, {
          signal: controller.signal,
          onProgress: (share) => show({ ...sending, share }),
        })
      : await emptyFileField(owner, field.name);
    return { change, version };
  } catch (error) {
    if (controller.signal.aborted) return 'leave';
    return new Promise((answer) => show({ ...sending, failed: { reason: reasonOf(error), answer } }));
  }
}

function SendingDialog({ sending, onCancel }: { sending: Sending; onCancel(): void }) {
  const translate = useTranslate();
  const title = useId();
  const { change, when, share, failed } = sending;
  const name = change.file?.name ?? change.field.title.it;
  useEffect(() => {
    if (!failed) return;
    const again = () => failed.answer('again');
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [failed]);
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={title}>
      <DialogTitle id={title}>
        {translate(failed ? 'officina.documents.not_sent' : 'officina.documents.sending', { name })}
      </DialogTitle>
      <DialogContent>
        {failed ? (
          <DialogContentText role="alert">
            {failed.reason} {when === 'after' && translate('officina.documents.record_is_saved')}
          </DialogContentText>
        ) : (
          <LinearProgress
            variant={change.file ? 'determinate' : 'indeterminate'}
            value={Math.round(share * 100)}
            aria-label={name}
          />
        )}
      </DialogContent>
      <DialogActions>
        {failed ? (
          <>
            <Button onClick={() => failed.answer('leave')}>{translate('officina.documents.leave_it')}</Button>
            <Button variant="contained" autoFocus onClick={() => failed.answer('again')}>
              {translate('officina.retry')}
            </Button>
          </>
        ) : (
          <Button onClick={onCancel} autoFocus>
            {translate('officina.cancel')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
