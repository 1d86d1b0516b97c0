/** A dialog in which users choose rows. It is as high as the window, and full screen on a phone. */
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { useFullScreen } from '../context/useNarrow.ts';

interface PickDialogProps {
  title: string;
  onClose(): void;
  children: ReactNode;
}

export function PickDialog({ title, onClose, children }: PickDialogProps) {
  const translate = useTranslate();
  const fullScreen = useFullScreen();
  const id = useId();
  return (
    <Dialog
      open
      fullWidth
      maxWidth="lg"
      fullScreen={fullScreen}
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { height: { md: 'calc(100% - 64px)' } } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: { xs: 2, sm: 3 }, pt: 1.5 }}>
        <DialogTitle id={id} sx={{ p: 0, flex: 1 }}>
          {title}
        </DialogTitle>
        <IconButton aria-label={translate('officina.close')} onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </Box>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minHeight: 0, pt: 1 }}>
        {children}
      </DialogContent>
    </Dialog>
  );
}
