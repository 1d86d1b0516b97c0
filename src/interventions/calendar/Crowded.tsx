/** A period with more interventions than the calendar draws: their number per day, and the rows of one day. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { ListFailure } from '../../../resources/list/ListFailure.tsx';
import type { Entity } from '../../../schemas/entity.ts';
import { rangeOf } from '../../../schemas/ranges.ts';
import type { Place } from './calendar-address.ts';
import { DayTable } from './DayTable.tsx';
import type { EventRowsProps } from './EventRow.tsx';
import { DayList } from './PhoneCalendar.tsx';
import type { useJobs } from './usePlannedWork.ts';

interface CrowdedProps {
  place: Place;
  today: string;
  counts: Map<string, number>;
  onDay(day: string): void;
  /** The chosen day, displayed below the table. */
  children: ReactNode;
}

export function Crowded({ place, today, counts, onDay, children }: CrowdedProps) {
  const translate = useTranslate();
  const { view, day } = place;
  return (
    <Box>
      {view !== 'day' && (
        <>
          <Typography role="status" variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {translate('officina.calendar.crowded')}
          </Typography>
          <DayTable
            view={view}
            day={day}
            chosen={children ? day : undefined}
            today={today}
            counts={counts}
            onDay={onDay}
          />
        </>
      )}
      {children}
    </Box>
  );
}

interface CrowdedDayProps extends EventRowsProps {
  entity: Entity;
  place: Place;
  /** The day whose rows are loaded; undefined if the period is a single day. */
  day: string | undefined;
  work: ReturnType<typeof useJobs>;
}

export function CrowdedDay({ entity, place, day, work, ...rows }: CrowdedDayProps) {
  if (day === undefined || work.data?.counts)
    return <DayInList entity={entity} place={place} day={day ?? place.day} />;
  if (work.error && !work.data) return <ListFailure error={work.error} onRetry={work.refetch} />;
  if (!work.data || work.isPlaceholderData) return <CircularProgress />;
  return <DayList day={day} {...rows} />;
}

/** Links to the list, for a day that also has too many interventions to draw. */
function DayInList({ entity, place, day }: Pick<CrowdedDayProps, 'entity' | 'place'> & { day: string }) {
  const translate = useTranslate();
  const { from, to } = rangeOf('data');
  const filter = JSON.stringify({ ...place.filter, [from]: day, [to]: day });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Typography role="status" variant="body2" color="textSecondary">
        {translate('officina.calendar.crowded_day')}
      </Typography>
      <Button component={Link} to={`${entity.routes.list}?filter=${encodeURIComponent(filter)}`}>
        {translate('officina.calendar.in_list')}
      </Button>
    </Box>
  );
}
