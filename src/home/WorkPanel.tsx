/** Interventions in a panel, page by page. */
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { PageNumbers } from '../../resources/list/Pages.tsx';
import { useWork, type Work, type WorkQuery } from './home-calls.ts';
import { Panel, QueryContent } from './Panel.tsx';
import { pagesAround } from './pages.ts';
import { type RowFacts, WorkRow } from './WorkRow.tsx';

const ROWS = 8;

interface WorkPanelProps {
  title: string;
  empty: string;
  /** The query; undefined while a value on which it depends loads. */
  query: WorkQuery | undefined;
  /** The address of the matching list. */
  to: string | undefined;
  /** The text of the link to the list. */
  all?: string;
  facts: RowFacts;
  className?: string;
  actionOf?(work: Work): ReactNode;
}

export function WorkPanel({ title, empty, query, to, all, facts, className, actionOf }: WorkPanelProps) {
  const translate = useTranslate();
  const [page, setPage] = useState(1);
  const work = useWork(query && { ...query, pag: page, max_rows: ROWS });
  const total = work.data?.total;
  const pages = Math.ceil((total ?? 0) / ROWS);
  // The last page may no longer exist after a refresh.
  if (total !== undefined && page > Math.max(pages, 1)) setPage(Math.max(pages, 1));
  return (
    <Panel title={title} className={className} count={total} to={to} all={all}>
      <QueryContent query={work} height={360}>
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
      </QueryContent>
      <Box sx={{ display: 'flex', justifyContent: 'center', mt: 1 }}>
        <PageNumbers page={page} count={pages} only={pagesAround(page, pages)} of={title} onPage={setPage} />
      </Box>
    </Panel>
  );
}
