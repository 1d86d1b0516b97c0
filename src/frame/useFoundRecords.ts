/**
 * Searches records while the user types, after a short pause. Quick results come first, then the others. Responses
 * to older texts are ignored.
 */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../dataProvider/http.ts';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { listAddress, pageAddress } from '../../resources/context/routes.ts';
import { having } from '../../schemas/catalogue.ts';
import type { Entity } from '../../schemas/entity.ts';

interface Found {
  risorsa: string;
  righe: { id: number; codice: string | null; testo: string; fatto: string | null }[];
  altre: 0 | 1;
}

export interface RecordHit {
  path: string;
  code: string;
  text: string;
  fact: string;
}

export interface RecordGroup {
  entity: Entity;
  hits: RecordHit[];
  /** The address of the list, if there are more hits. */
  more?: string;
}

const PAUSE_MS = 120;

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

function groupOf(entity: Entity, found: Found, entities: Entity[], typed: string): RecordGroup {
  const list = listAddress(entity, entities);
  const filter = { ...having(entity, 'finder').finder.among, filtro: typed };
  return {
    entity,
    hits: found.righe.map(({ id, codice, testo, fatto }) => ({
      path: pageAddress(entity, id)!,
      code: codice ?? '',
      text: testo,
      fact: fatto ?? '',
    })),
    more: found.altre && list ? `${list}?filter=${encodeURIComponent(JSON.stringify(filter))}` : undefined,
  };
}

const finderQuery = (language: string, text: string, atOnce: 0 | 1) => ({
  queryKey: ['finder', language, text, atOnce],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<Found[]>('/cerca/', { query: { q: text, ...(atOnce && { subito: 1 }) }, signal }),
  staleTime: 10_000,
  retry: false,
});

/** Returns the results so far, without saying whether there are more hits, which only the full reply tells. */
const soFar = (found: Found[]): Found[] =>
  found.flatMap((one) => (one.righe.length > 0 ? [{ ...one, altre: 0 as const }] : []));

/** Returns the last defined value. */
function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value);
  useEffect(() => {
    if (value !== undefined) last.current = value;
  }, [value]);
  return value ?? last.current;
}

/** Returns the records that match. `waits` is true until the full reply to the current text has arrived. */
export function useFoundRecords(input: string): { groups: RecordGroup[]; waits: boolean; fails: boolean } {
  const { entities, byResource } = useApplication();
  const language = useLanguage();
  const typed = input.trim();
  const debounced = useDebounced(typed);
  const first = useQuery({ ...finderQuery(language, debounced, 1), enabled: debounced !== '' });
  // The quick reply may already be complete.
  const isPartial = first.data?.data.some(({ altre }) => altre === 1);
  const full = useQuery({
    ...finderQuery(language, debounced, 0),
    enabled: debounced !== '' && isPartial === true,
  });
  const all = isPartial ? full.data?.data : first.data?.data;
  const found = useLast(all ?? (first.data && soFar(first.data.data)));
  if (typed === '') return { groups: [], waits: false, fails: false };
  const groups = (found ?? []).flatMap((one) => {
    const entity = byResource.get(one.risorsa);
    return entity ? [groupOf(entity, one, entities, debounced)] : [];
  });
  const error = first.error ?? full.error;
  const waits = debounced !== typed || (!all && !error);
  return { groups, waits, fails: !waits && error !== null };
}
