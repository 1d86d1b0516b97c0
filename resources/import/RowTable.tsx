/** Rows of a file with the result of each, as a table or as cards. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { FileColumn, ImportRow, Verdict } from '../../dataProvider/imports.ts';
import { CutTooltip } from '../list/CutTooltip.tsx';
import { VERDICTS } from './verdicts.ts';

interface RowsProps {
  columns: FileColumn[];
  rows: ImportRow[];
}

/** The number of columns, enough to recognise a row. The file of the results has all columns. */
const VISIBLE_COLUMNS = 3;

const visibleIn = (columns: FileColumn[]): FileColumn[] =>
  columns.filter(({ campo }) => campo !== null).slice(0, VISIBLE_COLUMNS);

export function RowTable({ columns, rows }: RowsProps) {
  const translate = useTranslate();
  const visible = visibleIn(columns);
  return (
    <CutTooltip>
      <TableContainer sx={{ minHeight: 0 }}>
        <Table
          size="small"
          stickyHeader
          aria-label={translate('officina.import.rows')}
          sx={{ '& td, & th': { verticalAlign: 'top', py: 0.75 }, '& th': { fontWeight: 600 } }}
        >
          <TableHead>
            <TableRow>
              <TableCell align="right">{translate('officina.import.row')}</TableCell>
              {visible.map(({ indice, intestazione }) => (
                <TableCell key={indice}>{intestazione}</TableCell>
              ))}
              <TableCell>{translate('officina.import.outcome')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.riga} hover>
                <TableCell align="right">{row.riga}</TableCell>
                {visible.map(({ indice }) => (
                  <TableCell
                    key={indice}
                    sx={{
                      maxWidth: 180,
                      overflow: 'hidden',
                      textOverflow: 'ellipsis',
                      whiteSpace: 'nowrap',
                    }}
                  >
                    {row.valori[indice]}
                  </TableCell>
                ))}
                <TableCell sx={{ minWidth: 240 }}>
                  <Outcome row={row} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </CutTooltip>
  );
}

export function RowCards({ columns, rows }: RowsProps) {
  const translate = useTranslate();
  const visible = visibleIn(columns);
  return (
    <Box
      component="ul"
      aria-label={translate('officina.import.rows')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
    >
      {rows.map((row) => (
        <Paper key={row.riga} component="li" variant="outlined" sx={{ p: 1.5 }}>
          <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            {visible
              .map(({ indice }) => row.valori[indice])
              .filter(Boolean)
              .join(' · ')}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
            {translate('officina.import.row')} {row.riga}
          </Typography>
          <Outcome row={row} />
        </Paper>
      ))}
    </Box>
  );
}

function Outcome({ row: { esito, messaggio } }: { row: ImportRow }) {
  const translate = useTranslate();
  const verdict: Verdict | 'left' = esito ?? 'left';
  const look = esito ? VERDICTS[esito] : undefined;
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      {look && <look.Icon fontSize="small" color={look.colour} aria-hidden />}
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
          {translate(`officina.import.one.${verdict}`)}
        </Typography>
        {messaggio && (
          <Typography variant="body2" sx={{ whiteSpace: 'pre-line' }}>
            {messaggio}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
