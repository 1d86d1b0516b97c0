/**
 * The week of each technician: planned work compared with working hours, so that users see an overload before a
 * drop.
 */
import Box from '@mui/material/Box';
import { type DragEvent, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../../resources/context/application.tsx';
import { type Named, useTechnicians } from '../calls/form-lookups.ts';
import { movedTo, weekOf } from './calendar-days.ts';
import type { CalendarEvent, Change } from './calendar-events.ts';
import { DayHeader } from './DayHeader.tsx';
import { shortDay } from './day-names.ts';
import { useHours } from './hours.ts';
import { beginning, type Drag, loadAfter, loadOf, loadsOf, NOBODY, rowOf, type Target } from './load.ts';
import { TechnicianCell } from './TechnicianCell.tsx';
import './technicians.css';

interface TechnicianGridProps {
  day: string;
  today: string;
  events: CalendarEvent[];
  hoursOfDay: number;
  /** The technicians that filter the calendar. */
  only: number[] | undefined;
  addressOf(event: CalendarEvent): string;
  mayMove(event: CalendarEvent): boolean;
  mayDrop(event: CalendarEvent, technician: number | null): boolean;
  onMove(event: CalendarEvent, change: Change): void;
  onTake(event: CalendarEvent): void;
  onHold(held: boolean): void;
}

/** Returns the technicians who can be assigned, and those with work. */
function useRows(events: CalendarEvent[], only: number[] | undefined): Named[] {
  const translate = useTranslate();
  const people = useTechnicians(undefined, undefined)?.all;
  return useMemo(() => {
    const names = new Map((people ?? []).map(({ id, descrizione }) => [id, descrizione]));
    for (const { technician, job } of events)
      if (technician !== null && !names.has(technician))
        names.set(technician, job.tecnico ?? `#${technician}`);
    const rows = [...names]
      .filter(([id]) => !only || only.includes(id))
      .map(([id, descrizione]) => ({ id, descrizione }));
    return [{ id: NOBODY, descrizione: translate('officina.calendar.nobody') }, ...rows];
  }, [people, events, only, translate]);
}

/** Returns the dragged event, the cell below it, and the handlers of a drag. */
function useDrag({ onMove, onTake, onHold }: TechnicianGridProps) {
  const [drag, setDrag] = useState<Drag>();
  const [over, setOver] = useState<Target>();
  const begin = (event: CalendarEvent, at: string, native: DragEvent) => {
    native.dataTransfer.effectAllowed = 'move';
    native.dataTransfer.setData('text/plain', event.job.codice);
    setDrag({ event, day: at });
    onTake(event);
    onHold(true);
  };
  const end = () => {
    setDrag(undefined);
    setOver(undefined);
    onHold(false);
  };
  const enter = (row: number, day: string) =>
    (over?.row !== row || over.day !== day) && setOver({ row, day });
  const drop = (row: Named, on: string) => {
    if (drag)
      onMove(drag.event, {
        wall: movedTo(beginning(drag, on), drag.event.wall),
        ...(row.id !== rowOf(drag.event.technician) && { technician: row.id === NOBODY ? null : row }),
      });
    end();
  };
  return { drag, over, begin, enter, drop, end };
}

export default function TechnicianGrid(props: TechnicianGridProps) {
  const { day, today, events, only } = props;
  const translate = useTranslate();
  const language = useLanguage();
  const days = useMemo(() => weekOf(day), [day]);
  const loads = useMemo(() => loadsOf(events), [events]);
  const rows = useRows(events, only);
  const dragging = useDrag(props);
  return (
    <Box className="technicians" onDragEnd={dragging.end}>
      <table aria-label={translate('officina.calendar.view_technicians')}>
        <thead>
          <tr>
            <th scope="col">{translate('officina.calendar.technician')}</th>
            {days.map((one) => (
              <DayHeader key={one} day={one} text={shortDay(one, language)} isToday={one === today} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TechnicianRow key={row.id} {...props} row={row} days={days} loads={loads} dragging={dragging} />
          ))}
        </tbody>
      </table>
    </Box>
  );
}

interface TechnicianRowProps extends TechnicianGridProps {
  row: Named;
  days: string[];
  loads: ReturnType<typeof loadsOf>;
  dragging: ReturnType<typeof useDrag>;
}

/** The days of one technician, with the load that a drop would cause. */
function TechnicianRow(props: TechnicianRowProps) {
  const { row, days, loads, dragging, hoursOfDay, addressOf, mayMove, mayDrop } = props;
  const { drag, over, begin, enter, drop } = dragging;
  const hours = useHours();
  const after = drag && over?.row === row.id ? loadAfter(loads, drag, over, hoursOfDay) : undefined;
  const sum = days.reduce((total, one) => total + loadOf(loads, row.id, one).hours, 0);
  return (
    <tr>
      <th scope="row">
        {row.descrizione}
        <span className="technicians-sum">{hours(sum)}</span>
      </th>
      {days.map((one) => {
        const preview = after?.get(one);
        return (
          <TechnicianCell
            key={one}
            day={one}
            load={loadOf(loads, row.id, one)}
            limit={row.id === NOBODY ? undefined : hoursOfDay}
            after={preview}
            refused={
              preview !== undefined && drag ? !mayDrop(drag.event, row.id === NOBODY ? null : row.id) : false
            }
            addressOf={addressOf}
            mayMove={mayMove}
            onTake={begin}
            onOver={() => enter(row.id, one)}
            onDrop={() => drop(row, one)}
          />
        );
      })}
    </tr>
  );
}
