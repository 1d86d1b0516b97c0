/** In the place of a record that is not there, or not for this person. */
import Alert from '@mui/material/Alert';
import { useTranslate } from 'react-admin';

export function Missing({ reason }: { reason: string }) {
  const translate = useTranslate();
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      {translate('officina.form.missing')}. {reason}
    </Alert>
  );
}
