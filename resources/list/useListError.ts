/** What the application says when the rows of a list cannot be read. */
import { useCallback } from 'react';
import { network } from '../../dataProvider/network.ts';
import { reasonOf, useSay } from '../feedback/toasts.ts';

/** Returns the function that reports the failure. Without a network the page and the line above it say so already. */
export function useListError(): (error: unknown) => void {
  const say = useSay();
  return useCallback(
    (error) => {
      if (!network.isMissing()) say(reasonOf(error), 'error');
    },
    [say],
  );
}
