/** Asks before an action that cannot be undone. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  /** The label of the button that closes the dialog; by default "Cancel". */
  cancel?: string;
  busy?: boolean;
  /** Whether the action loses nothing. Its button is then not red. */
  mild?: boolean;
  /** Further elements below the text. */
  more?: ReactNode;
  /** A button for another action. */
  instead?: ReactNode;
  /** Whether the button is disabled, because the user must choose something first. */
  blocked?: boolean;
  onConfirm(): void;
  onClose(): void;
}

export function ConfirmDialog({
  open,
  title,
  children,
  confirm,
  cancel,
  busy,
  mild = false,
  more,
  instead,
  blocked = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const id = useId();
  const translate = useTranslate();
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClick={(event) => event.stopPropagation()}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{children}</DialogContentText>
        {more}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy} autoFocus>
          {cancel ?? translate('officina.cancel')}
        </Button>
        {instead}
        <Button
          onClick={onConfirm}
          disabled={busy || blocked}
          color={mild ? 'primary' : 'error'}
          variant="contained"
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
