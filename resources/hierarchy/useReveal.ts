/** Opens the path to a node that is selected elsewhere, and scrolls to it. */
import { type RefObject, useEffect, useRef } from 'react';
import type { TreeApi } from 'react-arborist';
import type { Entity } from '../../schemas/entity.ts';
import type { LevelOf, TreeItem } from './nodes.ts';
import { useWay } from './useWay.ts';

interface RevealProps {
  entity: Entity;
  root: number;
  id: number | undefined;
  api: RefObject<TreeApi<TreeItem> | undefined>;
  set(id: number, open: boolean): void;
  levelOf: LevelOf;
  readMore(parent: number): void;
}

export function useReveal({ entity, root, id, api, set, levelOf, readMore }: RevealProps): void {
  const revealed = useRef<number>(undefined);
  const isVisible = revealed.current === id || id === root || Boolean(api.current?.get(String(id)));
  const way = useWay(entity, isVisible ? undefined : id);
  useEffect(() => {
    if (id === undefined || revealed.current === id) return;
    if (api.current?.get(String(id))) {
      revealed.current = id;
      void api.current.scrollTo(String(id));
      return;
    }
    if (!way || way.at(-1)?.id !== id) return;
    const from = root === 0 ? 0 : way.findIndex((node) => node.id === root) + 1;
    let parent = root;
    for (const node of way.slice(from)) {
      const level = levelOf(parent);
      if (level && level.rows.length < level.total && !level.rows.some((row) => row.id === node.id))
        readMore(parent);
      if (node.id === id) break;
      set(node.id, true);
      api.current?.open(String(node.id));
      parent = node.id;
    }
  }, [id, way, root, api, set, levelOf, readMore]);
}
