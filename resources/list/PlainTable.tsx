/** A plain table of given rows, with actions on each. On a phone each row is a card. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useNarrow } from '../context/useNarrow.ts';

export interface PlainColumn<R> {
  key: string;
  label: string;
  value(row: R): ReactNode;
  right?: boolean;
  /** Keeps the value on one line. */
  noWrap?: boolean;
}

export interface PlainTableProps<R> {
  label: string;
  columns: PlainColumn<R>[];
  rows: R[];
  keyOf(row: R): string | number;
  actions?(row: R): ReactNode;
}

export const PlainTable = <R,>(props: PlainTableProps<R>) =>
  useNarrow() ? <Cards {...props} /> : <Rows {...props} />;

const HEADER_STYLE = { fontWeight: 600, bgcolor: 'background.paper' };

function Rows<R>({ label, columns, rows, keyOf, actions }: PlainTableProps<R>) {
  const translate = useTranslate();
  return (
    <Table
      size="small"
      stickyHeader
      aria-label={label}
      sx={{ '& td, & th': { height: 36, py: 0.25 }, '& tbody tr:last-of-type td': { borderBottom: 0 } }}
    >
      <TableHead>
        <TableRow>
          {columns.map(({ key, label: title, right }) => (
            <TableCell key={key} align={right ? 'right' : undefined} sx={HEADER_STYLE}>
              {title}
            </TableCell>
          ))}
          {actions && (
            <TableCell align="right" sx={HEADER_STYLE}>
              {translate('officina.list.row_actions')}
            </TableCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={keyOf(row)} hover>
            {columns.map(({ key, value, right, noWrap }) => (
              <TableCell
                key={key}
                align={right ? 'right' : undefined}
                sx={{
                  fontVariantNumeric: 'tabular-nums',
                  whiteSpace: right || noWrap ? 'nowrap' : undefined,
                }}
              >
                {value(row)}
              </TableCell>
            ))}
            {actions && <TableCell align="right">{actions(row)}</TableCell>}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Cards<R>({ label, columns, rows, keyOf, actions }: PlainTableProps<R>) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {rows.map((row) => (
        <Paper
          key={keyOf(row)}
          component="li"
          variant="outlined"
          sx={{ p: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
        >
          <Box
            component="dl"
            sx={{
              m: 0,
              flex: '1 1 220px',
              minWidth: 0,
              display: 'grid',
              gridTemplateColumns: 'fit-content(45%) 1fr',
              columnGap: 1.5,
            }}
          >
            {columns.map(({ key, label: title, value }) => (
              <CardLine key={key} label={title} value={value(row)} />
            ))}
          </Box>
          {actions && (
            <Box sx={{ ml: 'auto', '& .MuiButtonBase-root': { minHeight: 48 } }}>{actions(row)}</Box>
          )}
        </Paper>
      ))}
    </Box>
  );
}

function CardLine({ label, value }: { label: string; value: ReactNode }) {
  if (value === null || value === undefined || value === '') return null;
  return (
    <>
      <Box component="dt" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ typography: 'body2', m: 0, overflowWrap: 'anywhere' }}>
        {value}
      </Box>
    </>
  );
}
