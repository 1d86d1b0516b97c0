/**
 * A refusal in a dialog, with the next step if there is one, for entities and pages that do not use toasts.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';

interface RefusalDialogProps {
  children: ReactNode;
  /** The button for the next step, next to Close. */
  next?: ReactNode;
  onClose(): void;
}

export function RefusalDialog({ children, next, onClose }: RefusalDialogProps) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{translate('officina.toast.title.warning')}</DialogTitle>
      <DialogContent id={`${id}-text`}>{children}</DialogContent>
      <DialogActions>
        {next}
        <Button onClick={onClose} autoFocus>
          {translate('officina.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
