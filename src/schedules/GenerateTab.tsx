/** Generates the interventions of a period: preview on a calendar, generation, progress. */

import GenerateIcon from '@mui/icons-material/AutoModeOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { jobOf } from '../../dataProvider/jobs.ts';
import { useAct } from '../../resources/acts/useAct.tsx';
import { useApplication } from '../../resources/context/application.tsx';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { useSay } from '../../resources/feedback/toasts.ts';
import { AT_FOOT } from '../../resources/form/SaveBar.tsx';
import { formatDate } from '../../resources/format/format.ts';
import { watch } from '../../resources/jobs/watch.ts';
import DateInput from '../../resources/widgets/Dates.tsx';
import type { RowOf } from '../../schemas/types.ts';
import { Calendar } from './calendar/Calendar.tsx';
import { GENERATE_FORM } from './generate-form.ts';
import { usePeriod } from './period-input.ts';
import { type Generated, type Period, type Preview, useFirstDay } from './schedule-calls.ts';
import { UnderWay, useGeneration } from './UnderWay.tsx';

export default function GenerateTab({ schedule }: { schedule: RowOf<'manutenzione/schedulazione'> }) {
  const id = schedule.id;
  const generation = useGeneration(id);
  const firstDay = useFirstDay(id);
  if (generation.job) return <UnderWay job={generation.job} />;
  if (firstDay === undefined) return <Loading height={240} />;
  return <PeriodForm schedule={schedule} firstDay={firstDay} onBackground={generation.follow} />;
}

interface PeriodFormProps {
  schedule: RowOf<'manutenzione/schedulazione'>;
  /** The first date of the schedule's maintenances. */
  firstDay: string | null;
  onBackground(job: number): void;
}

function PeriodForm({ schedule, firstDay, onBackground }: PeriodFormProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const id = schedule.id;
  const { make, busy, refused } = useMake(id, onBackground);
  const { period, previewed, isSound, preview, waits, complaints, type, complain } = usePeriod(
    schedule,
    firstDay,
    {
      busy,
      refused,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSound) complain();
    else if (!busy) void make(period);
  };
  return (
    <Paper
      component="form"
      id={GENERATE_FORM}
      noValidate
      variant="outlined"
      onSubmit={submit}
      sx={{ p: { xs: 1.5, md: 2 } }}
    >
      <LastPeriod schedule={schedule} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '240px 240px' }, mb: 2 }}>
        {(['start', 'end'] as const).map((side) => (
          <DateInput
            key={side}
            id={`period-${side}`}
            label={translate(`officina.schedule.period_${side}`)}
            value={period[side]}
            onChange={(day) => type({ ...period, [side]: day })}
            required
            error={complaints[side] !== undefined}
            help={complaints[side]}
          />
        ))}
      </Box>
      {complaints.message && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {complaints.message}
        </Alert>
      )}
      {waits && <Loading height={240} />}
      {preview && <PreviewOf preview={preview} from={previewed.start!} to={previewed.end!} />}
      {narrow && (
        <Box className="page-foot" sx={{ ...AT_FOOT, py: 1.5 }}>
          <Button type="submit" variant="contained" fullWidth loading={busy} startIcon={<GenerateIcon />}>
            {translate('officina.schedule.generate')}
          </Button>
        </Box>
      )}
    </Paper>
  );
}

/** Returns a function that sends the generation. A long one continues in the background. */
function useMake(id: number, onBackground: (job: number) => void) {
  const translate = useTranslate();
  const say = useSay();
  const { ask } = useAct(useApplication().act('generate'));
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const generate = async ({ start, end }: Period) => {
    setBusy(true);
    setRefused(undefined);
    const body = { id, data_generazione_start: start, data_generazione_end: end };
    const outcome = await ask<Generated>(id, body);
    if ('refused' in outcome) setRefused(outcome.error);
    if ('done' in outcome) {
      const { numero_interventi_generati: count, id_lavoro: job, anomalie } = outcome.data;
      if (job === null) {
        const summary = translate('officina.schedule.generated', { count });
        say(`${outcome.description} ${summary}`, anomalie > 0 ? 'warning' : 'success');
      } else {
        // The activities list displays the job, even if it cannot be loaded now.
        onBackground(job);
        await jobOf(job).then(
          (one) => watch.add(one),
          () => undefined,
        );
      }
      // The data of the page comes first, so that the next proposed period starts after this one.
      await outcome.read;
    }
    setBusy(false);
  };
  return { make: generate, busy, refused };
}

function LastPeriod({ schedule }: { schedule: RowOf<'manutenzione/schedulazione'> }) {
  const translate = useTranslate();
  const { data_generazione_start: start, data_generazione_end: end } = schedule;
  return (
    <Typography color="textSecondary" sx={{ mb: 2 }}>
      {start && end
        ? translate('officina.schedule.last_period', {
            from: formatDate(String(start)),
            to: formatDate(String(end)),
          })
        : translate('officina.schedule.no_period')}
    </Typography>
  );
}

function PreviewOf({ preview, from, to }: { preview: Preview; from: string; to: string }) {
  const translate = useTranslate();
  const { count, planned, faults, maintenances } = preview;
  const existing = planned.length - count;
  return (
    <Box component="section" aria-label={translate('officina.schedule.preview')}>
      <Box role="status">
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1.5 }}>
          {maintenances === 0
            ? translate('officina.schedule.no_maintenances')
            : [
                count > 0
                  ? translate('officina.schedule.count_new', { smart_count: count })
                  : translate('officina.schedule.nothing_new'),
                existing > 0 && translate('officina.schedule.count_there', { smart_count: existing }),
              ]
                .filter(Boolean)
                .join(', ')}
        </Typography>
      </Box>
      {faults.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('officina.schedule.left_out')}
          {faults.map(({ asset, reason }) => (
            <div key={asset}>
              {asset}: {reason}
            </div>
          ))}
        </Alert>
      )}
      {planned.length > 0 && <Calendar planned={planned} from={from} to={to} />}
    </Box>
  );
}
