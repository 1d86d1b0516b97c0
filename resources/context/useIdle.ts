/** Returns true once the page has no more requests, so that optional data are loaded after the necessary ones. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const LOOK_MS = 300;

export function useIdle(): boolean {
  const client = useQueryClient();
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (idle) return;
    const timer = setInterval(() => client.isFetching() === 0 && setIdle(true), LOOK_MS);
    return () => clearInterval(timer);
  }, [client, idle]);
  return idle;
}
