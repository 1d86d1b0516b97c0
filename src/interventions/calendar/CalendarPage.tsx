/** The calendar of planned interventions: navigation, filters, dragging. */

import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { ListContextProvider, useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import { placeOfAct } from '../../../resources/acts/act-draft.ts';
import { useApplication, usePlantZone } from '../../../resources/context/application.tsx';
import { OriginContext } from '../../../resources/context/origin.ts';
import { intervalOf } from '../../../resources/context/refresh-interval.ts';
import { addressOf } from '../../../resources/context/routes.ts';
import { classIn, useCustomised } from '../../../resources/context/useCustomised.ts';
import { useNarrow } from '../../../resources/context/useNarrow.ts';
import { usePageTitle } from '../../../resources/context/usePageTitle.ts';
import { Opening } from '../../../resources/feedback/Placeholder.tsx';
import { useDraftLink } from '../../../resources/form/draft-link.ts';
import { todayIn } from '../../../resources/format/plant-time.ts';
import { EntityContext } from '../../../resources/list/ListData.ts';
import { ListFailure } from '../../../resources/list/ListFailure.tsx';
import { ListSkeleton } from '../../../resources/list/ListSkeleton.tsx';
import type { SettingOf } from '../../../schemas/access.ts';
import { routeOf } from '../../../schemas/catalogue.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import { NOTIFIES } from '../../../schemas/interventions.ts';
import { hoursOfDay } from '../../../schemas/working-days.ts';
import { useColourBy } from '../list/ColourChoice.tsx';
import { CalendarTools } from './CalendarTools.tsx';
import { CalendarView } from './CalendarView.tsx';
import { Crowded, CrowdedDay } from './Crowded.tsx';
import { type Place, usePlace } from './calendar-address.ts';
import { spanOf } from './calendar-days.ts';
import { type CalendarEvent, type Change, eventMaker } from './calendar-events.ts';
import { EventMenu, eventAt, type MenuPlace } from './EventMenu.tsx';
import { NoEvents } from './NoEvents.tsx';
import { DayList } from './PhoneCalendar.tsx';
import { useCalendarList } from './useCalendarList.ts';
import { useFixedEvents } from './useFixedEvents.ts';
import { type Moves, useMoves } from './useMoves.tsx';
import { useJobs } from './usePlannedWork.ts';

const MoveDialog = lazy(() => import('./MoveDialog.tsx'));
const DayDialog = lazy(() => import('./DayDialog.tsx'));

const SETTINGS = ['IntervalloUpdInt', 'ShowClosedCalendar', 'OdlConTimestamp', 'OreLavoroGiorno', NOTIFIES];

function useCalendarSettings(): SettingOf | undefined {
  const { askSettings } = useApplication();
  const { data, error } = useQuery({
    queryKey: ['settings', SETTINGS],
    queryFn: () => askSettings(SETTINGS),
  });
  return data ?? (error ? () => undefined : undefined);
}

export default function CalendarPage() {
  const settings = useCalendarSettings();
  const entity = useApplication().byName.get('intervention');
  if (!entity) return null;
  if (!settings) return <ListSkeleton />;
  return <CalendarAt entity={entity} setting={settings} />;
}

interface CalendarProps {
  entity: Entity;
  setting: SettingOf;
}

function CalendarAt(props: CalendarProps) {
  const { entity, setting } = props;
  const narrow = useNarrow();
  const translate = useTranslate();
  const zone = usePlantZone();
  const today = todayIn(zone);
  const first = useMemo(
    (): Row => (setting('ShowClosedCalendar') === '0' ? {} : { mostraChiusi: '1' }),
    [setting],
  );
  const place = usePlace(today, first);
  const shape = useCustomised(entity, classIn(entity, place.filter, 'query')) ?? entity;
  const [held, hold] = useState(false);
  const visibleJobs = useVisibleJobs({ setting, place }, held);
  const list = useCalendarList(entity, place, visibleJobs.jobs);
  const title = translate('officina.calendar.title');
  usePageTitle(title);
  const { pathname, search } = useLocation();
  const origin = useMemo(() => ({ page: pathname + search, name: title }), [pathname, search, title]);
  return (
    <EntityContext value={shape}>
      <ListContextProvider value={list}>
        <OriginContext value={origin}>
          <Box sx={narrow ? undefined : FILLS_WINDOW}>
            <CalendarTools title={title} place={place} today={today} />
            <CalendarOf {...props} place={place} today={today} visible={visibleJobs} onHeld={hold} />
          </Box>
        </OriginContext>
      </ListContextProvider>
    </EntityContext>
  );
}

const COLUMN = { display: 'flex', flexDirection: 'column' as const };
/** The style of a calendar that fills the window, but stays usable in a small one. */
const FILLS_WINDOW = { ...COLUMN, height: 'calc(100dvh - 124px)', minHeight: 640 };
const CALENDAR_BOX = { ...COLUMN, position: 'relative', flex: 1, minHeight: 0 };

function useVisibleJobs(
  { setting, place }: Pick<CalendarProps & { place: Place }, 'setting' | 'place'>,
  held: boolean,
) {
  const zone = usePlantZone();
  const [colour] = useColourBy();
  const { view, day, filter } = place;
  const withTime = setting('OdlConTimestamp') === '1';
  const perDay = hoursOfDay(setting);
  const span = useMemo(() => spanOf(view, day), [view, day]);
  const request = { filter, colour, every: intervalOf(setting), held };
  const jobs = useJobs({ span, ...request });
  const make = useMemo(() => eventMaker({ zone, withTime, hoursOfDay: perDay }), [zone, withTime, perDay]);
  return { jobs, request, make, withTime, hoursOfDay: perDay };
}

interface CalendarOfProps extends CalendarProps {
  place: Place;
  today: string;
  visible: ReturnType<typeof useVisibleJobs>;
  /** Reports that the user drags or edits an event, so that the data must not change. */
  onHeld(held: boolean): void;
}

/** Returns the event that the user drags or has open. The data must not change during that time. */
function useInHand(onHeld: (held: boolean) => void) {
  const [dragged, hold] = useState(false);
  const [menu, openMenu] = useState<MenuPlace>();
  const [changing, change] = useState<{ event: CalendarEvent; requested?: Change }>();
  const [listed, listDay] = useState<string>();
  const held = dragged || menu !== undefined || changing !== undefined;
  useEffect(() => onHeld(held), [held, onHeld]);
  return { hold, menu, openMenu, changing, change, listed, listDay };
}

/** Returns the address of an event's page, and a function that opens it. */
function useEventPage(entity: Entity) {
  const navigate = useNavigate();
  const address = useCallback(
    (event: CalendarEvent): string => addressOf(routeOf(entity, 'detail'), event.id),
    [entity],
  );
  const open = useCallback((event: CalendarEvent) => navigate(address(event)), [navigate, address]);
  return { address, open };
}

/** Returns the events to draw. For a period with too many events, returns those of the chosen day. */
function useEvents(
  { visible, place }: CalendarOfProps,
  listed: string | undefined,
  changes: Moves['changes'],
) {
  const narrow = useNarrow();
  const { jobs, request, make } = visible;
  const { counts } = jobs.data ?? {};
  const chosen = place.view === 'day' ? undefined : narrow ? place.day : listed;
  const day = counts && chosen;
  const ofDay = useJobs({ ...request, span: day ? { from: day, to: day } : undefined });
  const work = counts ? ofDay.data : jobs.data;
  const isDrawn = !counts || (day !== undefined && !ofDay.isPlaceholderData);
  const events = useMemo(() => make((isDrawn && work?.jobs) || [], changes), [make, isDrawn, work, changes]);
  return { events, counts, day, ofDay };
}

function CalendarOf(props: CalendarOfProps) {
  const { entity, setting, visible, place, onHeld } = props;
  const narrow = useNarrow();
  const { hold, menu, openMenu, changing, change, listed, listDay } = useInHand(onHeld);
  const { address, open } = useEventPage(entity);
  const moves = useMoves(entity, setting, (event, requested) => change({ event, requested }));
  const { jobs, withTime, hoursOfDay } = visible;
  const { data, error, isPending, isPlaceholderData, refetch } = jobs;
  const plan = useApplication().act('plan');
  const { events, counts, day, ofDay } = useEvents(props, listed, moves.changes);
  const onChange = (event: CalendarEvent) => (moves.mayMove(event) ? change({ event }) : moves.refuse(event));
  useDraftLink(({ place: at }) => {
    const event = events.find(({ id }) => at === placeOfAct({ act: plan, id }));
    if (event) onChange(event);
    return event !== undefined;
  });
  if (error && !data) return <ListFailure error={error} onRetry={refetch} />;
  const rows = { events, addressOf: address, mayMove: moves.mayMove, onChange };
  const listOfDay = counts ? (
    <CrowdedDay {...rows} entity={entity} place={place} day={day} work={ofDay} />
  ) : (
    listed && <DayList day={listed} {...rows} />
  );
  return (
    <MenuArea {...{ events, moves, menu, onChange }} onMenu={openMenu} onOpen={open}>
      {(isPending || isPlaceholderData) && <Progress />}
      {data && !counts && !isPlaceholderData && events.length === 0 && <NoEvents />}
      {counts ? (
        <Crowded {...props} counts={counts} onDay={narrow ? (to) => place.turn({ day: to }) : listDay}>
          {(narrow || place.view === 'day') && listOfDay}
        </Crowded>
      ) : (
        <Suspense fallback={<ListSkeleton />}>
          <CalendarView
            {...props}
            {...rows}
            moves={moves}
            withTime={withTime}
            hoursOfDay={hoursOfDay}
            onOpen={open}
            onMore={listDay}
            onHold={hold}
          />
        </Suspense>
      )}
      {!narrow && !counts && <Hint />}
      <Suspense fallback={<Opening />}>
        {listed && !narrow && <DayDialog onClose={() => listDay(undefined)}>{listOfDay}</DayDialog>}
        {changing && (
          <MoveDialog {...changing} setting={setting} moves={moves} onClose={() => change(undefined)} />
        )}
      </Suspense>
      {moves.dialogs}
    </MenuArea>
  );
}

interface MenuAreaProps {
  events: CalendarEvent[];
  moves: Moves;
  /** The open menu. */
  menu: MenuPlace | undefined;
  onMenu(at: MenuPlace | undefined): void;
  onOpen(event: CalendarEvent): void;
  onChange(event: CalendarEvent): void;
  children: ReactNode;
}

/**
 * An area in which a right click or the key M opens the menu of an event, and an attempt to drag a fixed event says
 * why it stays.
 */
function MenuArea({ events, moves, menu, onMenu, onOpen, onChange, children }: MenuAreaProps) {
  const narrow = useNarrow();
  const onPress = useFixedEvents(events, moves);
  const ask = (target: EventTarget | null): boolean => {
    const event = eventAt(target, events);
    const box = event && (target as Element).getBoundingClientRect();
    if (event && box) onMenu({ event, left: box.left, top: box.bottom });
    return event !== undefined;
  };
  return (
    <Box
      sx={narrow ? { position: 'relative' } : CALENDAR_BOX}
      onMouseDownCapture={narrow ? undefined : onPress}
      onContextMenu={(event) => ask(event.target) && event.preventDefault()}
      onKeyDown={(event) => event.key === 'm' && !event.ctrlKey && !event.metaKey && ask(event.target)}
    >
      {children}
      {menu && (
        <EventMenu
          at={menu}
          whyFixed={moves.whyFixed(menu.event)}
          onOpen={onOpen}
          onChange={onChange}
          onClose={() => onMenu(undefined)}
        />
      )}
    </Box>
  );
}

const Progress = () => (
  <LinearProgress sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2, zIndex: 4 }} />
);

function Hint() {
  const translate = useTranslate();
  return (
    <Typography variant="caption" color="textSecondary" sx={{ mt: 0.5 }}>
      {translate('officina.calendar.hint')}
    </Typography>
  );
}
