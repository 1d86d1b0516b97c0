/**
 * Makes sure that a row of the master list is selected, in the address too, before the list reads its rows.
 */

import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { numberOf } from '../../schemas/values.ts';
import { ListFailure } from './ListFailure.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { type Master, searchWith, useMasterRow, useMasters, useRequestedId } from './master.ts';
import { NoMasters } from './NoMasters.tsx';

export function MasterGate({ master, children }: { master: Master; children: ReactNode }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const requested = useRequestedId(master);
  const { gone: isMissing } = useMasterRow(master.target.resource, requested);
  const chosen = isMissing ? undefined : requested;
  const { data, total, error, refetch } = useMasters(master);
  const first = numberOf(data?.[0]?.id);
  const next = chosen === undefined && first !== undefined ? searchWith(master, search, first) : undefined;
  useEffect(() => {
    // The address without a row is replaced, so that Back does not return to it.
    if (next) navigate({ search: next }, { replace: true });
  }, [next, navigate]);
  if (chosen !== undefined) return children;
  if (error && !data) return <ListFailure error={error} onRetry={refetch} />;
  if (total === 0) return <NoMasters master={master} />;
  return <ListSkeleton />;
}
