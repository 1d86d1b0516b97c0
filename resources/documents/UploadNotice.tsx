/** A notice about files of this record that are uploading or failed, with a link to the upload page. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Owner } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { uploadAddress } from './document-routes.ts';
import { useJob, useJobState } from './useDocuments.ts';

export function UploadNotice({ entity, owner }: { entity: Entity; owner: Owner }) {
  const translate = useTranslate();
  const state = useJobState(useJob(owner));
  const to = uploadAddress(entity, owner.id);
  const pending = state?.items.filter(({ step }) => step !== 'done').length ?? 0;
  if (!state || pending === 0 || !to) return null;
  const failed = state.items.some(({ step }) => step === 'failed');
  return (
    <Alert
      severity={failed ? 'warning' : 'info'}
      sx={{ mb: 2 }}
      action={
        <Button component={Link} to={to} color="inherit" size="small">
          {translate('officina.documents.open_upload')}
        </Button>
      }
    >
      {translate(failed ? 'officina.documents.some_failed' : 'officina.documents.under_way', {
        done: state.items.length - pending,
        total: state.items.length,
      })}
    </Alert>
  );
}
