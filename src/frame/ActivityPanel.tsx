import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { IMPORT, STEPS } from '../../dataProvider/imports.ts';
import type { Job } from '../../dataProvider/jobs.ts';
import { useJobs } from '../../resources/jobs/useJobs.ts';
import { watch } from '../../resources/jobs/watch.ts';
import { ActivityRow } from './ActivityRow.tsx';
import { BarPanel } from './BarPanel.tsx';

/** The number of jobs in the list. */
const MAX_JOBS = 20;

const isOnlyRead = ({ tipo, fase }: Job): boolean => tipo === IMPORT && fase === STEPS.read;

/** Leaves out imports that were only read, if a newer file was uploaded for the same list. */
const relevantJobs = (jobs: Job[]): Job[] =>
  jobs
    .filter(
      (job, index) =>
        !isOnlyRead(job) ||
        !jobs.slice(0, index).some(({ tipo, risorsa }) => tipo === job.tipo && risorsa === job.risorsa),
    )
    .slice(0, MAX_JOBS);

/** The user's background jobs: running ones, and the results of the others. */
export default function ActivityPanel({ anchor, onClose }: { anchor: Element | null; onClose: () => void }) {
  const translate = useTranslate();
  const { jobs, news } = useJobs();
  useEffect(() => {
    // The user sees the jobs in the open panel, so they are no longer new.
    if (news.length > 0) watch.seen(news);
  }, [news]);
  return (
    <BarPanel title={translate('officina.jobs.title')} anchor={anchor} onClose={onClose}>
      {jobs.length === 0 && (
        <div className="activity-none">
          <p>{translate('officina.jobs.empty')}</p>
          <p>{translate('officina.jobs.empty_hint')}</p>
        </div>
      )}
      <ul>
        {relevantJobs(jobs).map((job) => (
          <ActivityRow key={job.id} job={job} onLeave={onClose} />
        ))}
      </ul>
    </BarPanel>
  );
}
