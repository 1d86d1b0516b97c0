/** Planned dates as a grid of months, or as a list on a phone. Existing interventions look different. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNarrow } from '../../../resources/context/useNarrow.ts';
import { DayList } from './DayList.tsx';
import { MonthTable, Swatch } from './MonthTable.tsx';
import { type Day, monthsOf, type Planned } from './planned-days.ts';

interface CalendarProps {
  planned: Planned[];
  from: string;
  to: string;
  /** Translation key for interventions that do not exist yet. */
  coming?: string;
}

/** The number of months above which the calendar is not drawn. */
const MONTHS = 60;

export function Calendar({ planned, from, to, coming = 'officina.schedule.to_make' }: CalendarProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const [opened, open] = useState<string>();
  const allMonths = useMemo(() => monthsOf(planned, from, to), [planned, from, to]);
  const months = allMonths.slice(0, MONTHS);
  const day = months.flatMap(({ days }) => days).find((one) => one.day === opened);
  return (
    <Box>
      {narrow ? (
        <DayList months={months} />
      ) : (
        <>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: 'repeat(auto-fill, minmax(224px, 1fr))',
              mb: 2,
            }}
          >
            {months.map((month) => (
              <MonthTable key={month.month} month={month} opened={opened} onOpen={open} />
            ))}
          </Box>
          <OpenedDay day={day} />
        </>
      )}
      {allMonths.length > MONTHS && (
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          {translate('officina.schedule.more_months', { smart_count: allMonths.length - MONTHS })}
        </Typography>
      )}
      <Legend planned={planned} coming={coming} />
    </Box>
  );
}

/** Lists the interventions planned on the selected day. */
function OpenedDay({ day }: { day: Day | undefined }) {
  const translate = useTranslate();
  return (
    <Box role="status" sx={{ minHeight: 24, mb: 1 }}>
      {day ? (
        <DayList months={[{ month: day.day.slice(0, 7), days: [day] }]} headed={false} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {translate('officina.schedule.choose_day')}
        </Typography>
      )}
    </Box>
  );
}

function Legend({ planned, coming }: { planned: Planned[]; coming: string }) {
  const translate = useTranslate();
  const rows = [
    { exists: false, text: coming },
    { exists: true, text: 'officina.schedule.there' },
  ].filter(({ exists }) => planned.some((one) => one.exists === exists));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {rows.map(({ exists, text }) => (
        <Typography
          key={text}
          variant="body2"
          color="textSecondary"
          sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
        >
          <Swatch exists={exists} />
          {translate(text)}
        </Typography>
      ))}
    </Box>
  );
}
