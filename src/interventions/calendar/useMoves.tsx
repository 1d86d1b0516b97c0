/** Moves an event to another date or technician. The move is visible at once, and is undone if the server refuses. */
import Button from '@mui/material/Button';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { session } from '../../../dataProvider/session.ts';
import { type Seen, useAct } from '../../../resources/acts/useAct.tsx';
import { useApplication, useLanguage, usePlantZone } from '../../../resources/context/application.tsx';
import { addressOf } from '../../../resources/context/routes.ts';
import { RefusalDialog } from '../../../resources/feedback/RefusalDialog.tsx';
import { faultsOf, useSay } from '../../../resources/feedback/toasts.ts';
import { instantOf, wallOf } from '../../../resources/format/plant-time.ts';
import type { SettingOf } from '../../../schemas/access.ts';
import { routeOf } from '../../../schemas/catalogue.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import { isOver } from '../../../schemas/interventions.ts';
import { useAllStates } from '../calls/form-lookups.ts';
import { type MoveRights, stateAfter, useMoveRights } from './assigning.ts';
import type { CalendarEvent, Change } from './calendar-events.ts';
import { useVersions, type Versions } from './versions.ts';

interface Attempt {
  event: CalendarEvent;
  body: Row;
}

export interface Moves extends MoveRights {
  changes: Map<number, Change>;
  /** Moves an event. Values that are left out stay the same. */
  move(event: CalendarEvent, change: Change): void;
  /** Returns why the user may not move the event; undefined if they may. */
  whyFixed(event: CalendarEvent): string | undefined;
  /** Says why the user may not move the event. */
  refuse(event: CalendarEvent): void;
  dialogs: ReactNode;
}

/** Returns only the values that differ. */
function differing({ wall, technician }: CalendarEvent, change: Change): Change {
  const { notified } = change;
  const technicianId = change.technician === undefined ? undefined : (change.technician?.id ?? null);
  return {
    ...(change.wall !== undefined && change.wall !== wall && { wall: change.wall }),
    ...(technicianId !== undefined &&
      technicianId !== technician && {
        technician: change.technician,
        ...(notified !== undefined && { notified }),
      }),
  };
}

/** Returns the changes that are visible before the server has answered, each with the attempt that made it. */
function useAttempts() {
  const [changes, setChanges] = useState<Map<number, Change>>(new Map());
  const last = useRef(new Map<number, Attempt>());
  const begin = (attempt: Attempt, change: Change) => {
    const { id } = attempt.event;
    last.current.set(id, attempt);
    setChanges((before) => new Map(before).set(id, { ...before.get(id), ...change }));
  };
  /** Undoes an attempt, unless the user has moved the event again. */
  const revert = (attempt: Attempt) => {
    const { id } = attempt.event;
    if (last.current.get(id) !== attempt) return;
    last.current.delete(id);
    setChanges((before) => {
      const next = new Map(before);
      next.delete(id);
      return next;
    });
  };
  return { changes, begin, revert };
}

function EventLink({ entity, id }: { entity: Entity; id: number }) {
  const translate = useTranslate();
  return (
    <Button component={Link} to={addressOf(routeOf(entity, 'detail'), id)}>
      {translate('officina.calendar.open')}
    </Button>
  );
}

/**
 * Returns a function that returns the record as the user saw it, with their change, to compare it with a
 * colleague's change.
 */
function useSeenRecord(entity: Entity, versions: Versions): (event: CalendarEvent) => Seen {
  const zone = usePlantZone();
  const { may } = useApplication();
  return (event) => {
    const visibleFields = entity.fields.filter(
      ({ name, write }) => name in event.job && (!write || may(write)),
    );
    return {
      entity,
      row: { ...event.job, versione: versions.of(event) },
      mine: (sent) => ({
        ...Object.fromEntries(visibleFields.map(({ name }) => [name, event.job[name]])),
        ...sent,
        ...(typeof sent.data_ordine === 'string' && {
          data_ordine: instantOf(wallOf(sent.data_ordine, zone), zone),
        }),
      }),
      look: <EventLink entity={entity} id={event.id} />,
    };
  };
}

/**
 * Returns a function that sends an attempt, and the dialogs of its questions. If an attempt fails, it is undone
 * when the data are read again.
 */
function useSending(entity: Entity, revert: (attempt: Attempt) => void) {
  const language = useLanguage();
  const versions = useVersions();
  const seenRecord = useSeenRecord(entity, versions);
  const { ask, dialog } = useAct(useApplication().act('plan'));
  const [refused, setRefused] = useState<{ id: number; reason: string }>();
  const send = (attempt: Attempt) =>
    versions.inTurn(attempt.event.id, async () => {
      const { event, body } = attempt;
      const outcome = await ask<Row>(event.id, body, seenRecord(event));
      if ('done' in outcome) {
        versions.made(event.id, outcome.data.versione);
        // The change stays visible until the refreshed data contain it.
        await outcome.read;
      }
      if ('refused' in outcome)
        setRefused({ id: event.id, reason: faultsOf(outcome.error, entity, language) });
      revert(attempt);
    });
  const dialogs = (
    <>
      {dialog}
      {refused && (
        <RefusalDialog
          next={<EventLink entity={entity} id={refused.id} />}
          onClose={() => setRefused(undefined)}
        >
          {refused.reason}
        </RefusalDialog>
      )}
    </>
  );
  return { send, dialogs };
}

/** Returns a function that returns the request of a change, with the state that results from it. */
function useBody(): (event: CalendarEvent, change: Change) => Row {
  const states = useAllStates();
  return (event, change) => {
    const { wall, technician, notified } = change;
    const code = stateAfter(event, change);
    const state = code && states?.find(({ codice }) => codice === code);
    return {
      ...(wall !== undefined && { data_ordine: wall }),
      ...(technician !== undefined && { id_tecnico: technician?.id ?? null }),
      ...(notified !== undefined && { id_usr_notifica: notified }),
      ...(state && { id_stato: state.id }),
    };
  };
}

/** Returns a function that returns why an event stays: its work is over, a colleague has it, or the user may not. */
function useReason(): (event: CalendarEvent) => string {
  const translate = useTranslate();
  const { family } = useApplication();
  return useCallback(
    ({ job, technician }) => {
      if (isOver(job.id_tipo_stato_odl))
        return translate('officina.error.calendarOver', { state: job.stato ?? job.cod_stato });
      if (family === 'RIFTEC' && job.tecnico && technician !== session.user()?.idUtente)
        return translate('officina.error.calendarAssigned', { who: job.tecnico });
      return translate('officina.error.calendarNotAllowed');
    },
    [translate, family],
  );
}

/** Returns functions that return or say why an event stays. They stay the same. */
function useRefusing({ mayMove }: MoveRights): Pick<Moves, 'whyFixed' | 'refuse'> {
  const say = useSay();
  const reason = useReason();
  const latest = useRef({ say, reason });
  latest.current = { say, reason };
  return useMemo(
    () => ({
      whyFixed: (event) => (mayMove(event) ? undefined : latest.current.reason(event)),
      refuse: (event) => latest.current.say(latest.current.reason(event), 'error'),
    }),
    [mayMove],
  );
}

/**
 * Returns a function that moves an event. It calls `onAsk` if a change needs further values, and then moves the
 * event again.
 */
export function useMoves(
  entity: Entity,
  setting: SettingOf,
  onAsk: (event: CalendarEvent, change: Change) => void,
): Moves {
  const rights = useMoveRights(entity, setting);
  const bodyOf = useBody();
  const { changes, begin, revert } = useAttempts();
  const { send, dialogs } = useSending(entity, revert);
  const { whyFixed, refuse } = useRefusing(rights);
  const latest = useRef<(event: CalendarEvent, requested: Change) => Promise<void>>(async () => undefined);
  latest.current = async (event, requested) => {
    const change = differing(event, requested);
    if (Object.keys(change).length === 0) return;
    const { technician } = change;
    const allowed =
      technician === undefined ? rights.mayMove(event) : rights.mayAssign(event, technician?.id ?? null);
    if (!allowed || (technician === null && !(await rights.askReopening(event)))) return refuse(event);
    const isNotified = (change.notified ?? event.job.id_usr_notifica) !== null;
    if (rights.asksNotified(event, change) && !isNotified) return onAsk(event, change);
    const attempt = { event, body: bodyOf(event, change) };
    begin(attempt, change);
    void send(attempt);
  };
  const move = useCallback<Moves['move']>((event, change) => void latest.current(event, change), []);
  return useMemo(
    () => ({ ...rights, changes, move, whyFixed, refuse, dialogs }),
    [rights, changes, move, whyFixed, refuse, dialogs],
  );
}
