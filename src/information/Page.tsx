import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import './information.css';

interface PageProps<T> {
  title: string;
  query: UseQueryResult<T>;
  children(data: T): ReactNode;
}

/** A page with one request. It displays a placeholder while the request runs, and the server's message if it fails. */
export function Page<T>({ title, query, children }: PageProps<T>) {
  return (
    <div className="page">
      <h1>{title}</h1>
      {query.isPending && <Loading height={240} />}
      {query.isError && <Failure error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && children(query.data)}
    </div>
  );
}
