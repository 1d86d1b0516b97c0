/** The view of the calendar: month, week, day, technicians, or that of a phone. */
import { lazy, useCallback } from 'react';
import { usePlantZone } from '../../../resources/context/application.tsx';
import { useBegin } from '../../../resources/context/origin.ts';
import { addressOf } from '../../../resources/context/routes.ts';
import { useNarrow } from '../../../resources/context/useNarrow.ts';
import { dateOf, nowIn } from '../../../resources/format/plant-time.ts';
import { OPEN_ON_DAY } from '../intervention-routes.ts';
import type { Place } from './calendar-address.ts';
import type { CalendarEvent } from './calendar-events.ts';
import type { EventRowsProps } from './EventRow.tsx';
import { PhoneCalendar } from './PhoneCalendar.tsx';
import type { Moves } from './useMoves.tsx';

const BigCalendar = lazy(() => import('./BigCalendar.tsx'));
const TechnicianGrid = lazy(() => import('./TechnicianGrid.tsx'));

const idsIn = (parameter: unknown): number[] | undefined =>
  parameter === undefined ? undefined : String(parameter).split(',').map(Number);

interface CalendarViewProps extends EventRowsProps {
  place: Place;
  today: string;
  moves: Moves;
  withTime: boolean;
  hoursOfDay: number;
  onOpen(event: CalendarEvent): void;
  onMore(day: string): void;
  onHold(held: boolean): void;
}

export function CalendarView(props: CalendarViewProps) {
  const { place, today, moves, withTime, hoursOfDay, onOpen, onMore, onHold, ...rows } = props;
  const { events, addressOf: address } = rows;
  const narrow = useNarrow();
  const begin = useBegin();
  const zone = usePlantZone();
  const { view, day, filter, turn } = place;
  const { move } = moves;
  // These functions stay the same, so that the library draws only what changed.
  const now = useCallback(() => dateOf(nowIn(zone)), [zone]);
  const create = useCallback((on: string) => begin(addressOf(OPEN_ON_DAY, on)), [begin]);
  const drop = useCallback((event: CalendarEvent, wall: string) => move(event, { wall }), [move]);
  if (narrow)
    return <PhoneCalendar {...rows} view={view} day={day} today={today} onTurn={(to) => turn({ day: to })} />;
  if (view === 'technicians')
    return (
      <TechnicianGrid
        day={day}
        today={today}
        events={events}
        hoursOfDay={hoursOfDay}
        only={idsIn(filter.tecnico)}
        addressOf={address}
        mayMove={moves.mayMove}
        mayDrop={(event, technician) =>
          technician === event.technician ? moves.mayMove(event) : moves.mayAssign(event, technician)
        }
        onMove={moves.move}
        onTake={(event) => void moves.askReopening(event)}
        onHold={onHold}
      />
    );
  return (
    <BigCalendar
      view={view}
      day={day}
      now={now}
      events={events}
      withTime={withTime}
      addressOf={address}
      onOpen={onOpen}
      onCreate={create}
      onMore={onMore}
      onMove={drop}
      onHold={onHold}
    />
  );
}
