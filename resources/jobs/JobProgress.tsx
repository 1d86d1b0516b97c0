/** The progress of a job: a bar with numbers below it. */
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { Job } from '../../dataProvider/jobs.ts';
import { useLanguage } from '../context/application.tsx';
import { formatCount } from '../format/format.ts';

/** Returns the progress from 0 to 100; undefined if the total is unknown. */
export const percentOf = ({ stato, fatto, totale }: Job): number | undefined =>
  stato === 'attesa' || !totale ? undefined : Math.min(100, Math.floor((fatto / totale) * 100));

function figuresKey({ stato, fatto, totale }: Job): string {
  if (stato === 'attesa') return 'officina.jobs.waiting';
  if (totale !== null) return 'officina.jobs.rows_of';
  return fatto === 0 ? 'officina.jobs.preparing' : 'officina.jobs.rows';
}

export function JobProgress({ job, label }: { job: Job; label: string }) {
  const translate = useTranslate();
  const language = useLanguage();
  const percent = percentOf(job);
  const key = figuresKey(job);
  const count = { done: formatCount(job.fatto, language), total: formatCount(job.totale ?? 0, language) };
  // The figures count rows, unless there is a text for this kind of job.
  const figures = translate(`${key}_${job.tipo}`, { ...count, _: translate(key, count) });
  return (
    <Box>
      <LinearProgress
        variant={percent === undefined ? 'indeterminate' : 'determinate'}
        value={percent}
        aria-label={label}
        aria-valuetext={figures}
        sx={{ height: 6, borderRadius: 3 }}
      />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, mt: 0.5 }}>
        <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {figures}
        </Typography>
        {percent !== undefined && (
          <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {percent}%
          </Typography>
        )}
      </Box>
    </Box>
  );
}
