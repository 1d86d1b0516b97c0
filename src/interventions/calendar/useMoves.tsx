/** Work moved to another day or given to another person: shown at once, and back where it was when it is refused. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { CallError, call } from '../../../dataProvider/http.ts';
import { outcomeOf } from '../../../resources/form/saving.ts';
import { useHouse, useLanguage, usePlantZone } from '../../../resources/House.tsx';
import { instantOf } from '../../../resources/plant-time.ts';
import { faultsOf, useSay } from '../../../resources/say.ts';
import type { SettingOf } from '../../../schemas/access.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import { useAllStates } from '../form/calls.ts';
import { type MoveRights, stateAfter, useMoveRights } from './assigning.ts';
import { type Attempt, type Ending, Endings } from './Endings.tsx';
import type { CalendarEvent, Change } from './jobs.ts';
import { useVersions } from './versions.ts';

const BLOCKED = -9;
/** BlockAssigned: a technician who is busy is asked about; otherwise he is refused. */
const ASKS = '2';

export interface Moves extends MoveRights {
  changes: Map<number, Change>;
  /** What is not said stays as it is. */
  move(event: CalendarEvent, change: Change): void;
  dialogs: ReactNode;
}

/** What differs, and no more. */
function differing({ wall, technician }: CalendarEvent, change: Change): Change {
  const { notified } = change;
  const given = change.technician === undefined ? undefined : (change.technician?.id ?? null);
  return {
    ...(change.wall !== undefined && change.wall !== wall && { wall: change.wall }),
    ...(given !== undefined &&
      given !== technician && { technician: change.technician, ...(notified !== undefined && { notified }) }),
  };
}

/** `onAsk` asks for what a change needs beside itself, and moves again. */
export function useMoves(
  entity: Entity,
  setting: SettingOf,
  onAsk: (event: CalendarEvent, change: Change) => void,
): Moves {
  const language = useLanguage();
  const client = useQueryClient();
  const say = useSay();
  const states = useAllStates();
  const zone = usePlantZone();
  const { may } = useHouse();
  const versions = useVersions();
  const [changes, setChanges] = useState<Map<number, Change>>(new Map());
  const [ending, setEnding] = useState<Ending>();
  const rights = useMoveRights(entity, setting);
  const show = (id: number, change: Change | undefined) =>
    setChanges((before) => {
      const next = new Map(before);
      if (change) next.set(id, { ...before.get(id), ...change });
      else next.delete(id);
      return next;
    });
  const last = useRef(new Map<number, Attempt>());
  /** What has been moved again meanwhile stays where it was put last. */
  const back = (attempt: Attempt) => {
    const { id } = attempt.event;
    if (last.current.get(id) !== attempt) return;
    last.current.delete(id);
    show(id, undefined);
  };

  /** What the person did, and what was shown beside it: theirs of everything else that a colleague has changed. */
  const seenWith = ({ event, body }: Attempt): Row => {
    const { data_ordine: wall } = body;
    const shown = entity.fields.filter(({ name, write }) => name in event.job && (!write || may(write)));
    return {
      ...Object.fromEntries(shown.map(({ name }) => [name, event.job[name]])),
      ...body,
      ...(typeof wall === 'string' && !wall.endsWith('Z') && { data_ordine: instantOf(wall, zone) }),
    };
  };
  const endingOf = (error: unknown, attempt: Attempt): Ending => {
    const { conflict } = outcomeOf(error, seenWith(attempt));
    if (conflict) return { kind: 'stale', attempt, conflict };
    const reason = faultsOf(error, entity, language);
    const asks = error instanceof CallError && error.result === BLOCKED;
    const blocked = asks && setting('BlockAssigned') === ASKS;
    return { kind: blocked ? 'blocked' : 'refused', attempt, reason };
  };
  const send = (attempt: Attempt, bypass: boolean) =>
    versions.inTurn(attempt.event.id, () => sendNow(attempt, bypass));
  const sendNow = async (attempt: Attempt, bypass: boolean) => {
    const { event } = attempt;
    const query = { isBypassBlockAllowed: bypass ? 1 : undefined };
    const body = { versione: versions.of(event), ...attempt.body };
    try {
      const { data } = await call<Row>(`/odl/${event.id}`, { method: 'PUT', query, body });
      versions.made(event.id, data.versione);
    } catch (error) {
      const met = endingOf(error, attempt);
      setEnding(met);
      if (met.kind === 'refused') back(attempt);
      return;
    }
    // What is shown of the change ends when what is read has it.
    await client.invalidateQueries({ queryKey: ['odl'] });
    back(attempt);
  };

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
    const isTold = (change.notified ?? event.job.id_usr_notifica) !== null;
    if (rights.asksNotified(event, change) && !isTold) return onAsk(event, change);
    const attempt = { event, change, body: bodyOf(event, change) };
    last.current.set(event.id, attempt);
    show(event.id, change);
    void send(attempt, false);
  };
  const move = useCallback<Moves['move']>((event, change) => void latest.current(event, change), []);

  const dialogs = ending && (
    <Endings
      entity={entity}
      ending={ending}
      onBypass={(attempt) => {
        setEnding(undefined);
        void send(attempt, true);
      }}
      onChosen={(attempt) => {
        setEnding(undefined);
        last.current.set(attempt.event.id, attempt);
        void send(attempt, false);
      }}
      onClose={() => {
        setEnding(undefined);
        back(ending.attempt);
        // What a colleague has made of it is to be seen.
        if (ending.kind === 'stale') void client.invalidateQueries({ queryKey: ['odl'] });
      }}
    />
  );
  return useMemo(() => ({ ...rights, changes, move, dialogs }), [rights, changes, move, dialogs]);
}
