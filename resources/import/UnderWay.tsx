/** The progress of a running step, which continues without this page. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { JobProgress } from '../jobs/JobProgress.tsx';
import { useStop } from '../jobs/useStop.ts';
import { useImportPlace } from './import-address.ts';
import type { Import } from './useImport.ts';

export function UnderWay({ current: { job, file } }: { current: Import }) {
  const translate = useTranslate();
  const { close } = useImportPlace();
  const { stop, stopping } = useStop(job);
  const title = translate(`officina.import.doing_${job.fase}`);
  return (
    <>
      <DialogContent sx={{ px: { xs: 2, sm: 3 }, pt: 1 }}>
        <Box sx={{ py: { xs: 2, sm: 4 }, display: 'grid', gap: 2 }}>
          <Box>
            <Typography component="p" variant="h6" role="status">
              {title}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {file.nome_file}
            </Typography>
          </Box>
          <JobProgress job={job} label={title} />
          <Alert severity="info">{translate('officina.import.leave')}</Alert>
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: { xs: 2, sm: 3 } }}>
        <Button onClick={stop} disabled={stopping} color="error">
          {translate('officina.jobs.stop')}
        </Button>
        <Button variant="contained" onClick={close} autoFocus>
          {translate('officina.close')}
        </Button>
      </DialogActions>
    </>
  );
}
