/** Reads a tree level by level, as its nodes open. Levels that were read stay in the cache. */
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Level, OfficinaProvider } from '../../dataProvider/provider.ts';
import type { Entity } from '../../schemas/entity.ts';
import type { LevelOf } from './nodes.ts';

export type Limits = Record<string, string>;

/** Returns the start of the cache key of every query of a tree. */
export const treeKey = (entity: Entity): string[] => [entity.resource, 'tree'];

interface Levels {
  levelOf: LevelOf;
  /** Reads the next page of a node's children. */
  readMore(parent: number): void;
  error: unknown;
  retry(): void;
}

export function useLevels(entity: Entity, root: number, open: Set<number>, limits: Limits): Levels {
  const provider = useDataProvider<OfficinaProvider>();
  const client = useQueryClient();
  const [pages, setPages] = useState<Record<number, number>>({});
  const keyOf = (parent: number, page: number) => [...treeKey(entity), 'level', parent, page, limits];
  const needed: { parent: number; page: number }[] = [];
  // Only nodes that were read themselves count: a node stored as open may be deleted, or hidden from this user.
  const visit = (parent: number): void => {
    for (let page = 1; page <= (pages[parent] ?? 1); page += 1) {
      needed.push({ parent, page });
      const level = client.getQueryData<Level>(keyOf(parent, page));
      for (const { id, num_figli } of level?.rows ?? []) if (num_figli && open.has(id)) visit(id);
    }
  };
  visit(root);
  const results = useQueries({
    queries: needed.map(({ parent, page }) => ({
      queryKey: keyOf(parent, page),
      queryFn: () => provider.level(entity.resource, parent, page, limits),
    })),
  });
  const read = results.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  const neededKey = needed.map(({ parent, page }) => `${parent}:${page}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: results are new objects at each render; these two tell when they differ.
  const levels = useMemo(() => {
    const levels = new Map<number, Level>();
    for (const [index, { parent }] of needed.entries()) {
      const data = results[index]?.data;
      if (!data) continue;
      const before = levels.get(parent)?.rows ?? [];
      levels.set(parent, { rows: [...before, ...data.rows], total: data.total });
    }
    return levels;
  }, [read, neededKey]);
  const levelOf = useCallback((parent: number) => levels.get(parent), [levels]);
  return {
    levelOf,
    readMore: (parent) => {
      const count = levels.get(parent)?.rows.length ?? 0;
      const size = client.getQueryData<Level>(keyOf(parent, 1))?.rows.length ?? 0;
      if (size > 0) setPages((before) => ({ ...before, [parent]: Math.ceil(count / size) + 1 }));
    },
    error: results.find(({ error }) => error)?.error ?? undefined,
    retry: () => void client.refetchQueries({ queryKey: treeKey(entity), type: 'active' }),
  };
}
