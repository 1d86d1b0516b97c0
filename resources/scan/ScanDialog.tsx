/**
 * Reads a code with the camera, from a photo, or from the keyboard. The caller decides what the code means.
 */
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFullScreen } from '../context/useNarrow.ts';
import { reasonOf } from '../feedback/toasts.ts';
import { Camera } from './Camera.tsx';
import { type CameraFault, canAsk } from './camera.ts';
import { Photo } from './Photo.tsx';

/** Why a code is refused. Without a title, the code counts as unreadable. */
export interface Refusal {
  title?: string;
  text: string;
}

export interface ScanDialogProps {
  title: string;
  /** Handles the code. Returns why it is refused, or undefined on success. */
  onCode(text: string, typed: boolean): Promise<Refusal | undefined>;
  onClose(): void;
}

/**
 * The number of attempts without a code before the same code is read again. Attempts count and not seconds, because
 * a slow phone makes fewer attempts.
 */
const LOOKS_AWAY = 8;

function useHandled(onCode: ScanDialogProps['onCode']) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const inSight = useRef({ text: '', looksAway: 0 });
  const take = async (text: string, typed: boolean) => {
    if (busy) return;
    setBusy(true);
    try {
      setRefusal(await onCode(text, typed));
    } catch (error) {
      setRefusal({ text: reasonOf(error) });
    }
    setBusy(false);
  };
  /** The camera still sees a code that was just refused. */
  const see = (text: string | null) => {
    if (busy) return;
    const { text: last, looksAway } = inSight.current;
    inSight.current = text ? { text, looksAway: 0 } : { text: last, looksAway: looksAway + 1 };
    if (text && (text !== last || looksAway >= LOOKS_AWAY)) void take(text, false);
  };
  return { busy, refusal, take, see, refuse: setRefusal };
}

export default function ScanDialog({ title, onCode, onClose }: ScanDialogProps) {
  const translate = useTranslate();
  const fullScreen = useFullScreen();
  const id = useId();
  const [fault, setFault] = useState<CameraFault | undefined>(canAsk() ? undefined : 'insecure');
  const { busy, refusal, take, see, refuse } = useHandled(onCode);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs" fullScreen={fullScreen}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {fault ? (
          <Alert severity="info">{translate(`officina.scan.fault.${fault}`)}</Alert>
        ) : (
          <Camera paused={busy} onLook={see} onFault={setFault} />
        )}
        {refusal && (
          <Alert severity="error">
            <AlertTitle>{refusal.title ?? translate('officina.error.qrUnreadable')}</AlertTitle>
            {refusal.text}
          </Alert>
        )}
        <Photo
          disabled={busy}
          onCode={(text) => take(text, false)}
          onFault={(which) => refuse({ text: translate(`officina.scan.${which}`) })}
        />
        <TypedCode busy={busy} focused={fault !== undefined} onCode={(text) => take(text, true)} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('officina.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

interface TypedCodeProps {
  busy: boolean;
  focused: boolean;
  onCode(text: string): void;
}

function TypedCode({ busy, focused, onCode }: TypedCodeProps) {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onCode(text);
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <TextField
        fullWidth
        autoFocus={focused}
        label={translate('officina.scan.type')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{
          htmlInput: {
            autoCapitalize: 'characters',
            autoComplete: 'off',
            spellCheck: false,
            enterKeyHint: 'go',
          },
        }}
      />
      <Button type="submit" variant="contained" disabled={busy || text.trim() === ''} sx={{ flexShrink: 0 }}>
        {translate('officina.scan.go')}
      </Button>
    </Box>
  );
}
