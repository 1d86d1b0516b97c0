/** A month with the number of planned interventions per day. Days whose interventions exist look different. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../../resources/context/application.tsx';
import { formatDate } from '../../../resources/format/format.ts';
import { DAY_MS } from '../../../schemas/durations.ts';
import { type Language, LOCALES } from '../../../schemas/entity.ts';
import { countNew, type Day, type Month, weeksOf } from './planned-days.ts';

export const monthName = (month: string, language: Language): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(LOCALES[language], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** A Monday. Weeks start on Monday in all languages, as in the calendar of interventions. */
const MONDAY = Date.UTC(2023, 0, 2);

function weekdays(language: Language): { short: string; long: string }[] {
  const name = (day: number, weekday: 'short' | 'long'): string =>
    new Date(MONDAY + day * DAY_MS).toLocaleDateString(LOCALES[language], { weekday, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => ({
    short: name(day, 'short').slice(0, 2),
    long: name(day, 'long'),
  }));
}

const MADE = { border: '1px dashed', borderColor: 'text.secondary', color: 'text.primary' };
const TO_MAKE = {
  border: '1px solid',
  borderColor: 'primary.main',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
};

const looks = (exists: boolean) => (exists ? MADE : TO_MAKE);

export const Swatch = ({ exists }: { exists: boolean }) => (
  <Box component="span" aria-hidden sx={{ width: 16, height: 16, borderRadius: 1, ...looks(exists) }} />
);

interface MonthTableProps {
  month: Month;
  opened: string | undefined;
  onOpen(day: string): void;
}

export function MonthTable({ month: { month, days }, opened, onOpen }: MonthTableProps) {
  const language = useLanguage();
  const byDay = new Map(days.map((day) => [day.day, day]));
  return (
    <Box component="section" aria-label={monthName(month, language)}>
      <Typography
        component="h3"
        variant="subtitle2"
        sx={{ mb: 0.5, '&::first-letter': { textTransform: 'uppercase' } }}
      >
        {monthName(month, language)}
      </Typography>
      <Box
        component="table"
        sx={{
          width: '100%',
          tableLayout: 'fixed',
          borderCollapse: 'collapse',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <thead>
          <tr>
            {weekdays(language).map(({ short, long }) => (
              <Box
                component="th"
                key={long}
                scope="col"
                abbr={long}
                sx={{ p: 0, fontSize: 11, fontWeight: 500, color: 'text.secondary' }}
              >
                {short}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell has only its position in the week.
                <Box component="td" key={index} sx={{ p: '1px', height: 30, textAlign: 'center' }}>
                  {day && (
                    <DayCell day={day} found={byDay.get(day)} opened={day === opened} onOpen={onOpen} />
                  )}
                </Box>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

interface DayCellProps {
  day: string;
  found: Day | undefined;
  opened: boolean;
  onOpen(day: string): void;
}

function DayCell({ day, found, opened, onOpen }: DayCellProps) {
  const translate = useTranslate();
  const number = Number(day.slice(8));
  if (!found)
    return (
      <Typography component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
        {number}
      </Typography>
    );
  const fresh = countNew(found.planned);
  const existing = found.planned.length - fresh;
  const label = [
    fresh > 0 && translate('officina.schedule.count_new', { smart_count: fresh }),
    existing > 0 && translate('officina.schedule.count_there', { smart_count: existing }),
  ];
  return (
    <ButtonBase
      aria-pressed={opened}
      onClick={() => onOpen(day)}
      sx={{
        width: '100%',
        height: 28,
        verticalAlign: 'middle',
        borderRadius: 1,
        fontSize: 12,
        fontWeight: 600,
        gap: 0.25,
        ...looks(fresh === 0),
        outline: opened ? ({ palette }: Theme) => `2px solid ${palette.text.primary}` : undefined,
        outlineOffset: 1,
      }}
    >
      <span aria-hidden>{number}</span>
      {found.planned.length > 1 && (
        <Box component="span" aria-hidden sx={{ fontSize: 10, fontWeight: 500 }}>
          ×{found.planned.length}
        </Box>
      )}
      <Box component="span" sx={visuallyHidden}>
        {`${formatDate(day)}: ${label.filter(Boolean).join(', ')}`}
      </Box>
    </ButtonBase>
  );
}
