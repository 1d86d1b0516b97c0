import CloseIcon from '@mui/icons-material/Close';
import Popover from '@mui/material/Popover';
import { useEffect } from 'react';
import { IMPORT, STEPS } from '../../dataProvider/imports.ts';
import type { Job } from '../../dataProvider/jobs.ts';
import { useJobs } from '../../resources/jobs/useJobs.ts';
import { watch } from '../../resources/jobs/watch.ts';
import { useWords } from '../words/Words.tsx';
import { ActivityRow } from './ActivityRow.tsx';

/** As many as one remembers; older results are found no more often. */
const SHOWN = 20;

const isOnlyRead = ({ tipo, fase }: Job): boolean => tipo === IMPORT && fase === STEPS.read;

/** A file that was only read is of no use once another was brought for the same list. */
const worthShowing = (jobs: Job[]): Job[] =>
  jobs
    .filter(
      (job, index) =>
        !isOnlyRead(job) ||
        !jobs.slice(0, index).some(({ tipo, risorsa }) => tipo === job.tipo && risorsa === job.risorsa),
    )
    .slice(0, SHOWN);

/** The person's work in the background: what is being done, and what came of the rest. */
export default function ActivityPanel({ anchor, onClose }: { anchor: Element | null; onClose: () => void }) {
  const { t } = useWords();
  const { jobs, news } = useJobs();
  useEffect(() => {
    // What stands before the person is no news.
    if (news.length > 0) watch.seen(news);
  }, [news]);
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('officina.jobs.title'), sx: { mt: 0.75 } } }}
    >
      <div className="activity">
        <div className="activity-head">
          <h2>{t('officina.jobs.title')}</h2>
          <button type="button" className="bar-icon" aria-label={t('officina.close')} onClick={onClose}>
            <CloseIcon fontSize="small" />
          </button>
        </div>
        {jobs.length === 0 && (
          <div className="activity-none">
            <p>{t('officina.jobs.empty')}</p>
            <p>{t('officina.jobs.empty_hint')}</p>
          </div>
        )}
        <ul>
          {worthShowing(jobs).map((job) => (
            <ActivityRow key={job.id} job={job} onLeave={onClose} />
          ))}
        </ul>
      </div>
    </Popover>
  );
}
