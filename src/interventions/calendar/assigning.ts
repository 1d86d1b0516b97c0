/** The consequences of a new technician: another state, a notified user. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { call } from '../../../dataProvider/http.ts';
import { session } from '../../../dataProvider/session.ts';
import { useApplication } from '../../../resources/context/application.tsx';
import type { SettingOf } from '../../../schemas/access.ts';
import type { Entity } from '../../../schemas/entity.ts';
import { ASSIGNED_CODE, NOTIFIES, NOTIFIES_ALWAYS, OPEN_CODE } from '../../../schemas/interventions.ts';
import type { NextState } from '../../../schemas/state-offers.ts';
import { type CalendarEvent, type Change, isMovable } from './calendar-events.ts';

/**
 * Returns the code of the state that the server sets. An open intervention becomes assigned when it is assigned,
 * and open again when it is unassigned.
 */
export function stateAfter({ job }: CalendarEvent, { technician }: Change): string | undefined {
  if (technician && job.cod_stato === OPEN_CODE) return ASSIGNED_CODE;
  return technician === null && job.cod_stato === ASSIGNED_CODE ? OPEN_CODE : undefined;
}

export interface MoveRights {
  mayMove(event: CalendarEvent): boolean;
  /** Returns whether the user may assign the event to this technician; without one, to any technician. */
  mayAssign(event: CalendarEvent, technician?: number | null): boolean;
  /** Returns whether the user must name someone to notify. */
  asksNotified(event: CalendarEvent, change: Change): boolean;
  /** Asks the server whether the intervention may become unassigned. */
  askReopening(event: CalendarEvent): Promise<boolean>;
}

export function useMoveRights(entity: Entity, setting: SettingOf): MoveRights {
  const { may, family } = useApplication();
  const names = may(entity.field('id_tecnico')?.write ?? []);
  const notifies = may(entity.field('id_usr_notifica')?.write ?? []);
  const { answers, askReopening } = useReopening();
  return useMemo(
    () => ({
      mayMove: isMovable,
      mayAssign: ({ id, job }, technician) =>
        names &&
        job.modificabile === 1 &&
        isMovable({ job }) &&
        // Until the server answers, the change is assumed to be possible.
        (technician !== null || job.cod_stato !== ASSIGNED_CODE || answers.get(id) !== false) &&
        // Technicians may assign only themselves.
        (technician === undefined || family !== 'RIFTEC' || technician === session.user()?.idUtente),
      asksNotified: ({ job }, { technician }) =>
        notifies &&
        Boolean(technician) &&
        setting(NOTIFIES) === NOTIFIES_ALWAYS &&
        (job.cod_stato === OPEN_CODE || job.cod_stato === ASSIGNED_CODE),
      askReopening,
    }),
    [names, notifies, family, setting, answers, askReopening],
  );
}

const FRESH_MS = 10_000;

/** Returns a function that asks the server whether unassigning may reopen an intervention, and the earlier answers. */
function useReopening() {
  const client = useQueryClient();
  const [answers, setAnswers] = useState<ReadonlyMap<number, boolean>>(new Map());
  const askReopening = useCallback(
    async ({ id, job }: CalendarEvent): Promise<boolean> => {
      if (job.cod_stato !== ASSIGNED_CODE) return true;
      const queryKey = ['odl', 'next-states', id];
      const queryFn = async () => (await call<NextState[]>('/stato/', { query: { idOdl: id } })).data;
      // Without an answer, the server decides when the change is sent.
      const next = await client.fetchQuery({ queryKey, queryFn, staleTime: FRESH_MS }).catch(() => undefined);
      const opens = next?.some(({ codice }) => codice === OPEN_CODE) ?? true;
      setAnswers((before) => (before.get(id) === opens ? before : new Map(before).set(id, opens)));
      return opens;
    },
    [client],
  );
  return { answers, askReopening };
}
