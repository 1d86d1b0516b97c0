/** The calendar of planned interventions: navigation, filters, dragging. */

import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { ListContextProvider, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { useApplication, usePlantZone } from '../../../resources/context/application.tsx';
import { intervalOf } from '../../../resources/context/refresh-interval.ts';
import { addressOf } from '../../../resources/context/routes.ts';
import { classIn, useCustomised } from '../../../resources/context/useCustomised.ts';
import { useNarrow } from '../../../resources/context/useNarrow.ts';
import { usePageTitle } from '../../../resources/context/usePageTitle.ts';
import { dateOf, nowIn, todayIn } from '../../../resources/format/plant-time.ts';
import { EntityContext } from '../../../resources/list/ListData.ts';
import { ListFailure } from '../../../resources/list/ListFailure.tsx';
import { ListSkeleton } from '../../../resources/list/ListSkeleton.tsx';
import type { SettingOf } from '../../../schemas/access.ts';
import { routeOf } from '../../../schemas/catalogue.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import { hoursOfDay } from '../../../schemas/working-days.ts';
import { OPEN_ON_DAY } from '../intervention-routes.ts';
import { useColourBy } from '../list/ColourChoice.tsx';
import { CalendarTools } from './CalendarTools.tsx';
import { type Place, usePlace } from './calendar-address.ts';
import { spanOf } from './calendar-days.ts';
import { type CalendarEvent, type Change, eventMaker } from './calendar-events.ts';
import { type AskedAt, EventMenu, eventAt } from './EventMenu.tsx';
import type { EventRowsProps } from './EventRow.tsx';
import { NoEvents } from './NoEvents.tsx';
import { DayList, PhoneCalendar } from './PhoneCalendar.tsx';
import { useCalendarList } from './useCalendarList.ts';
import { type Moves, useMoves } from './useMoves.tsx';
import { useJobs } from './usePlannedWork.ts';

const BigCalendar = lazy(() => import('./BigCalendar.tsx'));
const TechnicianGrid = lazy(() => import('./TechnicianGrid.tsx'));
const MoveDialog = lazy(() => import('./MoveDialog.tsx'));
const DayDialog = lazy(() => import('./DayDialog.tsx'));

const SETTINGS = [
  'IntervalloUpdInt',
  'ShowClosedCalendar',
  'OdlConTimestamp',
  'OreLavoroGiorno',
  'UserMailNotif',
];

function useCalendarSettings(): SettingOf | undefined {
  const { askSettings } = useApplication();
  const { data, error } = useQuery({
    queryKey: ['settings', SETTINGS],
    queryFn: () => askSettings(SETTINGS),
  });
  return data ?? (error ? () => undefined : undefined);
}

export default function CalendarPage() {
  const narrow = useNarrow();
  const settings = useCalendarSettings();
  const entity = useApplication().byName.get('intervention');
  if (!entity) return null;
  if (!settings) return <ListSkeleton narrow={narrow} />;
  return <CalendarAt entity={entity} setting={settings} narrow={narrow} />;
}

interface CalendarProps {
  entity: Entity;
  setting: SettingOf;
  narrow: boolean;
}

function CalendarAt(props: CalendarProps) {
  const { entity, setting } = props;
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
  return (
    <EntityContext value={shape}>
      <ListContextProvider value={list}>
        <Box sx={props.narrow ? undefined : FILLS_WINDOW}>
          <CalendarTools title={title} place={place} today={today} narrow={props.narrow} />
          <CalendarOf {...props} place={place} today={today} shown={visibleJobs} onHeld={hold} />
        </Box>
      </ListContextProvider>
    </EntityContext>
  );
}

const COLUMN = { display: 'flex', flexDirection: 'column' as const };
/** Fills the window, but stays usable in a small one. */
const FILLS_WINDOW = { ...COLUMN, height: 'calc(100dvh - 124px)', minHeight: 640 };
const CALENDAR_BOX = { ...COLUMN, position: 'relative', flex: 1, minHeight: 0 };

const idsIn = (asked: unknown): number[] | undefined =>
  asked === undefined ? undefined : String(asked).split(',').map(Number);

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
  const jobs = useJobs({ span, filter, colour, every: intervalOf(setting), held });
  const make = useMemo(() => eventMaker({ zone, withTime, hoursOfDay: perDay }), [zone, withTime, perDay]);
  return { jobs, make, withTime, hoursOfDay: perDay };
}

interface CalendarOfProps extends CalendarProps {
  place: Place;
  today: string;
  shown: ReturnType<typeof useVisibleJobs>;
  /** The user drags or edits an event, so the data must not change. */
  onHeld(held: boolean): void;
}

function CalendarOf(props: CalendarOfProps) {
  const { entity, setting, narrow, shown, onHeld } = props;
  const navigate = useNavigate();
  const [dragged, setDragged] = useState(false);
  const [menu, setMenu] = useState<AskedAt>();
  const [changing, setChanging] = useState<{ event: CalendarEvent; requested?: Change }>();
  const [listed, setListed] = useState<string>();
  const moves = useMoves(entity, setting, (event, requested) => setChanging({ event, requested }));
  const held = dragged || menu !== undefined || changing !== undefined;
  useEffect(() => onHeld(held), [held, onHeld]);
  const { jobs, make, withTime, hoursOfDay } = shown;
  const { data, error, isPending, isPlaceholderData, refetch } = jobs;
  const events = useMemo(() => make(data ?? [], moves.changes), [make, data, moves.changes]);
  const address = useCallback(
    (event: CalendarEvent): string => addressOf(routeOf(entity, 'detail'), event.id),
    [entity],
  );
  const open = useCallback((event: CalendarEvent) => navigate(address(event)), [navigate, address]);
  const ask = (target: EventTarget | null): boolean => {
    const event = eventAt(target, events);
    const box = event && (target as Element).getBoundingClientRect();
    if (event && box) setMenu({ event, left: box.left, top: box.bottom });
    return event !== undefined;
  };
  if (error && !data) return <ListFailure error={error} onRetry={refetch} />;
  const change = (event: CalendarEvent) => setChanging({ event });
  const rows = { events, addressOf: address, onChange: change };
  return (
    <Box
      sx={narrow ? { position: 'relative' } : CALENDAR_BOX}
      onContextMenu={(event) => ask(event.target) && event.preventDefault()}
      onKeyDown={(event) => event.key === 'm' && !event.ctrlKey && !event.metaKey && ask(event.target)}
    >
      {(isPending || isPlaceholderData) && (
        <LinearProgress sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2, zIndex: 4 }} />
      )}
      {data && !isPlaceholderData && events.length === 0 && <NoEvents />}
      <Suspense fallback={<ListSkeleton narrow={narrow} />}>
        <CalendarBody
          {...props}
          {...rows}
          moves={moves}
          withTime={withTime}
          hoursOfDay={hoursOfDay}
          onOpen={open}
          onMore={setListed}
          onHold={setDragged}
        />
      </Suspense>
      {!narrow && <Hint />}
      <Suspense fallback={null}>
        {listed && (
          <DayDialog onClose={() => setListed(undefined)}>
            <DayList day={listed} {...rows} />
          </DayDialog>
        )}
        {changing && (
          <MoveDialog {...changing} setting={setting} moves={moves} onClose={() => setChanging(undefined)} />
        )}
      </Suspense>
      {menu && <EventMenu at={menu} onOpen={open} onChange={change} onClose={() => setMenu(undefined)} />}
      {moves.dialogs}
    </Box>
  );
}

interface CalendarBodyProps extends EventRowsProps {
  narrow: boolean;
  place: Place;
  today: string;
  moves: Moves;
  withTime: boolean;
  hoursOfDay: number;
  onOpen(event: CalendarEvent): void;
  onMore(day: string): void;
  onHold(held: boolean): void;
}

function CalendarBody(props: CalendarBodyProps) {
  const { narrow, place, today, moves, withTime, hoursOfDay, onOpen, onMore, onHold, ...rows } = props;
  const { events, addressOf: address } = rows;
  const navigate = useNavigate();
  const zone = usePlantZone();
  const { view, day, filter, turn } = place;
  const { move } = moves;
  // Stable functions, so that the library renders only what changed.
  const now = useCallback(() => dateOf(nowIn(zone)), [zone]);
  const create = useCallback((on: string) => navigate(addressOf(OPEN_ON_DAY, on)), [navigate]);
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

function Hint() {
  const translate = useTranslate();
  return (
    <Typography variant="caption" color="textSecondary" sx={{ mt: 0.5 }}>
      {translate('officina.calendar.hint')}
    </Typography>
  );
}
