/** The menu of an event, at the position of the click. */
import EventIcon from '@mui/icons-material/EventOutlined';
import OpenIcon from '@mui/icons-material/OpenInNew';
import ListItemIcon from '@mui/material/ListItemIcon';
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
  onOpen(event: CalendarEvent): void;
  onChange(event: CalendarEvent): void;
  onClose(): void;
}

export function EventMenu({ at, onOpen, onChange, onClose }: EventMenuProps) {
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
    >
      <MenuItem onClick={choose(onOpen)}>
        <ListItemIcon>
          <OpenIcon fontSize="small" />
        </ListItemIcon>
        {translate('officina.calendar.open')}
      </MenuItem>
      <MenuItem onClick={choose(onChange)}>
        <ListItemIcon>
          <EventIcon fontSize="small" />
        </ListItemIcon>
        {translate('officina.calendar.move')}
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
