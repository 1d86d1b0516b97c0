/** The result of each row. Totals per result filter the rows below them. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Counts, rowsOf, type Verdict } from '../../dataProvider/imports.ts';
import { PAGE_SIZE } from '../../schemas/paging.ts';
import { useLanguage } from '../context/application.tsx';
import { useNarrow } from '../context/useNarrow.ts';
import { replacesData } from '../feedback/advice.ts';
import { Failure } from '../feedback/Failure.tsx';
import { formatCount } from '../format/format.ts';
import { Pages } from '../list/Pages.tsx';
import { RowCards, RowTable } from './RowTable.tsx';
import type { Import } from './useImport.ts';
import { firstOf, labelOf, VERDICTS, verdictsIn } from './verdicts.ts';

const ALL = 'all';
/** The style of a step whose rows scroll alone, between the totals and the pages, if the window is high enough. */
const SCROLLS_INSIDE = { display: 'flex', flexDirection: 'column', flex: '0 1 auto' } as const;
const LEAST = 280;

/** The layout of a step's messages above its rows. */
export const STACKED = {
  pt: 1,
  px: { xs: 2, sm: 3 },
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
} as const;

export function OutcomeRows({ current, counts }: { current: Import; counts: Counts }) {
  const narrow = useNarrow();
  const translate = useTranslate();
  const [verdict, setVerdict] = useState(() => firstOf(counts));
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useRows(current, verdict, page);
  const show = (next: Verdict | undefined) => {
    setVerdict(next);
    setPage(1);
  };
  const Rows = narrow ? RowCards : RowTable;
  return (
    <Box sx={{ minWidth: 0, ...(!narrow && { ...SCROLLS_INSIDE, minHeight: LEAST }) }}>
      <Totals counts={counts} verdict={verdict} onShow={show} />
      {replacesData(error, data) && <Failure error={error} onRetry={refetch} />}
      {data && data.total === 0 && (
        <Typography color="textSecondary" sx={{ py: 4, textAlign: 'center' }}>
          {translate('officina.import.no_rows')}
        </Typography>
      )}
      {data && data.total > 0 && (
        <Paper
          variant={narrow ? 'elevation' : 'outlined'}
          sx={{
            bgcolor: 'transparent',
            overflow: 'hidden',
            ...(!narrow && { ...SCROLLS_INSIDE, minHeight: 0 }),
          }}
        >
          <Rows columns={current.file.colonne} rows={data.rows} />
          <Pages page={page} perPage={PAGE_SIZE} total={data.total} onPage={setPage} />
        </Paper>
      )}
    </Box>
  );
}

function useRows({ entity, id, job }: Import, verdict: Verdict | undefined, page: number) {
  return useQuery({
    queryKey: ['import-rows', entity.resource, id, job.fase, job.stato, job.finito, verdict, page],
    queryFn: () => rowsOf(entity.resource, id, { page, size: PAGE_SIZE, verdict }),
    placeholderData: keepPreviousData,
  });
}

const TOTAL_STYLE = {
  display: 'block',
  textTransform: 'none',
  textAlign: 'left',
  lineHeight: 1.3,
  px: 1.5,
  py: 0.75,
  color: 'text.secondary',
  '&.Mui-selected': { borderColor: 'primary.main', color: 'text.primary' },
} as const;

interface TotalsProps {
  counts: Counts;
  verdict: Verdict | undefined;
  onShow(verdict: Verdict | undefined): void;
}

function Totals({ counts, verdict, onShow }: TotalsProps) {
  const translate = useTranslate();
  const all = { key: ALL, count: counts.righe, label: translate('officina.import.all') };
  const figures = verdictsIn(counts).map((key) => ({
    key,
    count: VERDICTS[key].count(counts),
    label: translate(`officina.import.many.${labelOf(key, counts)}`),
  }));
  return (
    <ToggleButtonGroup
      exclusive
      value={verdict ?? ALL}
      onChange={(_event, next: Verdict | typeof ALL | null) => {
        if (next) onShow(next === ALL ? undefined : next);
      }}
      aria-label={translate('officina.import.show')}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(3, 1fr)', sm: `repeat(${figures.length + 1}, 1fr)` },
        gap: 1,
        mb: 1.5,
        '& .MuiToggleButtonGroup-grouped': {
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: 1,
          m: 0,
        },
      }}
    >
      {[all, ...figures].map(({ key, count, label }) => (
        <ToggleButton key={key} value={key} sx={TOTAL_STYLE}>
          <Count count={count} wrong={key === 'errore' && count > 0} />
          {label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function Count({ count, wrong }: { count: number; wrong: boolean }) {
  const language = useLanguage();
  return (
    <Typography
      component="span"
      sx={{
        display: 'block',
        fontSize: '1.125rem',
        fontWeight: 650,
        fontVariantNumeric: 'tabular-nums',
        color: wrong ? 'error.main' : 'text.primary',
      }}
    >
      {formatCount(count, language)}
    </Typography>
  );
}
