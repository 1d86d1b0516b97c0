/**
 * Returns true once the page has no more requests, so that data that are only possibly needed wait until
 * then.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const LOOK_MS = 300;

export function useIdle(): boolean {
  const client = useQueryClient();
  const [rests, setRests] = useState(false);
  useEffect(() => {
    if (rests) return;
    const look = setInterval(() => client.isFetching() === 0 && setRests(true), LOOK_MS);
    return () => clearInterval(look);
  }, [client, rests]);
  return rests;
}
