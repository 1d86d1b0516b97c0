/** The phone calendar: a small month with the load of each day, and lists of days below. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../../resources/context/application.tsx';
import { daysFrom, spanOf, type View, weekOf } from './calendar-days.ts';
import { type CalendarEvent, eventsOn } from './calendar-events.ts';
import { DayLink } from './DayHeader.tsx';
import { dayName, weekdayName } from './day-names.ts';
import { EventRows, type EventRowsProps } from './EventRow.tsx';

interface PhoneCalendarProps extends EventRowsProps {
  view: View;
  day: string;
  today: string;
  onTurn(day: string): void;
}

export function PhoneCalendar({ view, day, today, onTurn, ...rows }: PhoneCalendarProps) {
  const days = view === 'week' || view === 'technicians' ? weekOf(day) : [day];
  return (
    <Box>
      {view === 'month' && <MonthTable day={day} today={today} events={rows.events} onTurn={onTurn} />}
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
      <Typography component="h2" variant="subtitle2" sx={{ textTransform: 'capitalize', mb: 0.5 }}>
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

type MonthTableProps = Pick<PhoneCalendarProps, 'day' | 'today' | 'events' | 'onTurn'>;

function countsOf(events: CalendarEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { hours } of events) for (const day of hours.keys()) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}

function MonthTable({ day, today, events, onTurn }: MonthTableProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const counts = useMemo(() => countsOf(events), [events]);
  const { from, to } = spanOf('month', day);
  const weeks = Array.from({ length: 6 }, (_, index) => daysFrom(from, 42).slice(index * 7, index * 7 + 7));
  return (
    <Box component="table" sx={{ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse', mb: 2 }}>
      <thead>
        <tr>
          {weekOf(day).map((one) => (
            <Box
              component="th"
              key={one}
              scope="col"
              abbr={weekdayName(one, language)}
              sx={{ p: 0, fontSize: 12, color: 'text.secondary' }}
            >
              {weekdayName(one, language).slice(0, 2)}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks
          .filter(([monday]) => monday! <= to)
          .map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <Box component="td" key={one} sx={{ p: '1px' }}>
                  <DayButton
                    day={one}
                    count={counts.get(one) ?? 0}
                    name={`${dayName(one, language)}: ${translate('officina.calendar.count', { smart_count: counts.get(one) ?? 0 })}`}
                    isChosen={one === day}
                    isToday={one === today}
                    isOutside={one.slice(0, 7) !== day.slice(0, 7)}
                    onTurn={onTurn}
                  />
                </Box>
              ))}
            </tr>
          ))}
      </tbody>
    </Box>
  );
}

interface DayButtonProps {
  day: string;
  count: number;
  name: string;
  isChosen: boolean;
  isToday: boolean;
  isOutside: boolean;
  onTurn(day: string): void;
}

const DayButton = ({ day, count, name, isChosen, isToday, isOutside, onTurn }: DayButtonProps) => (
  <ButtonBase
    aria-pressed={isChosen}
    aria-current={isToday ? 'date' : undefined}
    onClick={() => onTurn(day)}
    sx={{
      width: '100%',
      minHeight: 48,
      flexDirection: 'column',
      borderRadius: 1,
      border: '1px solid',
      borderColor: isToday ? 'primary.main' : 'transparent',
      bgcolor: isChosen ? 'primary.main' : undefined,
      color: isChosen ? 'primary.contrastText' : isOutside ? 'text.secondary' : 'text.primary',
      fontVariantNumeric: 'tabular-nums',
    }}
  >
    <span style={visuallyHidden}>{name}</span>
    <span aria-hidden>{Number(day.slice(8))}</span>
    <Box component="span" aria-hidden sx={{ fontSize: 12, fontWeight: 600, minHeight: 16 }}>
      {count > 0 ? count : ''}
    </Box>
  </ButtonBase>
);
