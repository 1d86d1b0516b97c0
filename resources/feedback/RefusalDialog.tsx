/** A refusal told in a dialog, with the next step where there is one: for the entities, and the places, that want it so. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';

interface RefusalDialogProps {
  children: ReactNode;
  /** What to do next, beside closing. */
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
