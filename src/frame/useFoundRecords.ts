/**
 * The records that the server finds by what is typed, once the typing rests: those that it finds at once, and then the
 * others. An answer to older words is dropped.
 */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../dataProvider/http.ts';
import { useHouse } from '../../resources/context/application.tsx';
import { listAddress, pageAddress } from '../../resources/context/routes.ts';
import { having } from '../../schemas/catalogue.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useWords } from '../words/Words.tsx';

/** As the server answers them. */
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
  /** The list, where there are more than these. */
  more?: string;
}

const REST_MS = 120;

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
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

/** Whether there are more is not known yet. */
const soFar = (found: Found[]): Found[] =>
  found.flatMap((one) => (one.righe.length > 0 ? [{ ...one, altre: 0 as const }] : []));

/** What stood there stays until there is something new. */
function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value);
  useEffect(() => {
    if (value !== undefined) last.current = value;
  }, [value]);
  return value ?? last.current;
}

/** `waits` until the whole answer is that of what stands typed now. */
export function useFoundRecords(given: string): { groups: RecordGroup[]; waits: boolean; fails: boolean } {
  const { entities, byResource } = useHouse();
  const { language } = useWords();
  const typed = given.trim();
  const rested = useRested(typed);
  const first = useQuery({ ...finderQuery(language, rested, 1), enabled: rested !== '' });
  // Where there can be no more than was found at once, nothing more is asked.
  const lacks = first.data?.data.some(({ altre }) => altre === 1);
  const whole = useQuery({ ...finderQuery(language, rested, 0), enabled: rested !== '' && lacks === true });
  const all = lacks ? whole.data?.data : first.data?.data;
  const found = useLast(all ?? (first.data && soFar(first.data.data)));
  if (typed === '') return { groups: [], waits: false, fails: false };
  const groups = (found ?? []).flatMap((one) => {
    const entity = byResource.get(one.risorsa);
    return entity ? [groupOf(entity, one, entities, rested)] : [];
  });
  const error = first.error ?? whole.error;
  const waits = rested !== typed || (!all && !error);
  return { groups, waits, fails: !waits && error !== null };
}
