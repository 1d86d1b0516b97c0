import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import type { Job } from '../../dataProvider/jobs.ts';
import { useResult } from '../jobs/useResult.ts';

/** Saves the rows as sent, with the result of each. */
export function ResultButton({ job }: { job: Job }) {
  const translate = useTranslate();
  const { save, saving } = useResult(job);
  if (!job.file) return null;
  return (
    <Button startIcon={<DownloadIcon />} disabled={saving} aria-busy={saving} onClick={save}>
      {translate('officina.import.result')}
    </Button>
  );
}
