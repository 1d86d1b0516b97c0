/** A dialog with all events of a day that has more than the month view can show. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

export default function DayDialog({ children, onClose }: { children: ReactNode; onClose(): void }) {
  const translate = useTranslate();
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      slotProps={{ paper: { 'aria-label': translate('officina.calendar.day_events') } }}
    >
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('officina.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
