/**
 * The reliability of an asset: how often it fails, and how long it is out of service. Users without access do not
 * see it.
 */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { usePlantZone } from '../../resources/context/application.tsx';
import { Figures } from '../../resources/display/Figures.tsx';
import { isWorthRetrying } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { formatDate } from '../../resources/format/format.ts';
import { todayIn } from '../../resources/format/plant-time.ts';
import type { EntityOf } from '../../schemas/catalogue.ts';
import type { RowOf } from '../../schemas/types.ts';
import { type Summary, useSummary } from '../reliability/reliability-calls.ts';
import { scopeOf } from '../reliability/scope.ts';
import { useSummaryFigures } from '../reliability/summary-figures.ts';

const FIGURES = ['mtbf', 'mttr'];

const VISIBLE = ['mtbf', 'mttr', 'total', 'period_days', 'availability'] as const;

export function Reliability({ entity, asset }: { entity: EntityOf<'oggetto'>; asset: RowOf<'oggetto'> }) {
  const isVisible = FIGURES.every((name) => entity.field(name));
  return isVisible ? <ReliabilityCard id={asset.id} /> : null;
}

function ReliabilityCard({ id }: { id: number }) {
  const translate = useTranslate();
  const title = useId();
  const zone = usePlantZone();
  const [view, setView] = useState<Summary['viewType']>('tree');
  const { data, error, refetch } = useSummary(id, { viewType: view });
  // The server refuses users without access, who then see nothing.
  if (error && !isWorthRetrying(error)) return null;
  return (
    <Paper component="section" variant="outlined" aria-labelledby={title} sx={{ p: 2 }}>
      <Typography id={title} component="h2" variant="subtitle2">
        {translate('officina.assets.reliability')}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {translate('officina.assets.reliability_period', { today: formatDate(todayIn(zone)) })}
        {data && data.has_children === 0 && `. ${translate(scopeOf(data))}`}
      </Typography>
      {data?.has_children === 1 && <ScopeChoice view={view} onChange={setView} />}
      {data && <Numbers summary={data} />}
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading height={96} />)}
      <Button
        component={RouterLink}
        to={`/mtbf-mttr?viewType=${view}&oggetto=${id}`}
        size="small"
        sx={{ mt: 1, minHeight: { xs: 48, md: 32 } }}
      >
        {translate('officina.reliability.details')}
      </Button>
    </Paper>
  );
}

interface ScopeChoiceProps {
  view: Summary['viewType'];
  onChange(view: Summary['viewType']): void;
}

/** Switches between the asset alone and its whole tree, as on the reliability page. */
function ScopeChoice({ view, onChange }: ScopeChoiceProps) {
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      value={view}
      aria-label={translate('officina.reliability.scope.label')}
      onChange={(_event, next: Summary['viewType'] | null) => next !== null && onChange(next)}
      sx={{
        mt: 1,
        '& button': { py: 0.5, minHeight: { xs: 48, md: 36 }, lineHeight: 1.2, textTransform: 'none' },
      }}
    >
      {(['tree', 'list'] as const).map((one) => (
        <ToggleButton key={one} value={one}>
          {translate(`officina.reliability.scope.${one}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function Numbers({ summary }: { summary: Summary }) {
  const translate = useTranslate();
  return (
    <Box sx={{ mt: 1 }}>
      <Figures all={useSummaryFigures(summary, VISIBLE)} columns="1fr 1fr" />
      {summary.stimati > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {translate('officina.reliability.estimated_note', { smart_count: summary.stimati })}
        </Typography>
      )}
      {summary.total === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {translate('officina.empty.reliability')} {translate('officina.reliability.none_of_asset')}
        </Typography>
      )}
    </Box>
  );
}
