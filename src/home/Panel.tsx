/** A panel of the home page: title, number of rows with a link to the list, content. */
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLanguage } from '../../resources/context/application.tsx';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { formatCount } from '../../resources/format/format.ts';

interface PanelProps {
  title: string;
  className?: string;
  /** The number of rows, the address of their list, and the text of the link. */
  count?: number;
  to?: string;
  all?: string;
  children: ReactNode;
}

export function Panel({ title, className = '', count, to, all = 'all', children }: PanelProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const id = useId();
  return (
    <section className={`home-panel ${className}`} aria-labelledby={id}>
      <div className="home-panel-head">
        <h2 id={id}>{title}</h2>
        {count !== undefined && to !== undefined && (
          <Link to={to} className="home-panel-all">
            {translate(`officina.home.${all}`, { count: formatCount(count, language) })}
            <span className="visually-hidden"> {title}</span>
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

interface QueryContentProps<T> {
  query: UseQueryResult<T>;
  height: number;
  children(data: T): ReactNode;
}

/** Displays the result of a query, a placeholder while it loads, or the reason of a failure. */
export function QueryContent<T>({ query, height, children }: QueryContentProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure error={query.error} onRetry={query.refetch} />;
  return <Skeleton variant="rounded" height={height} />;
}
