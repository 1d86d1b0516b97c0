/** A state wants a job report: there is none, or it tells something else than what would be entered. */
import Alert from '@mui/material/Alert';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../../resources/ConfirmDialog.tsx';
import { type Change, ChangeList } from './changes.tsx';

interface ReportQuestionProps {
  title: string;
  changes: Change[];
  /** How the page names going on, where no report is made anew. */
  confirm?: string;
  busy?: boolean;
  onSign(): void;
  onClose(): void;
}

export function ReportQuestion({ title, changes, confirm, busy, onSign, onClose }: ReportQuestionProps) {
  const translate = useTranslate();
  const anew = changes.length > 0;
  const go = confirm ?? translate('officina.interventions.detail.proceed');
  return (
    <ConfirmDialog
      open
      mild
      title={title}
      confirm={anew ? translate('officina.interventions.detail.signature.anew') : go}
      cancel={translate('officina.cancel')}
      busy={busy}
      more={
        anew && (
          <Alert severity="warning" sx={{ mt: 2 }}>
            <ChangeList changes={changes} />
          </Alert>
        )
      }
      onConfirm={onSign}
      onClose={onClose}
    >
      {translate(`officina.confirm.${anew ? 'reportAnew' : 'reportRequired'}`)}
    </ConfirmDialog>
  );
}
