import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import CircularProgress from '@mui/material/CircularProgress';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { isLive } from '../../dataProvider/jobs.ts';
import { useReportImport } from '../../resources/import/useReportImport.ts';
import { percentOf } from '../../resources/jobs/JobProgress.tsx';
import { useEndings, useJobs } from '../../resources/jobs/useJobs.ts';
import { useReportDone } from '../../resources/jobs/useReportDone.ts';
import { useReportExport } from '../../resources/jobs/useReportExport.ts';
import { BarMark } from './BarMark.tsx';
import './activity.css';

/** Handles the end of each kind of job. */
export function Endings() {
  const importazione = useReportImport();
  const esportazione = useReportExport();
  const generazione = useReportDone();
  useEndings(
    useMemo(
      () => ({ importazione, esportazione, generazione, backup: esportazione }),
      [importazione, esportazione, generazione],
    ),
  );
  return null;
}

/** A mark in the bar while the user has running jobs, or results they have not opened yet. */
export function ActivityMark({ open, onOpen }: { open: boolean; onOpen: () => void }) {
  const translate = useTranslate();
  const { jobs, news } = useJobs();
  const live = jobs.filter(isLive).length;
  const running = jobs.find(({ stato }) => stato === 'in_corso');
  const percent = running && percentOf(running);
  if (live + news.length === 0) return null;
  const name = translate(live > 0 ? 'officina.jobs.mark_live' : 'officina.jobs.mark_news', {
    count: live > 0 ? live : news.length,
  });
  return (
    <BarMark
      name={name}
      className="activity-mark"
      open={open}
      onOpen={onOpen}
      badgeContent={live + news.length}
    >
      {live > 0 ? (
        <CircularProgress
          size={22}
          thickness={5}
          enableTrackSlot
          variant={percent === undefined ? 'indeterminate' : 'determinate'}
          value={percent}
          aria-hidden
        />
      ) : (
        <DoneIcon aria-hidden />
      )}
    </BarMark>
  );
}
