/** A plain table of rows that come whole, in a frame; or what to say, and do next, when there are none. */
import Paper from '@mui/material/Paper';
import TableContainer from '@mui/material/TableContainer';
import type { ReactNode } from 'react';
import { useNarrow } from '../useNarrow.ts';
import { Nothing } from './Nothing.tsx';
import { type PlainColumn, PlainTable, type PlainTableProps } from './PlainTable.tsx';

export type TableColumn<R> = PlainColumn<R>;

interface DataTableProps<R> extends PlainTableProps<R> {
  /** What to do next when there are no rows, and the button that does it. */
  hint: string;
  next?: ReactNode;
  /** Takes off the filters that have emptied it. */
  onReset?(): void;
}

export function DataTable<R>({ hint, next, onReset, ...table }: DataTableProps<R>) {
  const narrow = useNarrow();
  if (table.rows.length === 0)
    return (
      <Paper variant="outlined">
        <Nothing hint={hint} next={next} onReset={onReset} />
      </Paper>
    );
  if (narrow) return <PlainTable {...table} />;
  return (
    <TableContainer component={Paper} variant="outlined">
      <PlainTable {...table} />
    </TableContainer>
  );
}
