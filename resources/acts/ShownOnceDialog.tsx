/** Texts of a reply that are displayed only now, such as a key: the user copies them and gives them to someone. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { Text } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { useSay } from '../feedback/toasts.ts';

export interface SecretText {
  title: Text;
  value: string;
}

interface ShownOnceDialogProps {
  title: string;
  /** The server's message about them. */
  text: string;
  secret: SecretText;
  onClose(): void;
}

export function ShownOnceDialog({ title, text, secret, onClose }: ShownOnceDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const say = useSay();
  const id = useId();
  const copy = async () => {
    await navigator.clipboard.writeText(secret.value);
    say('officina.act.copied', 'info');
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{text}</DialogContentText>
        <TextField
          fullWidth
          multiline
          label={secret.title[language]}
          value={secret.value}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('officina.close')}</Button>
        {navigator.clipboard && (
          <Button variant="contained" onClick={copy} autoFocus>
            {translate('officina.act.copy')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
