/** The files of an upload, and the actions on each: cancel, retry, delete. */
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { Owner } from '../../dataProvider/documents.ts';
import { useSay } from '../feedback/toasts.ts';
import { UploadList } from './UploadList.tsx';
import type { JobState, UploadJob } from './upload-job.ts';
import { useDeleteDocument } from './useDeleteDocument.tsx';

interface UploadFilesProps {
  owner: Owner;
  job: UploadJob;
  state: JobState;
}

export function UploadFiles({ owner, job, state: { items, saving } }: UploadFilesProps) {
  const translate = useTranslate();
  const say = useSay();
  const deletion = useDeleteDocument(owner, async ({ id }) => {
    const item = items.find(({ document }) => document?.id === id);
    if (item) await job.remove(item.key);
  });
  return (
    <>
      <UploadList
        items={items}
        onCancel={({ key, step }) => {
          job.cancel(key);
          if (step !== 'failed') say('officina.upload.cancelled', 'info');
        }}
        onRetry={({ key }) => job.retry(key)}
        onRemove={({ document }) => document && deletion.ask(document)}
      />
      {saving && job.isBusy && (
        <Typography role="status" color="textSecondary" variant="body2" sx={{ mb: 1 }}>
          {translate('officina.documents.saves_when_done')}
        </Typography>
      )}
      {deletion.dialog}
    </>
  );
}
