/** Where in the calendar one is, in its address: the view, the day, the filters. Back leads to the place before. */
import { useMemo } from 'react';
import { useStore } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Row } from '../../../schemas/entity.ts';
import { isShown, VIEWS, type View } from './calendar-days.ts';

/** The period is the calendar's own. */
const PERIOD = ['data', 'dataDa', 'dataA'];

export interface Place {
  view: View;
  day: string;
  filter: Row;
  turn(to: Partial<Pick<Place, 'view' | 'day' | 'filter'>>): void;
}

interface Kept {
  view?: string;
  filter?: Row;
}

const isView = (text: string | null | undefined): text is View => VIEWS.some((view) => view === text);

function filterIn(text: string | null): Row | undefined {
  try {
    const told: unknown = JSON.parse(text ?? '');
    return typeof told === 'object' && told !== null && !Array.isArray(told) ? (told as Row) : undefined;
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

/** What somebody chose beside `first`, where '' is one of those that he took away: a setting that changes changes the rest. */
function chosenOf(filter: Row, first: Row): Row {
  const left = Object.keys(first).filter((name) => !(name in filter));
  const own = Object.entries(filter).filter(([name, value]) => String(first[name]) !== String(value));
  return Object.fromEntries([...own, ...left.map((name) => [name, ''])]);
}

/** `first` are the filters that stand unless one takes them away. */
export function usePlace(today: string, first: Row): Place {
  const [search, setSearch] = useSearchParams();
  const [kept, keep] = useStore<Kept>('odl.calendar.place', {});
  return useMemo(() => {
    const [told, day] = [search.get('view'), search.get('day')];
    const chosen = filterIn(search.get('filter')) ?? kept.filter ?? {};
    const place = {
      view: isView(told) ? told : isView(kept.view) ? kept.view : 'month',
      day: isShown(day) ? day : today,
      filter: cleaned({ ...first, ...chosen }),
    } as const;
    return {
      ...place,
      turn(to) {
        const filter = to.filter ? chosenOf(cleaned(to.filter), first) : chosen;
        const next = { ...place, ...to, filter };
        keep({ view: next.view, filter: next.filter });
        setSearch({ view: next.view, day: next.day, filter: JSON.stringify(next.filter) });
      },
    };
  }, [search, setSearch, kept, keep, today, first]);
}
