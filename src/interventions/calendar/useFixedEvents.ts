/**
 * Events that the user may not move. They cannot be dragged: an attempt says why at once, and does not open the
 * event.
 */
import { type MouseEvent, useRef } from 'react';
import type { CalendarEvent } from './calendar-events.ts';
import { eventAt } from './EventMenu.tsx';
import type { Moves } from './useMoves.tsx';

/** The distance in pixels below which a movement counts as a click. */
export const STILL_PX = 5;

/** Ignores the click at the end of an attempt. */
function ignoreClick(): void {
  const stop = (click: Event) => {
    click.preventDefault();
    click.stopPropagation();
  };
  addEventListener('click', stop, true);
  addEventListener('mouseup', () => setTimeout(() => removeEventListener('click', stop, true)), {
    capture: true,
    once: true,
  });
}

/** Returns the handler for a button pressed on any event of a calendar. */
export function useFixedEvents(events: CalendarEvent[], { mayMove, refuse }: Moves) {
  const latest = useRef(refuse);
  latest.current = refuse;
  return ({ button, target, clientX, clientY }: MouseEvent) => {
    const event = button === 0 ? eventAt(target, events) : undefined;
    if (!event || mayMove(event)) return;
    const end = new AbortController();
    const options = { capture: true, signal: end.signal };
    const move = (to: globalThis.MouseEvent) => {
      if (Math.hypot(to.clientX - clientX, to.clientY - clientY) <= STILL_PX) return;
      end.abort();
      ignoreClick();
      latest.current(event);
    };
    addEventListener('mousemove', move, options);
    addEventListener('mouseup', () => end.abort(), options);
  };
}
