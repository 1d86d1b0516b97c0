/** What a list has come to offer since the person arranged its columns is not switched on by itself. */
import { useLayoutEffect } from 'react';
import { useStore } from 'react-admin';
import type { Entity } from '../../schemas/entity.ts';
import { columnPlace, offeredSources } from './columns.ts';

export function useNewColumns(entity: Entity): void {
  const place = columnPlace(entity);
  const [hidden, setHidden] = useStore<string[] | undefined>(place);
  const [known, setKnown] = useStore<string[]>(`${place}_offered`, []);
  const offered = offeredSources(entity);
  useLayoutEffect(() => {
    const fresh = offered.filter((source) => !known.includes(source));
    if (fresh.length === 0) return;
    setKnown([...known, ...fresh]);
    if (hidden) setHidden([...new Set([...hidden, ...fresh])]);
  });
}
