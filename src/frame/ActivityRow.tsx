import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlined';
import WaitingIcon from '@mui/icons-material/HourglassEmpty';
import StoppedIcon from '@mui/icons-material/PauseCircleOutlined';
import RunningIcon from '@mui/icons-material/Sync';
import Button from '@mui/material/Button';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import { IMPORT, STEPS } from '../../dataProvider/imports.ts';
import { isLive, type Job } from '../../dataProvider/jobs.ts';
import { useApplication, useLanguage, usePlantZone } from '../../resources/context/application.tsx';
import { formatInstant } from '../../resources/format/format.ts';
import { useOpenImport } from '../../resources/import/import-address.ts';
import { JobProgress } from '../../resources/jobs/JobProgress.tsx';
import { useResult } from '../../resources/jobs/useResult.ts';
import { useStop } from '../../resources/jobs/useStop.ts';
import type { JobState } from '../../schemas/job.ts';

const MARKS: Record<JobState, ComponentType<SvgIconProps>> = {
  attesa: WaitingIcon,
  in_corso: RunningIcon,
  fatto: DoneIcon,
  errore: FailedIcon,
  interrotto: StoppedIcon,
  annullato: StoppedIcon,
};

const COLOURS: Partial<Record<JobState, SvgIconProps['color']>> = {
  fatto: 'success',
  errore: 'error',
  interrotto: 'warning',
};

/** Returns a title for the job: 'Import: Oggetti'. */
function useTitle({ tipo, fase, risorsa }: Job): string {
  const translate = useTranslate();
  const language = useLanguage();
  const name = useApplication().byResource.get(risorsa)?.titles[language] ?? risorsa;
  const key = `officina.jobs.kind.${fase ? `${tipo}_${fase}` : tipo}`;
  const title = translate(key, { name });
  // A kind without a translation.
  return title === key ? translate('officina.jobs.kind.other', { name }) : title;
}

/** Returns whether the job is an import that was read or checked, but not run yet. */
const isUnfinished = ({ tipo, fase, stato }: Job): boolean =>
  tipo === IMPORT && stato === 'fatto' && (fase === STEPS.read || fase === STEPS.dryRun);

export function ActivityRow({ job, onLeave }: { job: Job; onLeave: () => void }) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const title = useTitle(job);
  const live = isLive(job);
  const Mark = isUnfinished(job) ? WaitingIcon : MARKS[job.stato];
  const colour = isUnfinished(job) ? undefined : COLOURS[job.stato];
  return (
    <li className="activity-row">
      <Mark fontSize="small" color={colour} aria-hidden />
      <div className="activity-body">
        <p className="activity-title">{title}</p>
        {live && <JobProgress job={job} label={title} />}
        {!live && (
          <p className="activity-text">{job.messaggio ?? translate(`officina.jobs.state.${job.stato}`)}</p>
        )}
        <div className="activity-foot">
          <span>{formatInstant(job.finito ?? job.creato, zone)}</span>
          <Acts job={job} title={title} onLeave={onLeave} />
        </div>
      </div>
    </li>
  );
}

function Acts({ job, title, onLeave }: { job: Job; title: string; onLeave: () => void }) {
  const translate = useTranslate();
  const { may, byResource } = useApplication();
  const openImport = useOpenImport();
  const { stop, stopping } = useStop(job);
  const { save, saving } = useResult(job);
  const entity = byResource.get(job.risorsa);
  const opens = job.tipo === IMPORT && entity?.routes.list && may(entity.access.write);
  const labelled = (key: string) => ({
    'aria-label': `${translate(key)}: ${title}`,
    children: translate(key),
  });
  return (
    <span className="activity-acts">
      {isLive(job) && (
        <Button
          size="small"
          color="error"
          disabled={stopping}
          onClick={stop}
          {...labelled('officina.jobs.stop')}
        />
      )}
      {!isLive(job) && job.file && (
        <Button size="small" disabled={saving} onClick={save} {...labelled('officina.jobs.download')} />
      )}
      {opens && (
        <Button
          size="small"
          onClick={() => {
            onLeave();
            openImport(job);
          }}
          {...labelled(isUnfinished(job) ? 'officina.jobs.go_on' : 'officina.jobs.open')}
        />
      )}
    </span>
  );
}
