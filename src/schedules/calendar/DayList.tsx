/** A list of days with the interventions planned on each. */
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { addressOf } from '../../../resources/context/routes.ts';
import { formatDate } from '../../../resources/format/format.ts';
import { LOCALES } from '../../../schemas/entity.ts';
import { monthName } from './MonthTable.tsx';
import type { Day, Month, Planned } from './planned-days.ts';

/** The maximum number of interventions of a day that are listed. Further ones are only counted. */
const MAX_LINES = 20;

export function DayList({ months, headed = true }: { months: Month[]; headed?: boolean }) {
  const language = useLanguage();
  return months
    .filter(({ days }) => days.length > 0)
    .map(({ month, days }) => (
      <Box
        key={month}
        {...(headed && { component: 'section', 'aria-label': monthName(month, language) })}
        sx={{ mb: 1.5 }}
      >
        {headed && (
          <Typography
            component="h3"
            variant="subtitle2"
            sx={{ '&::first-letter': { textTransform: 'uppercase' } }}
          >
            {monthName(month, language)}
          </Typography>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {days.map((day) => (
            <DayRow key={day.day} day={day} />
          ))}
        </Box>
      </Box>
    ));
}

function DayRow({ day: { day, planned } }: { day: Day }) {
  const translate = useTranslate();
  const language = useLanguage();
  const weekday = new Date(`${day}T00:00:00Z`).toLocaleDateString(LOCALES[language], {
    weekday: 'long',
    timeZone: 'UTC',
  });
  return (
    <Box component="li" sx={{ py: 0.75, borderTop: '1px solid', borderColor: 'divider' }}>
      <Typography variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {formatDate(day)}{' '}
        <Typography component="span" variant="body2" color="textSecondary">
          {weekday}
        </Typography>
      </Typography>
      {planned.slice(0, MAX_LINES).map((one) => (
        <PlannedLine key={one.maintenance} planned={one} />
      ))}
      {planned.length > MAX_LINES && (
        <Typography variant="body2" color="textSecondary">
          {translate('officina.schedule.more_that_day', { smart_count: planned.length - MAX_LINES })}
        </Typography>
      )}
    </Box>
  );
}

function PlannedLine({ planned: { asset, exists, intervention } }: { planned: Planned }) {
  const translate = useTranslate();
  const { byName } = useApplication();
  const page = byName.get('intervention')?.routes.detail;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 28 }}>
      <Typography variant="body2" sx={{ flex: { xs: 1, md: 'none' }, overflowWrap: 'anywhere' }}>
        {intervention && page ? (
          <Link component={RouterLink} to={addressOf(page, intervention)}>
            {asset}
          </Link>
        ) : (
          asset
        )}
      </Typography>
      {exists && <Chip size="small" variant="outlined" label={translate('officina.schedule.there')} />}
    </Box>
  );
}
