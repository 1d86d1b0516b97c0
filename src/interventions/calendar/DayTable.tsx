/** A table of days with the number of interventions on each: the month of a phone, and periods with too many to draw. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../../resources/context/application.tsx';
import { formatCount } from '../../../resources/format/format.ts';
import { daysFrom, spanOf, type View, weekOf } from './calendar-days.ts';
import { dayName, weekdayName } from './day-names.ts';

interface DayTableProps {
  view: View;
  /** A day of the period. */
  day: string;
  chosen?: string;
  today: string;
  counts: Map<string, number>;
  onDay(day: string): void;
}

function weeksOf(view: View, day: string): string[][] {
  if (view !== 'month') return [weekOf(day)];
  const { from, to } = spanOf(view, day);
  return [0, 7, 14, 21, 28, 35]
    .map((index) => daysFrom(from, 42).slice(index, index + 7))
    .filter(([monday]) => monday! <= to);
}

export function DayTable({ view, day, chosen, today, counts, onDay }: DayTableProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const weeks = weeksOf(view, day);
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
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <Box component="td" key={one} sx={{ p: '1px' }}>
                <DayButton
                  day={one}
                  text={counts.has(one) ? formatCount(counts.get(one)!, language) : ''}
                  name={`${dayName(one, language)}: ${translate('officina.calendar.count', { smart_count: counts.get(one) ?? 0 })}`}
                  isChosen={one === chosen}
                  isToday={one === today}
                  isOutside={view === 'month' && one.slice(0, 7) !== day.slice(0, 7)}
                  onDay={onDay}
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
  text: string;
  name: string;
  isChosen: boolean;
  isToday: boolean;
  isOutside: boolean;
  onDay(day: string): void;
}

const DayButton = ({ day, text, name, isChosen, isToday, isOutside, onDay }: DayButtonProps) => (
  <ButtonBase
    aria-pressed={isChosen}
    aria-current={isToday ? 'date' : undefined}
    onClick={() => onDay(day)}
    sx={{
      width: '100%',
      minHeight: { xs: 48, md: 84 },
      flexDirection: 'column',
      borderRadius: 1,
      border: '1px solid',
      borderColor: isToday ? 'primary.main' : { xs: 'transparent', md: 'divider' },
      bgcolor: isChosen ? 'primary.main' : undefined,
      color: isChosen ? 'primary.contrastText' : isOutside ? 'text.secondary' : 'text.primary',
      fontFamily: 'inherit',
      fontVariantNumeric: 'tabular-nums',
    }}
  >
    <span style={visuallyHidden}>{name}</span>
    <span aria-hidden>{Number(day.slice(8))}</span>
    <Box component="span" aria-hidden sx={{ fontSize: { xs: 12, md: 18 }, fontWeight: 600, minHeight: 16 }}>
      {text}
    </Box>
  </ButtonBase>
);
