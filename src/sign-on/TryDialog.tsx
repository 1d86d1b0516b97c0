/** Tests the identity provider, reports the step at which it failed, and shows the values to register there. */
import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../dataProvider/http.ts';
import { useApplication } from '../../resources/context/application.tsx';
import { useSay } from '../../resources/feedback/toasts.ts';
import { FormDialog } from '../../resources/form/FormDialog.tsx';

const tryOut = async (): Promise<string> => (await call<null>('/auth/prova', { method: 'POST' })).description;

function useReturnAddress(): string {
  const { askSettings } = useApplication();
  const [base, setBase] = useState(location.origin);
  useEffect(() => {
    askSettings(['ClienteURL']).then(
      (setting) => setBase(setting('ClienteURL') || location.origin),
      () => undefined,
    );
  }, [askSettings]);
  return `${base.replace(/\/+$/, '')}/auth`;
}

export default function TryDialog({ onClose }: { onClose(): void }) {
  const translate = useTranslate();
  const say = useSay();
  const address = useReturnAddress();
  return (
    <FormDialog
      title={translate('officina.sign_on.try')}
      save={translate('officina.sign_on.try_go')}
      check={() => ({})}
      send={async () => say(await tryOut(), 'success')}
      onDone={onClose}
      onClose={onClose}
    >
      {() => (
        <>
          <Alert severity="info">{translate('officina.sign_on.try_about')}</Alert>
          <TextField
            id="sign-on-return"
            fullWidth
            label={translate('officina.sign_on.return')}
            value={address}
            onFocus={(event) => event.target.select()}
            slotProps={{ htmlInput: { readOnly: true } }}
          />
        </>
      )}
    </FormDialog>
  );
}
