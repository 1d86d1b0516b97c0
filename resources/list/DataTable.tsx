/** A framed table of rows without pages. If there are no rows, it shows a message with the next step. */
import Paper from '@mui/material/Paper';
import TableContainer from '@mui/material/TableContainer';
import type { ReactNode } from 'react';
import { useNarrow } from '../context/useNarrow.ts';
import { Nothing } from './Nothing.tsx';
import { type PlainColumn, PlainTable, type PlainTableProps } from './PlainTable.tsx';

export type TableColumn<R> = PlainColumn<R>;

interface DataTableProps<R> extends PlainTableProps<R> {
  /** The hint when there are no rows, and the button for the next step. */
  hint: string;
  next?: ReactNode;
  /** Removes the filters that left no rows. */
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
