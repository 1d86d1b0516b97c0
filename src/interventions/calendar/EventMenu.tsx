/** The menu of an event, at the position of the click. What may not be moved says why. */
import EventIcon from '@mui/icons-material/EventOutlined';
import OpenIcon from '@mui/icons-material/OpenInNew';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'react-admin';
import type { CalendarEvent } from './calendar-events.ts';

export interface MenuPlace {
  event: CalendarEvent;
  left: number;
  top: number;
}

interface EventMenuProps {
  at: MenuPlace;
  /** Why the user may not move the event; undefined if they may. */
  whyFixed: string | undefined;
  onOpen(event: CalendarEvent): void;
  onChange(event: CalendarEvent): void;
  onClose(): void;
}

export function EventMenu({ at, whyFixed, onOpen, onChange, onClose }: EventMenuProps) {
  const translate = useTranslate();
  const choose = (act: (event: CalendarEvent) => void) => () => {
    onClose();
    act(at.event);
  };
  return (
    <Menu
      open
      onClose={onClose}
      anchorReference="anchorPosition"
      anchorPosition={{ left: at.left, top: at.top }}
      // The keyboard reaches the reason too.
      slotProps={{ list: { disabledItemsFocusable: true } }}
    >
      <MenuItem onClick={choose(onOpen)}>
        <ListItemIcon>
          <OpenIcon fontSize="small" />
        </ListItemIcon>
        {translate('officina.calendar.open')}
      </MenuItem>
      <MenuItem
        disabled={whyFixed !== undefined}
        onClick={choose(onChange)}
        sx={{
          maxWidth: 360,
          alignItems: 'flex-start',
          whiteSpace: 'normal',
          '&.Mui-disabled': { opacity: 1, color: 'text.secondary' },
        }}
      >
        <ListItemIcon sx={{ opacity: whyFixed === undefined ? 1 : 0.5 }}>
          <EventIcon fontSize="small" />
        </ListItemIcon>
        <ListItemText secondary={whyFixed}>{translate('officina.calendar.move')}</ListItemText>
      </MenuItem>
    </Menu>
  );
}

/** Returns the event of an element, or of an element inside it. */
export function eventAt(target: EventTarget | null, events: CalendarEvent[]): CalendarEvent | undefined {
  if (!(target instanceof Element)) return undefined;
  const element =
    target.closest('[data-event]') ?? target.closest('.rbc-event')?.querySelector('[data-event]');
  const id = Number(element?.getAttribute('data-event'));
  return events.find((event) => event.id === id);
}
