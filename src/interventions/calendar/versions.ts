/** Which version of each intervention the person has seen: as it was read, or as his own last change left it. */
import { useMemo, useRef } from 'react';
import type { CalendarEvent } from './calendar-events.ts';

export interface Versions {
  of(event: CalendarEvent): number;
  /** What the server has made of a change. */
  made(id: number, version: unknown): void;
  /** One change after the other for each intervention: the second goes upon what the first has made. */
  inTurn(id: number, send: () => Promise<void>): Promise<void>;
}

export function useVersions(): Versions {
  const own = useRef(new Map<number, number>());
  const turns = useRef(new Map<number, Promise<void>>());
  return useMemo(
    () => ({
      of: ({ id, job }) => Math.max(job.versione, own.current.get(id) ?? 0),
      made(id, version) {
        if (typeof version === 'number') own.current.set(id, version);
      },
      inTurn(id, send) {
        const turn = (turns.current.get(id) ?? Promise.resolve()).then(send);
        turns.current.set(
          id,
          turn.catch(() => undefined),
        );
        return turn;
      },
    }),
    [],
  );
}
