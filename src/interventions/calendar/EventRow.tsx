/** An intervention in a list of a day. A tap opens it, a button changes it or says why it stays. */
import MoreIcon from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { type CalendarEvent, timeOfEvent } from './calendar-events.ts';
import { useHours } from './hours.ts';

export interface EventRowsProps {
  events: CalendarEvent[];
  addressOf(event: CalendarEvent): string;
  mayMove(event: CalendarEvent): boolean;
  /** Changes the event. If the user may not, says why. */
  onChange(event: CalendarEvent): void;
}

export const EventRows = ({ events, ...rest }: EventRowsProps) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {events.map((event) => (
      <EventRow key={event.id} event={event} {...rest} />
    ))}
  </Box>
);

type EventRowProps = Omit<EventRowsProps, 'events'> & { event: CalendarEvent };

function EventRow({ event, addressOf, mayMove, onChange }: EventRowProps) {
  const translate = useTranslate();
  const hours = useHours();
  const { job, colours } = event;
  const isFixed = !mayMove(event);
  const more = [job.stato, job.tecnico, job.ore_previste ? hours(job.ore_previste) : undefined];
  return (
    <Box
      component="li"
      data-event={event.id}
      sx={{ display: 'flex', alignItems: 'stretch', gap: 1, borderTop: '1px solid', borderColor: 'divider' }}
    >
      <Box aria-hidden sx={{ width: 6, my: 0.75, borderRadius: 1, bgcolor: colours.background }} />
      <Link
        component={RouterLink}
        to={addressOf(event)}
        color="inherit"
        underline="none"
        sx={{ flex: 1, minWidth: 0, minHeight: 48, py: 0.75, overflowWrap: 'anywhere' }}
      >
        <Typography variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {[timeOfEvent(event), job.codice].filter(Boolean).join(' · ')}
        </Typography>
        <Typography variant="body2">{[job.oggetto, job.descrizione].filter(Boolean).join(' · ')}</Typography>
        <Typography variant="caption" color="textSecondary">
          {more.filter(Boolean).join(' · ')}
        </Typography>
      </Link>
      <IconButton
        aria-label={translate('officina.calendar.change', { name: job.codice })}
        aria-haspopup={isFixed ? undefined : 'dialog'}
        aria-disabled={isFixed || undefined}
        onClick={() => onChange(event)}
        sx={{ alignSelf: 'center', opacity: isFixed ? 0.4 : 1 }}
      >
        <MoreIcon />
      </IconButton>
    </Box>
  );
}
