/** Sends a test mail and reports the step at which it failed. */
import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSay } from '../../resources/feedback/toasts.ts';
import { type Errors, FormDialog } from '../../resources/form/FormDialog.tsx';
import { tryOut } from './mail-calls.ts';

export default function TryDialog({ onClose }: { onClose(): void }) {
  const translate = useTranslate();
  const say = useSay();
  const [address, setAddress] = useState('');
  const send = async () => say(await tryOut(address), 'success');
  return (
    <FormDialog
      title={translate('officina.mail.try')}
      save={translate('officina.mail.try_send')}
      check={(): Errors => (address.trim() === '' ? { a: translate('officina.validation.required') } : {})}
      send={send}
      onDone={onClose}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Alert severity="info">{translate('officina.mail.try_about')}</Alert>
          <TextField
            id="try-address"
            type="email"
            fullWidth
            required
            autoFocus
            label={translate('officina.mail.try_to')}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            error={errors.a !== undefined}
            helperText={errors.a}
          />
        </>
      )}
    </FormDialog>
  );
}
