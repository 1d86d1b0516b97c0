/** The button that closes a dialog without doing anything. */
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';

interface CancelButtonProps {
  disabled?: boolean;
  onClick(): void;
}

export function CancelButton(props: CancelButtonProps) {
  const translate = useTranslate();
  return <Button {...props}>{translate('officina.cancel')}</Button>;
}
