/** The error that replaces a list that cannot be read. */
import { useTranslate } from 'react-admin';
import { Failure } from '../feedback/Failure.tsx';

export function ListFailure({ error, onRetry }: { error: unknown; onRetry(): unknown }) {
  const translate = useTranslate();
  return <Failure error={error} what={translate('officina.list.failed')} onRetry={onRetry} />;
}
