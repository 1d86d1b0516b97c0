/** Interventions in a panel, a page at a time. */
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useWork, type Work, type WorkQuery } from './calls.ts';
import { Pager } from './Pager.tsx';
import { Answered, Panel } from './Panel.tsx';
import { type RowFacts, WorkRow } from './WorkRow.tsx';

const ROWS = 8;

interface WorkPanelProps {
  title: string;
  empty: string;
  /** What is asked for; unknown while something it depends on is still being read. */
  query: WorkQuery | undefined;
  /** The list of the same. */
  to: string | undefined;
  facts: RowFacts;
  className?: string;
  actionOf?(work: Work): ReactNode;
}

export function WorkPanel({ title, empty, query, to, facts, className, actionOf }: WorkPanelProps) {
  const translate = useTranslate();
  const [page, setPage] = useState(1);
  const work = useWork(query && { ...query, pag: page, max_rows: ROWS });
  const total = work.data?.total;
  const pages = Math.ceil((total ?? 0) / ROWS);
  // What was on the last page may be gone by the next reading.
  if (total !== undefined && page > Math.max(pages, 1)) setPage(Math.max(pages, 1));
  return (
    <Panel title={title} className={className} count={total} to={to}>
      <Answered query={work} height={360}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="home-panel-empty">{translate(empty)}</p>
          ) : (
            <ul className="works">
              {rows.map((one) => (
                <WorkRow key={one.id} work={one} facts={facts} action={actionOf?.(one)} />
              ))}
            </ul>
          )
        }
      </Answered>
      <Pager page={page} count={pages} label={title} onPage={setPage} />
    </Panel>
  );
}
