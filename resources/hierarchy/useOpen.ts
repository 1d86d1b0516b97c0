/** The nodes that are open: remembered from visit to visit, the oldest forgotten first. */
import { useCallback, useMemo, useRef } from 'react';
import { useStore } from 'react-admin';

const REMEMBERED = 200;
const NONE: number[] = [];

export function useOpen(key: string) {
  const [ids, setIds] = useStore<number[]>(key, NONE);
  // Several are opened at once on the way down to a node; the store tells of each only when it is drawn again.
  const latest = useRef(ids);
  latest.current = ids;
  const open = useMemo(() => new Set(ids), [ids]);
  const set = useCallback(
    (id: number, isOpen: boolean) => {
      const others = latest.current.filter((one) => one !== id);
      latest.current = isOpen ? [...others, id].slice(-REMEMBERED) : others;
      setIds(latest.current);
    },
    [setIds],
  );
  return { open, set };
}
