/** How often an asset fails and how long it is out of use; absent for who may not see it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { call } from '../../dataProvider/http.ts';
import { Figures } from '../../resources/Figures.tsx';
import type { Entity, Row } from '../../schemas/entity.ts';
import { type SummaryFigures, useSummaryFigures } from '../reliability/summary-figures.ts';

const FIGURES = ['mtbf', 'mttr'];

const SHOWN = ['mtbf', 'mttr', 'total', 'period_days', 'availability'] as const;

export function Reliability({ entity, asset }: { entity: Entity; asset: Row }) {
  const seen = FIGURES.every((name) => entity.field(name));
  return seen ? <InThePeriod id={asset.id as number} /> : null;
}

function InThePeriod({ id }: { id: number }) {
  const translate = useTranslate();
  const { data, isError } = useQuery({
    queryKey: ['reliability', 'asset', id],
    queryFn: async () => (await call<SummaryFigures>(`/mtbf-mttr/${id}`)).data,
  });
  if (isError) return null;
  return (
    <Paper component="section" variant="outlined" sx={{ p: 2 }}>
      <Typography component="h2" variant="subtitle2">
        {translate('officina.assets.reliability')}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {translate('officina.assets.reliability_period')}
      </Typography>
      {data ? <Numbers summary={data} /> : <Skeleton height={96} />}
      <Button
        component={RouterLink}
        to={`/mtbf-mttr?viewType=list&oggetto=${id}`}
        size="small"
        sx={{ mt: 1, minHeight: { xs: 44, md: 32 } }}
      >
        {translate('officina.reliability.details')}
      </Button>
    </Paper>
  );
}

function Numbers({ summary }: { summary: SummaryFigures }) {
  const translate = useTranslate();
  return (
    <Box sx={{ mt: 1 }}>
      <Figures all={useSummaryFigures(summary, SHOWN)} columns="1fr 1fr" />
      {summary.total === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {translate('officina.empty.reliability')}
        </Typography>
      )}
    </Box>
  );
}
