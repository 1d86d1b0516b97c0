/** The version of an intervention that its page draws. */

import { useState } from 'react';
import type { RowOf } from '../../../schemas/types.ts';
import { useNextStates } from '../calls/intervention-calls.ts';

/**
 * Returns an intervention together with its next states: until they are loaded, the version before, or none.
 * Drawn later, they would move the page under a finger, and a press would be lost.
 */
export function useWithStates(record: RowOf<'odl'>): RowOf<'odl'> | undefined {
  const { isLoading, failureCount } = useNextStates(record);
  // Without network, or after a failure, the page is not held back.
  const waits = isLoading && failureCount === 0;
  const [drawn, draw] = useState<RowOf<'odl'>>();
  if (!waits && drawn !== record) draw(record);
  return waits ? drawn : record;
}
