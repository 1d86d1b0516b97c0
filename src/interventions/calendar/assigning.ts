/** What a change of technician brings with it: another state, and somebody who is told. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { call } from '../../../dataProvider/http.ts';
import { session } from '../../../dataProvider/session.ts';
import { useHouse } from '../../../resources/context/application.tsx';
import type { SettingOf } from '../../../schemas/access.ts';
import type { Entity } from '../../../schemas/entity.ts';
import { ASSIGNED_CODE, OPEN_CODE } from '../../../schemas/interventions.ts';
import type { NextState } from '../calls/intervention-calls.ts';
import { NOTIFIES_ALWAYS } from '../states/state-offers.ts';
import type { CalendarEvent, Change } from './calendar-events.ts';

/** The code of the state it goes into by itself: who is given an open one makes it assigned; open ones are nobody's. */
export function stateAfter({ job }: CalendarEvent, { technician }: Change): string | undefined {
  if (technician && job.cod_stato === OPEN_CODE) return ASSIGNED_CODE;
  return technician === null && job.cod_stato === ASSIGNED_CODE ? OPEN_CODE : undefined;
}

export interface MoveRights {
  mayMove(event: CalendarEvent): boolean;
  /** To this person; to anybody at all, when nobody is named. */
  mayAssign(event: CalendarEvent, technician?: number | null): boolean;
  /** Is somebody to be named who is told, by this person? */
  asksNotified(event: CalendarEvent, change: Change): boolean;
  /** May it be nobody's again? Answered by the server. */
  askReopening(event: CalendarEvent): Promise<boolean>;
}

export function useMoveRights(entity: Entity, setting: SettingOf): MoveRights {
  const { may, family } = useHouse();
  const names = may(entity.field('id_tecnico')?.write ?? []);
  const notifies = may(entity.field('id_usr_notifica')?.write ?? []);
  const { known, askReopening } = useReopening();
  return useMemo(
    () => ({
      mayMove: ({ job }) => job.dataInizioModificabile === 1,
      mayAssign: ({ id, job }, technician) =>
        names &&
        job.modificabile === 1 &&
        job.dataInizioModificabile === 1 &&
        // Until the server has said no.
        (technician !== null || job.cod_stato !== ASSIGNED_CODE || known.get(id) !== false) &&
        // A technician gives work to himself only.
        (technician === undefined || family !== 'RIFTEC' || technician === session.user()?.idUtente),
      asksNotified: ({ job }, { technician }) =>
        notifies &&
        Boolean(technician) &&
        setting('UserMailNotif') === NOTIFIES_ALWAYS &&
        (job.cod_stato === OPEN_CODE || job.cod_stato === ASSIGNED_CODE),
      askReopening,
    }),
    [names, notifies, family, setting, known, askReopening],
  );
}

const FRESH_MS = 10_000;

/** What is taken away from its technician is open again, where the plant's states and the person's role allow it. */
function useReopening() {
  const client = useQueryClient();
  const [known, setKnown] = useState<ReadonlyMap<number, boolean>>(new Map());
  const askReopening = useCallback(
    async ({ id, job }: CalendarEvent): Promise<boolean> => {
      if (job.cod_stato !== ASSIGNED_CODE) return true;
      const queryKey = ['odl', 'next-states', id];
      const queryFn = async () => (await call<NextState[]>('/stato/', { query: { idOdl: id } })).data;
      // What cannot be asked now is refused, or not, when it is sent.
      const next = await client.fetchQuery({ queryKey, queryFn, staleTime: FRESH_MS }).catch(() => undefined);
      const opens = next?.some(({ codice }) => codice === OPEN_CODE) ?? true;
      setKnown((before) => (before.get(id) === opens ? before : new Map(before).set(id, opens)));
      return opens;
    },
    [client],
  );
  return { known, askReopening };
}
