/** The open nodes of a tree, stored in the browser. If there are too many, the oldest are removed. */
import { useCallback, useMemo, useRef } from 'react';
import { useStore } from 'react-admin';

const REMEMBERED = 200;
const NONE: number[] = [];

export function useOpen(key: string) {
  const [ids, setIds] = useStore<number[]>(key, NONE);
  // Revealing a node opens several nodes at once, but the store changes only with the next render.
  const latest = useRef(ids);
  latest.current = ids;
  const open = useMemo(() => new Set(ids), [ids]);
  const set = useCallback(
    (id: number, isOpen: boolean) => {
      const others = latest.current.filter((openId) => openId !== id);
      latest.current = isOpen ? [...others, id].slice(-REMEMBERED) : others;
      setIds(latest.current);
    },
    [setIds],
  );
  return { open, set };
}
