/**
 * Stands where data or the code of a page are loading. A placeholder that lasts is reported above the page, and one that
 * nothing will replace gives way to the reason.
 */
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { placeholders } from '../context/placeholders.ts';
import { Failure } from './Failure.tsx';

/** The time in milliseconds in which the page may begin another read after the last one has failed. */
const NEXT_READ_MS = 1000;

const isEmpty = ({ state }: Query): boolean => state.data === undefined;
const hasFailed = (query: Query): boolean => isEmpty(query) && query.state.status === 'error';

/** Returns why the data do not arrive: the page reads nothing any more, and one of its reads has failed. */
function useReasonAgainst(): unknown {
  const client = useQueryClient();
  const isReading = useIsFetching({ predicate: isEmpty }) > 0;
  const [reason, setReason] = useState<unknown>();
  useEffect(() => {
    if (isReading) return setReason(undefined);
    const timer = setTimeout(() => {
      const [failed] = client.getQueryCache().findAll({ type: 'active', predicate: hasFailed });
      setReason(failed?.state.error);
    }, NEXT_READ_MS);
    return () => clearTimeout(timer);
  }, [client, isReading]);
  return reason;
}

export function Placeholder({ children }: { children?: ReactNode }) {
  const reason = useReasonAgainst();
  useEffect(() => (reason ? undefined : placeholders.show()), [reason]);
  return reason ? <Failure error={reason} onRetry={() => undefined} isPage /> : children;
}

/** Stands where the code of a dialog is loading, and displays nothing. */
export function Opening() {
  useEffect(() => placeholders.show(), []);
  return null;
}
