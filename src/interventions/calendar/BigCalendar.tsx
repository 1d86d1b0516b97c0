/** Month, week and day: react-big-calendar, with the work of each day in its colour, to be dragged to another. */
import { type MouseEvent, memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import type {
  CalendarProps,
  DateHeaderProps,
  EventProps,
  HeaderProps,
  ShowMoreProps,
} from 'react-big-calendar';
import { useLanguage } from '../../../resources/context/application.tsx';
import { dateOf, dayShown, wallShown } from '../../../resources/format/plant-time.ts';
import { DraggedCalendar, formats, localizer } from './big-calendar.ts';
import { MIDNIGHT, movedTo, type View } from './calendar-days.ts';
import { type CalendarEvent, fewOf, timeOfEvent } from './calendar-events.ts';
import { DayLink } from './DayHeader.tsx';

interface BigCalendarProps {
  view: Exclude<View, 'technicians'>;
  day: string;
  /** What the plant's clock shows. */
  now(): Date;
  events: CalendarEvent[];
  /** Hours are shown, and the grid of the hours. */
  withTime: boolean;
  addressOf(event: CalendarEvent): string;
  onOpen(event: CalendarEvent): void;
  onCreate(day: string): void;
  onMore(day: string): void;
  onMove(event: CalendarEvent, wall: string): void;
  onHold(held: boolean): void;
}

const MonthDay = ({ date, label }: DateHeaderProps) => <DayLink day={dayShown(date)} text={label} />;
const GridDay = ({ date, label }: HeaderProps) => <DayLink day={dayShown(date)} text={label} />;
const Weekday = ({ label }: HeaderProps) => <span>{label}</span>;

const isPlain = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => !(ctrlKey || metaKey || shiftKey);

function EventText({ event }: { event: CalendarEvent }) {
  const { job } = event;
  const time = timeOfEvent(event);
  return (
    <>
      {time && <span className="calendar-time">{time} </span>}
      <strong>{job.codice}</strong> {[job.oggetto, job.descrizione].filter(Boolean).join(' · ')}
    </>
  );
}

/** In a row of days it is a link; in the grid of the hours the library's own element is the button. */
const eventIn = (address: (event: CalendarEvent) => string) =>
  function Event({ event, slotStart }: EventProps<CalendarEvent>) {
    if (!slotStart)
      return (
        <span data-event={event.id}>
          <EventText event={event} />
        </span>
      );
    return (
      <a
        data-event={event.id}
        className="calendar-event"
        href={address(event)}
        draggable={false}
        onClick={(click) => (isPlain(click) ? click.preventDefault() : click.stopPropagation())}
      >
        <EventText event={event} />
      </a>
    );
  };

const eventProps = ({ colours, job }: CalendarEvent) => ({
  style: { backgroundColor: colours.background, color: colours.text },
  className: job.dataInizioModificabile === 1 ? undefined : 'calendar-fixed',
});

const ALL_ROWS = 1000;
/** Where the grid of the hours begins to be seen. */
const MORNING = dateOf(`2000-01-01T07:${MIDNIGHT.slice(3)}`);

export default memo(BigCalendar);

function BigCalendar(props: BigCalendarProps) {
  const { view, day, now, events, withTime, onHold } = props;
  const language = useLanguage();
  const translate = useTranslate();
  const box = useRef<HTMLElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const drag = useDrag(onHold);
  const given = useMemo(
    () => (view === 'month' ? fewOf(events) : { events, counts: undefined }),
    [view, events],
  );
  const left = useRef((_date: Date, _seen: number): number => 0);
  left.current = (date, seen) => (given.counts?.get(dayShown(date)) ?? seen) - seen;
  // The library is given the same functions at every draw, so that it draws anew only what has changed.
  const fixed = useMemo((): Partial<CalendarProps<CalendarEvent>> & Record<string, unknown> => {
    const openOnDay = (date: Date | string) => latest.current.onCreate(dayShown(new Date(date)));
    return {
      components: {
        event: eventIn((event) => latest.current.addressOf(event)),
        month: { dateHeader: MonthDay, header: Weekday },
        showMore: ({ slotDate, events: drawn, count }: ShowMoreProps<CalendarEvent>) => (
          <button
            type="button"
            className="rbc-button-link rbc-show-more"
            onClick={() => latest.current.onMore(dayShown(slotDate))}
          >
            {`+ ${left.current(slotDate, drawn.length - count)}`}
          </button>
        ),
        week: { header: GridDay },
        day: { header: GridDay },
      },
      onSelectEvent: (event: CalendarEvent) => drag.wasClick() && latest.current.onOpen(event),
      onKeyPressEvent: (event: CalendarEvent, key) => {
        if ((key as unknown as KeyboardEvent).key === 'Enter') latest.current.onOpen(event);
      },
      onSelectSlot: ({ start }) => openOnDay(start),
      onNavigate: () => undefined,
      onView: () => undefined,
      onDragStart: drag.begin,
      onEventDrop: ({
        event,
        start,
        isAllDay,
      }: {
        event: CalendarEvent;
        start: Date;
        isAllDay?: boolean;
      }) => {
        // Of a drop among the hours the library says nothing; of one in the row above them, that it is there.
        const inHours = latest.current.view !== 'month' && !isAllDay;
        const date = new Date(start);
        latest.current.onMove(event, inHours ? wallShown(date) : movedTo(dayShown(date), event.wall));
      },
      messages: { allDay: '' },
      drilldownView: null,
      draggableAccessor: () => true,
      eventPropGetter: eventProps,
    };
  }, [drag]);
  const date = useMemo(() => dateOf(`${day}T${MIDNIGHT}`), [day]);
  const label = translate(`officina.calendar.view_${view}`);
  useOwnRoles(box);
  return (
    <section ref={box} aria-label={label} className={withTime ? 'calendar' : 'calendar calendar-of-days'}>
      <DraggedCalendar
        {...fixed}
        localizer={localizer}
        culture={language}
        formats={formats}
        view={view}
        date={date}
        events={given.events}
        getNow={now}
        scrollToTime={MORNING}
        toolbar={false}
        selectable
        resizable={false}
        doShowMoreDrillDown={false}
        allDayMaxRows={ALL_ROWS}
        views={['month', 'week', 'day']}
      />
    </section>
  );
}

/** The library calls its parts a table, in English, and they are none: rows without cells, links between rows. */
const ROLES = '[role=table], [role=rowgroup], [role=row], [role=cell], [role=columnheader]';

function useOwnRoles(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const part = box.current!;
    const take = () => {
      for (const one of part.querySelectorAll(ROLES))
        for (const name of ['role', 'aria-label', 'aria-sort']) one.removeAttribute(name);
    };
    const watch = new MutationObserver(take);
    watch.observe(part, { childList: true, subtree: true });
    take();
    return () => watch.disconnect();
  }, [box]);
}

const ENDS = ['mouseup', 'touchend', 'touchcancel', 'keydown'] as const;
/** A hand that clicks is not quite still. */
const STILL_PX = 5;

/** What is taken into the hand holds what is shown until it is let go; if it has moved, that was no click. */
function useDrag(onHold: (held: boolean) => void) {
  const hold = useRef(onHold);
  hold.current = onHold;
  return useMemo(() => {
    let from: { x: number; y: number } | undefined;
    let moved = false;
    const move = ({ clientX, clientY }: globalThis.MouseEvent) => {
      from ??= { x: clientX, y: clientY };
      if (Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) moved = true;
    };
    const end = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
      for (const name of ENDS) removeEventListener(name, end, true);
      removeEventListener('mousemove', move, true);
      // The library tells of the drop, and the browser of a click, after this.
      setTimeout(() => {
        moved = false;
        hold.current(false);
      });
    };
    return {
      wasClick: () => !moved,
      begin: () => {
        from = undefined;
        moved = false;
        hold.current(true);
        addEventListener('mousemove', move, true);
        for (const name of ENDS) addEventListener(name, end, true);
      },
    };
  }, []);
}
