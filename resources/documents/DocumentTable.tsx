/** The documents of a record on a wide screen: a dense table, sortable by any column. */
import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useTranslate } from 'react-admin';
import type { DocumentRow } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { FileMark } from '../files/FileMark.tsx';
import { HeldNote } from '../files/HeldNote.tsx';
import { DocumentActions } from './DocumentActions.tsx';
import { COVER, type Column, NAME, type Order, useColumns } from './document-columns.ts';
import type { Shelf } from './document-row.ts';

interface DocumentTableProps {
  entity: Entity;
  rows: DocumentRow[];
  order: Order;
  onOrder(order: Order): void;
  shelf: Shelf;
}

export function DocumentTable({ entity, rows, order, onOrder, shelf }: DocumentTableProps) {
  const translate = useTranslate();
  const columns = useColumns(entity);
  const sortBy = (by: string) =>
    onOrder({ by, direction: order.by === by && order.direction === 'asc' ? 'desc' : 'asc' });
  return (
    <TableContainer sx={{ '& td, & th': { px: 1.25, py: 0.5 } }}>
      <Table size="small" aria-label={translate('officina.documents.title')}>
        <TableHead>
          <TableRow>
            {columns.map(({ key, label }) => (
              <TableCell key={key} sortDirection={order.by === key && order.direction}>
                <TableSortLabel
                  active={order.by === key}
                  direction={order.by === key ? order.direction : 'asc'}
                  onClick={() => sortBy(key)}
                >
                  {label}
                </TableSortLabel>
              </TableCell>
            ))}
            <TableCell align="right">{translate('officina.list.row_actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id} hover>
              {columns.map((column) => (
                <DocumentCell key={column.key} column={column} row={row} shelf={shelf} />
              ))}
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <DocumentActions row={row} shelf={shelf} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function DocumentCell({ column, row, shelf }: { column: Column; row: DocumentRow; shelf: Shelf }) {
  const text = column.text(row);
  if (column.key === COVER)
    return (
      <TableCell>
        {text && <CheckIcon fontSize="small" titleAccess={text} sx={{ display: 'block' }} />}
      </TableCell>
    );
  if (column.key !== NAME)
    return <TableCell sx={{ maxWidth: 280, overflowWrap: 'anywhere', lineHeight: 1.35 }}>{text}</TableCell>;
  return (
    <TableCell sx={{ maxWidth: 360 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
        <FileMark mime={row.content_type} size={row.dimensione} url={row.url} />
        <Box sx={{ minWidth: 0 }}>
          <Link
            component="button"
            type="button"
            color="inherit"
            underline="hover"
            onClick={() => shelf.files.look(row)}
            sx={{ fontWeight: 500, textAlign: 'start', overflowWrap: 'anywhere', lineHeight: 1.35 }}
          >
            {text}
          </Link>
          <HeldNote file={row} />
        </Box>
      </Box>
    </TableCell>
  );
}
