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
  empty?: ReactNode;
}

export function DataTable<R>({ empty, ...table }: DataTableProps<R>) {
  const translate = useTranslate();
  const narrow = useNarrow();
  if (table.rows.length === 0)
    return (
      <Paper variant="outlined" sx={{ p: 4, textAlign: 'center' }}>
        <Typography color="textSecondary">{empty ?? translate('officina.empty.table')}</Typography>
      </Paper>
    );
  if (narrow) return <PlainTable {...table} />;
  return (
    <TableContainer component={Paper} variant="outlined">
      <PlainTable {...table} />
    </TableContainer>
  );
}
