/** The toolbar of the calendar: navigation, views, filters. */
import BackIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../../resources/context/application.tsx';
import { useNarrow } from '../../../resources/context/useNarrow.ts';
import { FilterChips } from '../../../resources/list/FilterChips.tsx';
import { FiltersButton } from '../../../resources/list/FiltersButton.tsx';
import { SavedFilters } from '../../../resources/list/SavedFilters.tsx';
import { SearchBox } from '../../../resources/list/SearchBox.tsx';
import { ColourChoice } from '../list/ColourChoice.tsx';
import type { Place } from './calendar-address.ts';
import { step, VIEWS, type View } from './calendar-days.ts';
import { periodName } from './day-names.ts';

/** Fields without a filter, because the calendar sets the period itself. */
const NOT_FILTERED = ['data_ordine'];
/** The views that need more space than a phone has. */
const WIDE: View[] = ['technicians'];

interface CalendarToolsProps {
  title: string;
  place: Place;
  today: string;
}

export function CalendarTools({ title, place, today }: CalendarToolsProps) {
  const narrow = useNarrow();
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h1" variant="h5" sx={narrow ? { width: '100%' } : { mr: 2 }}>
          {title}
        </Typography>
        <Period place={place} today={today} />
        <Box sx={{ flex: '1 0 0' }} />
        <Views place={place} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <SearchBox />
        <Box sx={{ flex: '1 0 0' }} />
        <FiltersButton without={NOT_FILTERED} />
        <SavedFilters />
        <ColourChoice />
      </Box>
      <FilterChips />
    </>
  );
}

function Period({ place, today }: { place: Place; today: string }) {
  const translate = useTranslate();
  const language = useLanguage();
  const { view, day, turn } = place;
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => turn({ day: today })}>
        {translate('officina.calendar.today')}
      </Button>
      <IconButton
        size="small"
        aria-label={translate('officina.calendar.previous')}
        onClick={() => turn({ day: step(view, day, -1) })}
      >
        <BackIcon />
      </IconButton>
      <IconButton
        size="small"
        aria-label={translate('officina.calendar.next')}
        onClick={() => turn({ day: step(view, day, 1) })}
      >
        <NextIcon />
      </IconButton>
      <Typography
        component="h2"
        variant="h6"
        aria-live="polite"
        sx={{ '&::first-letter': { textTransform: 'uppercase' } }}
      >
        {periodName(view, day, language)}
      </Typography>
    </>
  );
}

function Views({ place }: { place: Place }) {
  const narrow = useNarrow();
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={place.view}
      onChange={(_event, view: View | null) => view && place.turn({ view })}
      aria-label={translate('officina.calendar.views')}
      sx={narrow ? { width: '100%', '& > *': { flex: 1, minHeight: 48 } } : undefined}
    >
      {VIEWS.filter((view) => !narrow || !WIDE.includes(view)).map((view) => (
        <ToggleButton key={view} value={view} sx={{ textTransform: 'none', px: 1.5, py: 0.25 }}>
          {translate(`officina.calendar.view_${view}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
