/** The version of each intervention that the user has seen: as loaded, or after their own last change. */
import { useMemo, useRef } from 'react';
import type { CalendarEvent } from './calendar-events.ts';

export interface Versions {
  of(event: CalendarEvent): number;
  /** Stores the version after a change. */
  made(id: number, version: unknown): void;
  /** Sends changes of one intervention in sequence, each based on the result of the previous one. */
  inTurn(id: number, send: () => Promise<void>): Promise<void>;
}

export function useVersions(): Versions {
  const versions = useRef(new Map<number, number>());
  const turns = useRef(new Map<number, Promise<void>>());
  return useMemo(
    () => ({
      of: ({ id, job }) => Math.max(job.versione, versions.current.get(id) ?? 0),
      made(id, version) {
        if (typeof version === 'number') versions.current.set(id, version);
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
