/** The calendar's address: view, date, filters. Back restores the previous one. */
import { useMemo } from 'react';
import { useStore } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Row } from '../../../schemas/entity.ts';
import { rangeOf } from '../../../schemas/ranges.ts';
import { isInRange, VIEWS, type View } from './calendar-days.ts';

/** Filters that the calendar sets itself. */
const PERIOD = ['data', ...Object.values(rangeOf('data'))];

export interface Place {
  view: View;
  day: string;
  filter: Row;
  turn(to: Partial<Pick<Place, 'view' | 'day' | 'filter'>>): void;
}

interface Stored {
  view?: string;
  filter?: Row;
}

const isView = (text: string | null | undefined): text is View => VIEWS.some((view) => view === text);

function filterIn(text: string | null): Row | undefined {
  try {
    const parsed: unknown = JSON.parse(text ?? '');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Row)
      : undefined;
  } catch {
    return undefined;
  }
}

const cleaned = (filter: Row): Row =>
  Object.fromEntries(
    Object.entries(filter).filter(
      ([name, value]) => !PERIOD.includes(name) && value !== undefined && value !== '',
    ),
  );

/**
 * Returns the user's choices relative to `first`, with '' for removed filters, so that a changed setting still
 * applies.
 */
function chosenOf(filter: Row, first: Row): Row {
  const removed = Object.keys(first).filter((name) => !(name in filter));
  const changed = Object.entries(filter).filter(([name, value]) => String(first[name]) !== String(value));
  return Object.fromEntries([...changed, ...removed.map((name) => [name, ''])]);
}

/** Returns the place in the address. `first` contains the initial filters. */
export function usePlace(today: string, first: Row): Place {
  const [search, setSearch] = useSearchParams();
  const [stored, store] = useStore<Stored>('odl.calendar.place', {});
  return useMemo(() => {
    const [view, day] = [search.get('view'), search.get('day')];
    const chosen = filterIn(search.get('filter')) ?? stored.filter ?? {};
    const place = {
      view: isView(view) ? view : isView(stored.view) ? stored.view : 'month',
      day: isInRange(day) ? day : today,
      filter: cleaned({ ...first, ...chosen }),
    } as const;
    return {
      ...place,
      turn(to) {
        const filter = to.filter ? chosenOf(cleaned(to.filter), first) : chosen;
        const next = { ...place, ...to, filter };
        store({ view: next.view, filter: next.filter });
        setSearch({ view: next.view, day: next.day, filter: JSON.stringify(next.filter) });
      },
    };
  }, [search, setSearch, stored, store, today, first]);
}
