/** The version of an intervention that its page draws. */

import { useState } from 'react';
import type { RowOf } from '../../../schemas/types.ts';
import { useNextStates } from '../calls/intervention-calls.ts';

interface Drawn {
  record: RowOf<'odl'>;
  /** The state that the server does not have yet. */
  from?: number;
}

/**
 * Returns an intervention, with all that belongs to this version, together with its next states. Until they are loaded,
 * it returns the previous version or none: buttons that appear later would move the page while the user presses
 * something, and values of one version over another would be missing for a moment.
 */
export function useWithStates<T extends Drawn>(version: T): T | undefined {
  const { isLoading, failureCount } = useNextStates(version.record, version.from);
  // Without a network, or after a failure, the page does not wait for the states.
  const waits = isLoading && failureCount === 0;
  const [drawn, draw] = useState<T>();
  if (!waits && drawn !== version) draw(version);
  return waits ? drawn : version;
}
