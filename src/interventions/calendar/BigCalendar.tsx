/**
 * The views month, week and day with react-big-calendar. Interventions have their colours, and users can drag them.
 */
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
import { dateOf, isoDay, isoWallTime } from '../../../resources/format/plant-time.ts';
import { DraggedCalendar, formats, localizer } from './big-calendar.ts';
import { MIDNIGHT, movedTo, type View } from './calendar-days.ts';
import { type CalendarEvent, fewOf, isMovable, timeOfEvent } from './calendar-events.ts';
import { DayLink } from './DayHeader.tsx';
import { STILL_PX } from './useFixedEvents.ts';

interface BigCalendarProps {
  view: Exclude<View, 'technicians'>;
  day: string;
  /** Returns the local time of the plant. */
  now(): Date;
  events: CalendarEvent[];
  /** Whether events have times, and the calendar an hour grid. */
  withTime: boolean;
  addressOf(event: CalendarEvent): string;
  onOpen(event: CalendarEvent): void;
  onCreate(day: string): void;
  onMore(day: string): void;
  onMove(event: CalendarEvent, wall: string): void;
  onHold(held: boolean): void;
}

const MonthDay = ({ date, label }: DateHeaderProps) => <DayLink day={isoDay(date)} text={label} />;
const GridDay = ({ date, label }: HeaderProps) => <DayLink day={isoDay(date)} text={label} />;
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

/**
 * Returns the component of an event: a link in rows of days. In the hour grid the library's own element is the
 * button.
 */
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

const eventProps = (event: CalendarEvent) => ({
  style: { backgroundColor: event.colours.background, color: event.colours.text },
  className: isMovable(event) ? undefined : 'calendar-fixed',
});

const ALL_ROWS = 1000;
/** The time to which the hour grid scrolls at first. */
const MORNING = dateOf(`2000-01-01T07:${MIDNIGHT.slice(3)}`);

export default memo(BigCalendar);

const FIXED = {
  localizer,
  formats,
  messages: { allDay: '' },
  drilldownView: null,
  draggableAccessor: isMovable,
  eventPropGetter: eventProps,
  toolbar: false,
  selectable: true,
  resizable: false,
  doShowMoreDrillDown: false,
  allDayMaxRows: ALL_ROWS,
  views: ['month', 'week', 'day'],
  scrollToTime: MORNING,
} satisfies Partial<CalendarProps<CalendarEvent>> & Record<string, unknown>;

interface Drop {
  event: CalendarEvent;
  start: Date;
  isAllDay?: boolean;
}

/** Returns functions that stay the same, so that the library draws only what changed. */
function useHandlers(latest: RefObject<BigCalendarProps>, drag: ReturnType<typeof useDrag>) {
  return useMemo(
    (): Partial<CalendarProps<CalendarEvent>> & Record<string, unknown> => ({
      onSelectEvent: (event: CalendarEvent) => drag.wasClick() && latest.current.onOpen(event),
      onKeyPressEvent: (event: CalendarEvent, key) => {
        if ((key as unknown as KeyboardEvent).key === 'Enter') latest.current.onOpen(event);
      },
      onSelectSlot: ({ start }) => latest.current.onCreate(isoDay(new Date(start))),
      onNavigate: () => undefined,
      onView: () => undefined,
      onDragStart: drag.begin,
      onEventDrop: ({ event, start, isAllDay }: Drop) => {
        // The library marks only drops outside the hour grid as all-day.
        const inHours = latest.current.view !== 'month' && !isAllDay;
        const date = new Date(start);
        latest.current.onMove(event, inHours ? isoWallTime(date) : movedTo(isoDay(date), event.wall));
      },
    }),
    [latest, drag],
  );
}

/** Returns components that stay the same, so that the library remounts none. */
function useComponents(
  latest: RefObject<BigCalendarProps>,
  hiddenCount: RefObject<(date: Date, seen: number) => number>,
) {
  return useMemo(
    () => ({
      event: eventIn((event) => latest.current.addressOf(event)),
      month: { dateHeader: MonthDay, header: Weekday },
      showMore: ({ slotDate, events: drawn, count }: ShowMoreProps<CalendarEvent>) => (
        <button
          type="button"
          className="rbc-button-link rbc-show-more"
          onClick={() => latest.current.onMore(isoDay(slotDate))}
        >
          {`+ ${hiddenCount.current(slotDate, drawn.length - count)}`}
        </button>
      ),
      week: { header: GridDay },
      day: { header: GridDay },
    }),
    [latest, hiddenCount],
  );
}

function BigCalendar(props: BigCalendarProps) {
  const { view, day, now, events, withTime, onHold } = props;
  const language = useLanguage();
  const translate = useTranslate();
  const box = useRef<HTMLElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const drag = useDrag(onHold);
  const visible = useMemo(
    () => (view === 'month' ? fewOf(events) : { events, counts: undefined }),
    [view, events],
  );
  const handlers = useHandlers(latest, drag);
  const hiddenCount = useRef((_date: Date, _seen: number): number => 0);
  hiddenCount.current = (date, seen) => (visible.counts?.get(isoDay(date)) ?? seen) - seen;
  const components = useComponents(latest, hiddenCount);
  const date = useMemo(() => dateOf(`${day}T${MIDNIGHT}`), [day]);
  const label = translate(`officina.calendar.view_${view}`);
  useOwnRoles(box);
  return (
    <section ref={box} aria-label={label} className={withTime ? 'calendar' : 'calendar calendar-of-days'}>
      <DraggedCalendar
        {...FIXED}
        {...handlers}
        components={components}
        culture={language}
        view={view}
        date={date}
        events={visible.events}
        getNow={now}
      />
    </section>
  );
}

/** The roles that the library sets with English labels, although its elements are not tables. */
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

/** Holds the data while the user drags, and then distinguishes a drag from a click. */
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
      // The drop and click events arrive after this one.
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
