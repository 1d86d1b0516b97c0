/** Moves an event to another date or technician: visible at once, reverted if the server refuses. */
import Button from '@mui/material/Button';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { type Seen, useAct } from '../../../resources/acts/useAct.tsx';
import { useApplication, useLanguage, usePlantZone } from '../../../resources/context/application.tsx';
import { addressOf } from '../../../resources/context/routes.ts';
import { RefusalDialog } from '../../../resources/feedback/RefusalDialog.tsx';
import { faultsOf, useSay } from '../../../resources/feedback/toasts.ts';
import { instantOf, wallOf } from '../../../resources/format/plant-time.ts';
import type { SettingOf } from '../../../schemas/access.ts';
import { routeOf } from '../../../schemas/catalogue.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import { useAllStates } from '../calls/form-lookups.ts';
import { type MoveRights, stateAfter, useMoveRights } from './assigning.ts';
import type { CalendarEvent, Change } from './calendar-events.ts';
import { useVersions } from './versions.ts';

interface Attempt {
  event: CalendarEvent;
  body: Row;
}

export interface Moves extends MoveRights {
  changes: Map<number, Change>;
  /** Values that are left out stay the same. */
  move(event: CalendarEvent, change: Change): void;
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

/** `onAsk` asks for further values of a change and then moves again. */
export function useMoves(
  entity: Entity,
  setting: SettingOf,
  onAsk: (event: CalendarEvent, change: Change) => void,
): Moves {
  const language = useLanguage();
  const say = useSay();
  const states = useAllStates();
  const zone = usePlantZone();
  const { act, may } = useApplication();
  const versions = useVersions();
  const [changes, setChanges] = useState<Map<number, Change>>(new Map());
  const translate = useTranslate();
  const { ask, dialog } = useAct(act('plan'));
  const [refused, setRefused] = useState<{ id: number; reason: string }>();
  const rights = useMoveRights(entity, setting);
  const show = (id: number, change: Change | undefined) =>
    setChanges((before) => {
      const next = new Map(before);
      if (change) next.set(id, { ...before.get(id), ...change });
      else next.delete(id);
      return next;
    });
  const look = (id: number) => (
    <Button component={Link} to={addressOf(routeOf(entity, 'detail'), id)}>
      {translate('officina.calendar.open')}
    </Button>
  );
  const last = useRef(new Map<number, Attempt>());
  /** Reverts an attempt, unless the event was moved again. */
  const revert = (attempt: Attempt) => {
    const { id } = attempt.event;
    if (last.current.get(id) !== attempt) return;
    last.current.delete(id);
    show(id, undefined);
  };

  /** Returns the record that the user saw with their change, for conflicts with changes of others. */
  const seenRecord = (event: CalendarEvent): Seen => {
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
      look: look(event.id),
    };
  };
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

  const bodyOf = (event: CalendarEvent, change: Change): Row => {
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
  const latest = useRef<(event: CalendarEvent, wanted: Change) => Promise<void>>(async () => undefined);
  latest.current = async (event, wanted) => {
    const change = differing(event, wanted);
    if (Object.keys(change).length === 0) return;
    const { technician } = change;
    const allowed =
      technician === undefined ? rights.mayMove(event) : rights.mayAssign(event, technician?.id ?? null);
    if (!allowed || (technician === null && !(await rights.askReopening(event))))
      return say('officina.error.calendarNotAllowed', 'error');
    const isNotified = (change.notified ?? event.job.id_usr_notifica) !== null;
    if (rights.asksNotified(event, change) && !isNotified) return onAsk(event, change);
    const attempt = { event, body: bodyOf(event, change) };
    last.current.set(event.id, attempt);
    show(event.id, change);
    void send(attempt);
  };
  const move = useCallback<Moves['move']>((event, change) => void latest.current(event, change), []);

  const dialogs = (
    <>
      {dialog}
      {refused && (
        <RefusalDialog next={look(refused.id)} onClose={() => setRefused(undefined)}>
          {refused.reason}
        </RefusalDialog>
      )}
    </>
  );
  return useMemo(() => ({ ...rights, changes, move, dialogs }), [rights, changes, move, dialogs]);
}
