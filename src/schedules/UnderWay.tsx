/** A generation in the background. Users can leave the page and find it again here or among the activities. */
import GenerateIcon from '@mui/icons-material/AutoModeOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { isLive, type Job } from '../../dataProvider/jobs.ts';
import { useSay } from '../../resources/feedback/toasts.ts';
import { SubmitAbove } from '../../resources/form/SaveBar.tsx';
import { JobProgress } from '../../resources/jobs/JobProgress.tsx';
import { useFollowed, useJobs } from '../../resources/jobs/useJobs.ts';
import { useStop } from '../../resources/jobs/useStop.ts';
import { GENERATE_FORM } from './generate-form.ts';
import { SCHEDULES, useReread } from './schedule-calls.ts';

const useRemembered = (schedule: number) =>
  useStore<number | undefined>(`${SCHEDULES}.${schedule}.generation`);

interface Generation {
  /** The job, while it is running. */
  job: Job | undefined;
  follow(job: number): void;
}

/** Follows the generation of a schedule and reports its end. It is used once per page. */
export function useGeneration(schedule: number): Generation {
  const say = useSay();
  const reread = useReread();
  const [id, remember] = useRemembered(schedule);
  const job = useFollowed(id);
  const live = job !== undefined && isLive(job);
  useEffect(() => {
    if (!job || live) return;
    remember(undefined);
    say(job.messaggio ?? '', job.stato === 'fatto' ? 'success' : 'warning');
    void reread();
  }, [job, live, remember, say, reread]);
  return { job: live ? job : undefined, follow: remember };
}

/** The submit button in the header. It is hidden while a generation is running. */
export function GenerateButton({ schedule }: { schedule: number }) {
  const translate = useTranslate();
  const [id] = useRemembered(schedule);
  const { jobs } = useJobs();
  if (jobs.some((job) => job.id === id && isLive(job))) return null;
  return (
    <SubmitAbove
      form={GENERATE_FORM}
      label={translate('officina.schedule.generate')}
      startIcon={<GenerateIcon />}
    />
  );
}

export function UnderWay({ job }: { job: Job }) {
  const translate = useTranslate();
  const { stop, stopping } = useStop(job);
  const title = translate('officina.schedule.under_way');
  return (
    <Paper variant="outlined" sx={{ p: 2, display: 'grid', gap: 2 }}>
      <Typography component="h2" variant="h6">
        {title}
      </Typography>
      <JobProgress job={job} label={title} />
      <Alert severity="info">{translate('officina.schedule.leave')}</Alert>
      <Box>
        <Button color="error" disabled={stopping} onClick={stop}>
          {translate('officina.jobs.stop')}
        </Button>
      </Box>
    </Paper>
  );
}
