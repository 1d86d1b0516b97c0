/** Work moved to another day or given to another person: shown at once, and back where it was when it is refused. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { CallError, call } from '../../../dataProvider/http.ts';
import { ConfirmDialog } from '../../../resources/ConfirmDialog.tsx';
import { useLanguage } from '../../../resources/House.tsx';
import { RefusalDialog } from '../../../resources/RefusalDialog.tsx';
import { faultsOf, useSay } from '../../../resources/say.ts';
import type { SettingOf } from '../../../schemas/access.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import { useAllStates } from '../form/calls.ts';
import { type MoveRights, stateAfter, useMoveRights } from './assigning.ts';
import type { CalendarEvent, Change } from './jobs.ts';

const BLOCKED = -9;
/** BlockAssigned: a technician who is busy is asked about; otherwise he is refused. */
const ASKS = '2';

export interface Moves extends MoveRights {
  changes: Map<number, Change>;
  /** What is not said stays as it is. */
  move(event: CalendarEvent, change: Change): void;
  dialogs: ReactNode;
}

interface Attempt {
  event: CalendarEvent;
  change: Change;
  body: Row;
}

type Ending = { kind: 'refused'; reason: string } | { kind: 'blocked'; reason: string; attempt: Attempt };

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
  const translate = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const say = useSay();
  const states = useAllStates();
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

  const send = async (attempt: Attempt, bypass: boolean) => {
    const { event, body } = attempt;
    const query = { isBypassBlockAllowed: bypass ? 1 : undefined };
    try {
      await call(`/odl/${event.id}`, { method: 'PUT', query, body });
    } catch (error) {
      const reason = faultsOf(error, entity, language);
      const asks = error instanceof CallError && error.result === BLOCKED;
      if (asks && setting('BlockAssigned') === ASKS) return setEnding({ kind: 'blocked', reason, attempt });
      setEnding({ kind: 'refused', reason });
      return back(attempt);
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
      ending={ending}
      title={translate('officina.calendar.move')}
      onBypass={(attempt) => {
        setEnding(undefined);
        void send(attempt, true);
      }}
      onClose={() => {
        if (ending.kind === 'blocked') back(ending.attempt);
        setEnding(undefined);
      }}
    />
  );
  return useMemo(() => ({ ...rights, changes, move, dialogs }), [rights, changes, move, dialogs]);
}

interface EndingsProps {
  ending: Ending;
  title: string;
  onBypass(attempt: Attempt): void;
  onClose(): void;
}

function Endings({ ending, title, onBypass, onClose }: EndingsProps) {
  const translate = useTranslate();
  if (ending.kind === 'refused') return <RefusalDialog onClose={onClose}>{ending.reason}</RefusalDialog>;
  return (
    <ConfirmDialog
      open
      mild
      title={title}
      confirm={translate('officina.interventions.detail.proceed')}
      cancel={translate('officina.cancel')}
      onConfirm={() => onBypass(ending.attempt)}
      onClose={onClose}
    >
      {`${ending.reason} ${translate('officina.confirm.proceed')}`}
    </ConfirmDialog>
  );
}
