/** Returns true once the page has no more requests, so that optional data are loaded after the necessary ones. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const LOOK_MS = 300;
/** Between two requests of a page its code may load, which on a slow line takes longer than one look. */
const QUIET_LOOKS = 3;

export function useIdle(): boolean {
  const client = useQueryClient();
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (idle) return;
    let quiet = 0;
    const timer = setInterval(() => {
      quiet = client.isFetching() === 0 ? quiet + 1 : 0;
      if (quiet >= QUIET_LOOKS) setIdle(true);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [client, idle]);
  return idle;
}
