/** A day of a technician: the events, and their hours compared with the working hours, before or after a drop. */
import WarningIcon from '@mui/icons-material/WarningAmber';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type DragEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { CalendarEvent } from './calendar-events.ts';
import { useHours } from './hours.ts';
import type { Load } from './load.ts';

interface TechnicianCellProps {
  day: string;
  load: Load;
  /** The working hours of the day; undefined for the row of unassigned work. */
  limit: number | undefined;
  /** The hours after the drop, while an event is dragged over the cell. */
  after: number | undefined;
  /** Whether the dragged event must not be dropped here. */
  refused: boolean;
  addressOf(event: CalendarEvent): string;
  mayMove(event: CalendarEvent): boolean;
  onTake(event: CalendarEvent, day: string, native: DragEvent): void;
  onOver(): void;
  onDrop(): void;
}

/** The maximum number of events that are displayed. Further events are only counted. */
const MAX_EVENTS = 4;

const classesOf = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

export function TechnicianCell(props: TechnicianCellProps) {
  const { day, load, limit, after, refused, addressOf, mayMove, onTake, onOver, onDrop } = props;
  const [expanded, setExpanded] = useState(false);
  const hours = after ?? load.hours;
  const isOver = limit !== undefined && hours > limit;
  const visible = expanded ? load.events : load.events.slice(0, MAX_EVENTS);
  return (
    <td
      data-day={day}
      className={classesOf(
        after !== undefined && 'technicians-target',
        isOver && 'technicians-over',
        refused && 'technicians-refused',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        onOver();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      {(load.events.length > 0 || after !== undefined) && (
        <LoadLine hours={hours} limit={limit} untold={load.withoutHours} isOver={isOver} />
      )}
      {visible.map((event) => (
        <Chip
          key={event.id}
          event={event}
          hours={event.hours.get(day) ?? 0}
          to={addressOf(event)}
          movable={mayMove(event)}
          onTake={(native) => onTake(event, day, native)}
        />
      ))}
      {load.events.length > visible.length && (
        <button type="button" className="technicians-more" onClick={() => setExpanded(true)}>
          {`+ ${load.events.length - visible.length}`}
        </button>
      )}
    </td>
  );
}

interface LoadLineProps {
  hours: number;
  limit: number | undefined;
  untold: number;
  isOver: boolean;
}

function LoadLine({ hours, limit, untold, isOver }: LoadLineProps) {
  const translate = useTranslate();
  const format = useHours();
  const share = limit ? Math.min(hours / limit, 1) * 100 : 0;
  return (
    <div className="technicians-load">
      <span>
        {isOver && <WarningIcon aria-hidden sx={{ fontSize: 14, verticalAlign: '-2px', mr: 0.25 }} />}
        {limit === undefined ? format(hours) : `${format(hours)} / ${format(limit)}`}
        {isOver && <span style={visuallyHidden}> {translate('officina.calendar.overload')}</span>}
        {untold > 0 && (
          <span className="technicians-untold">
            {' '}
            {translate('officina.calendar.untold', { smart_count: untold })}
          </span>
        )}
      </span>
      {limit !== undefined && (
        <span className="technicians-bar" aria-hidden>
          <i style={{ width: `${share}%` }} />
        </span>
      )}
    </div>
  );
}

interface ChipProps {
  event: CalendarEvent;
  hours: number;
  to: string;
  movable: boolean;
  onTake(native: DragEvent): void;
}

function Chip({ event, hours, to, movable, onTake }: ChipProps) {
  const format = useHours();
  const { job, colours, title } = event;
  return (
    <Link
      to={to}
      data-event={event.id}
      className={classesOf('technicians-chip', !movable && 'technicians-fixed')}
      title={title}
      draggable={movable}
      onDragStart={onTake}
      style={{ background: colours.background, color: colours.text }}
    >
      <span className="technicians-text">
        <strong>{job.codice}</strong> {[job.oggetto, job.descrizione].filter(Boolean).join(' · ')}
      </span>
      {job.ore_previste ? <span className="technicians-hours">{format(hours)}</span> : null}
    </Link>
  );
}
