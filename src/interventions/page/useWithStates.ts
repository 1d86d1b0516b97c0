/** The version of an intervention that its page draws. */

import { useState } from 'react';
import type { RowOf } from '../../../schemas/types.ts';
import { useNextStates } from '../calls/intervention-calls.ts';

/**
 * Returns an intervention together with its next states. Until they are loaded, it returns the previous version or
 * none: buttons that appear later would move the page while the user presses something.
 */
export function useWithStates(record: RowOf<'odl'>, from?: number): RowOf<'odl'> | undefined {
  const { isLoading, failureCount } = useNextStates(record, from);
  // Without a network, or after a failure, the page does not wait for the states.
  const waits = isLoading && failureCount === 0;
  const [drawn, draw] = useState<RowOf<'odl'>>();
  if (!waits && drawn !== record) draw(record);
  return waits ? drawn : record;
}
