/** Stands in place of a list that cannot be read: why, and another try. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { reasonOf } from '../say.ts';

export function ListFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const translate = useTranslate();
  return (
    <Alert
      severity="error"
      action={<Button onClick={() => onRetry()}>{translate('officina.retry')}</Button>}
      sx={{ m: 2 }}
    >
      {translate('officina.list.failed')}. {reasonOf(error)}
    </Alert>
  );
}
