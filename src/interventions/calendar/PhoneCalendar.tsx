/** The phone calendar: a small month with the load of each day, and lists of days below. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../../resources/context/application.tsx';
import { type View, weekOf } from './calendar-days.ts';
import { countsByDay, eventsOn } from './calendar-events.ts';
import { DayLink } from './DayHeader.tsx';
import { DayTable } from './DayTable.tsx';
import { dayName } from './day-names.ts';
import { EventRows, type EventRowsProps } from './EventRow.tsx';

interface PhoneCalendarProps extends EventRowsProps {
  view: View;
  day: string;
  today: string;
  onTurn(day: string): void;
}

export function PhoneCalendar({ view, day, today, onTurn, ...rows }: PhoneCalendarProps) {
  const { events } = rows;
  const counts = useMemo(() => countsByDay(events), [events]);
  const days = view === 'week' || view === 'technicians' ? weekOf(day) : [day];
  return (
    <Box>
      {view === 'month' && (
        <DayTable view={view} day={day} chosen={day} today={today} counts={counts} onDay={onTurn} />
      )}
      {days.map((one) => (
        <DayList key={one} day={one} {...rows} />
      ))}
    </Box>
  );
}

export function DayList({ day, events, ...rest }: { day: string } & EventRowsProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const its = useMemo(() => eventsOn(events, day), [events, day]);
  const name = dayName(day, language);
  return (
    <Box component="section" aria-label={name} sx={{ mb: 2 }}>
      <Typography component="h2" variant="subtitle2" sx={{ mb: 0.5 }}>
        <DayLink day={day} text={name} />
      </Typography>
      {its.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {translate('officina.calendar.free')}
        </Typography>
      )}
      <EventRows events={its} {...rest} />
    </Box>
  );
}
