import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { startBackup } from '../../dataProvider/jobs.ts';
import { useApplication } from '../../resources/context/application.tsx';
import { useSayWhy } from '../../resources/feedback/toasts.ts';
import { JobProgress } from '../../resources/jobs/JobProgress.tsx';
import { useLiveJob } from '../../resources/jobs/useJobs.ts';
import { useStop } from '../../resources/jobs/useStop.ts';
import { watch } from '../../resources/jobs/watch.ts';
import { SUPER_ADMIN } from '../frame/screens.ts';

/** Exports the data of the plant as one file, for a copy elsewhere or a move to another system. */
export function Company() {
  const { may } = useApplication();
  return may(SUPER_ADMIN) ? <Export /> : null;
}

function Export() {
  const translate = useTranslate();
  const sayWhy = useSayWhy();
  const [confirming, setAsking] = useState(false);
  const job = useLiveJob(({ tipo }) => tipo === 'backup');
  const start = async () => {
    setAsking(true);
    await startBackup().then((begun) => watch.add(begun), sayWhy);
    setAsking(false);
  };
  return (
    <section className="card">
      <h2>{translate('officina.info.company')}</h2>
      <p className="card-lead">{translate('officina.info.companyLead')}</p>
      {job ? (
        <>
          <JobProgress job={job} label={translate('officina.jobs.kind.backup')} />
          <Stop id={job.id} />
        </>
      ) : (
        <Button variant="outlined" onClick={start} disabled={confirming}>
          {translate('officina.info.companyExport')}
        </Button>
      )}
    </section>
  );
}

function Stop({ id }: { id: number }) {
  const translate = useTranslate();
  const { stopping, stop } = useStop({ id });
  return (
    <Button onClick={stop} disabled={stopping}>
      {translate('officina.jobs.stop')}
    </Button>
  );
}
