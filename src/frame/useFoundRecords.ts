/** The records that the server finds by what is typed, once the typing rests; an answer to older words is dropped. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../dataProvider/http.ts';
import { useHouse } from '../../resources/House.tsx';
import { listAddress, pageAddress } from '../../resources/routes.ts';
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
  const filter = { ...entity.finder!.among, filtro: typed };
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

/** `waits` until the answer is that of what stands typed now. */
export function useFoundRecords(given: string): { groups: RecordGroup[]; waits: boolean; fails: boolean } {
  const { entities, byResource } = useHouse();
  const { language } = useWords();
  const typed = given.trim();
  const rested = useRested(typed);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['finder', language, rested],
    enabled: rested !== '',
    queryFn: ({ signal }) => call<Found[]>('/cerca/', { query: { q: rested }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  if (typed === '') return { groups: [], waits: false, fails: false };
  const groups = (data?.data ?? []).flatMap((found) => {
    const entity = byResource.get(found.risorsa);
    return entity ? [groupOf(entity, found, entities, rested)] : [];
  });
  const waits = rested !== typed || isPlaceholderData || (isFetching && !data);
  return { groups, waits, fails: !waits && error !== null };
}
