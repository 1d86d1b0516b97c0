/** The assets with the worst figures, as a table, or as cards on a phone. Rows open to show the child assets. */
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { type Better, Comparison } from './Comparison.tsx';
import { type Ranked, type ReportParameters, useBelow } from './reliability-calls.ts';
import { areEquallyLong, spanText } from './span.ts';

interface RankingTableProps {
  parameters: ReportParameters;
  rows: Ranked[];
  onOpen(id: number): void;
}

interface Figure {
  name: 'total' | 'mtbf' | 'mttr' | 'availability';
  better: Better;
  whole?: boolean;
  points?: boolean;
}

const FIGURES: Figure[] = [
  { name: 'total', better: 'less', whole: true },
  { name: 'mtbf', better: 'more' },
  { name: 'mttr', better: 'less' },
  { name: 'availability', better: 'more', points: true },
];

export function RankingTable(props: RankingTableProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  if (narrow)
    return (
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        <Level {...props} depth={0} />
      </Box>
    );
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table size="small" aria-label={translate('officina.reliability.title')} sx={{ '& td': { py: 0.75 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('officina.reliability.object')}</TableCell>
            <TableCell>{translate('officina.reliability.place')}</TableCell>
            {FIGURES.map(({ name }) => (
              <TableCell key={name} align="right">
                {translate(`officina.reliability.${name}`)}
              </TableCell>
            ))}
            <TableCell>{translate('officina.reliability.period')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          <Level {...props} depth={0} />
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function Level({ rows, depth, ...rest }: RankingTableProps & { depth: number }) {
  return rows.map((row) => <Node key={row.id} row={row} depth={depth} {...rest} />);
}

interface NodeProps {
  parameters: ReportParameters;
  row: Ranked;
  depth: number;
  onOpen(id: number): void;
}

function Node(props: NodeProps) {
  const { row, depth, parameters, onOpen } = props;
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const opener = row.has_children === 1 && parameters.viewType !== 'list' && (
    <Opener name={row.name} open={open} onToggle={() => setOpen(!open)} />
  );
  const name = (
    <Link
      component="button"
      type="button"
      onClick={() => onOpen(row.id)}
      sx={{ textAlign: 'start', font: 'inherit', fontWeight: 600, minHeight: { xs: 48, md: 24 } }}
    >
      {row.name}
    </Link>
  );
  return (
    <>
      {narrow ? (
        <Card row={row} depth={depth} name={name} opener={opener} />
      ) : (
        <Line row={row} depth={depth} name={name} opener={opener} />
      )}
      {open && <Below row={row} depth={depth + 1} parameters={parameters} onOpen={onOpen} />}
    </>
  );
}

function Below({ row, depth, parameters, onOpen }: NodeProps) {
  const narrow = useNarrow();
  const { data, error, refetch } = useBelow(parameters, row.id);
  if (data) return <Level rows={data} depth={depth} parameters={parameters} onOpen={onOpen} />;
  const waiting = error ? <Failure error={error} onRetry={refetch} /> : <Loading height={40} />;
  if (narrow) return <li>{waiting}</li>;
  return (
    <TableRow>
      <TableCell colSpan={FIGURES.length + 3}>{waiting}</TableCell>
    </TableRow>
  );
}

function Opener({ name, open, onToggle }: { name: string; open: boolean; onToggle(): void }) {
  const translate = useTranslate();
  return (
    <IconButton
      size="small"
      aria-expanded={open}
      aria-label={`${translate(open ? 'officina.reliability.close_below' : 'officina.reliability.open_below')}: ${name}`}
      onClick={onToggle}
      sx={{ minWidth: { xs: 48, md: 28 }, minHeight: { xs: 48, md: 28 } }}
    >
      <ExpandMoreIcon fontSize="small" sx={{ transform: open ? undefined : 'rotate(-90deg)' }} />
    </IconButton>
  );
}

interface RowViewProps {
  row: Ranked;
  depth: number;
  name: ReactNode;
  opener: ReactNode;
}

const placeOf = (row: Ranked): string =>
  [row.name_organizzazione, row.name_reparto].filter(Boolean).join(' · ');

const INDENT = 24;
const OPENER = 32;

type ComparedProps = Omit<Figure, 'name'> & { row: Ranked; figure: Figure['name'] };

/** Numbers of interventions are compared only between periods of the same length; the other figures always. */
const Compared = ({ row, figure, ...how }: ComparedProps) => (
  <Comparison
    now={row[figure]}
    before={row[`${figure}_prec`]}
    comparable={!how.whole || areEquallyLong(row)}
    {...how}
  />
);

function Line({ row, depth, name, opener }: RowViewProps) {
  return (
    <TableRow hover>
      <TableCell sx={{ minWidth: 240 }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', pl: `${depth * INDENT}px` }}>
          <Box sx={{ width: OPENER, flexShrink: 0 }}>{opener}</Box>
          <Box sx={{ minWidth: 0 }}>
            {name}
            <Typography component="div" variant="caption" color="textSecondary">
              {row.name_classe}
            </Typography>
          </Box>
        </Box>
      </TableCell>
      <TableCell>
        {row.name_organizzazione}
        <Typography component="div" variant="caption" color="textSecondary">
          {row.name_reparto}
        </Typography>
      </TableCell>
      {FIGURES.map(({ name: figure, ...how }) => (
        <TableCell key={figure} align="right">
          <Compared row={row} figure={figure} {...how} />
        </TableCell>
      ))}
      <TableCell sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        <Periods row={row} />
      </TableCell>
    </TableRow>
  );
}

function Periods({ row }: { row: Ranked }) {
  return (
    <>
      {spanText(row.start_date, row.end_date)}
      <Typography component="div" variant="caption" color="textSecondary">
        {spanText(row.start_date_prec, row.end_date_prec)}
      </Typography>
    </>
  );
}

function Card({ row, depth, name, opener }: RowViewProps) {
  const translate = useTranslate();
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, ml: `${Math.min(depth, 3) * 12}px` }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>{name}</Box>
        {opener}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {[row.name_classe, placeOf(row)].filter(Boolean).join(' · ')}
      </Typography>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, m: 0, mt: 1 }}>
        {FIGURES.map(({ name: figure, ...how }) => (
          <Box key={figure}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {translate(`officina.reliability.${figure}`)}
            </Typography>
            <Box component="dd" sx={{ m: 0 }}>
              <Compared row={row} figure={figure} {...how} />
            </Box>
          </Box>
        ))}
      </Box>
      <Typography component="div" variant="body2" sx={{ mt: 1 }}>
        <Periods row={row} />
      </Typography>
    </Paper>
  );
}
