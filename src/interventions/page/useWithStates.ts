/** The version of an intervention that its page draws. */

import { useState } from 'react';
import type { RowOf } from '../../../schemas/types.ts';
import { useNextStates } from '../calls/intervention-calls.ts';

/**
 * Returns an intervention together with its next states: until they are loaded, the version before, or none.
 * Drawn later, they would move the page under a finger, and a press would be lost.
 */
export function useWithStates(record: RowOf<'odl'>): RowOf<'odl'> | undefined {
  const { isPending } = useNextStates(record);
  const [drawn, draw] = useState<RowOf<'odl'>>();
  if (!isPending && drawn !== record) draw(record);
  return isPending ? drawn : record;
}
