/** A plain table of rows that come whole, in a frame; or what to say, and do next, when there are none. */
import Paper from '@mui/material/Paper';
import TableContainer from '@mui/material/TableContainer';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useNarrow } from '../useNarrow.ts';
import { type PlainColumn, PlainTable, type PlainTableProps } from './PlainTable.tsx';

export type TableColumn<R> = PlainColumn<R>;

interface DataTableProps<R> extends PlainTableProps<R> {
  /** More words for a table without rows. */
  empty?: ReactNode;
  /** A filter has emptied it: its own words say enough. */
  filtered?: boolean;
}

export function DataTable<R>({ empty, filtered = false, ...table }: DataTableProps<R>) {
  const translate = useTranslate();
  const narrow = useNarrow();
  if (table.rows.length === 0)
    return (
      <Paper variant="outlined" sx={{ p: 4, textAlign: 'center' }}>
        {!(filtered && empty) && <Typography>{translate('officina.empty.table')}</Typography>}
        {empty && <Typography color="textSecondary">{empty}</Typography>}
      </Paper>
    );
  if (narrow) return <PlainTable {...table} />;
  return (
    <TableContainer component={Paper} variant="outlined">
      <PlainTable {...table} />
    </TableContainer>
  );
}
