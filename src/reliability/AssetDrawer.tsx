/** A drawer with one asset in the period or the previous one: figures, formulas, months, interventions. */
import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useApplication } from '../../resources/context/application.tsx';
import { addressOf } from '../../resources/context/routes.ts';
import { Figures } from '../../resources/display/Figures.tsx';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { SideDrawer } from '../../resources/feedback/SideDrawer.tsx';
import { Formulas } from './Formulas.tsx';
import { Interventions } from './Interventions.tsx';
import { NotOver } from './NotOver.tsx';
import { type ReportParameters, type Summary, useMonths, useSummary } from './reliability-calls.ts';
import { ofOne, ofRange } from './reliability-query.ts';
import { scopeOf } from './scope.ts';
import { spanText } from './span.ts';
import { useSummaryFigures } from './summary-figures.ts';
import { TOGGLES } from './toggles.ts';

const Trend = lazy(() => import('./Trend.tsx'));

interface AssetDrawerProps {
  id: number;
  parameters: ReportParameters;
  onClose(): void;
}

export function AssetDrawer({ id, parameters, onClose }: AssetDrawerProps) {
  const translate = useTranslate();
  const title = useId();
  const [before, setBefore] = useState(false);
  const now = ofOne(parameters);
  const { data, error, refetch } = useSummary(id, now);
  const route = useApplication().byName.get('asset')?.routes.detail;
  return (
    <SideDrawer titleId={title} width={{ md: 'min(920px, 90%)' }} onClose={onClose}>
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, py: 1, gap: 1 }}>
        <Typography id={title} component="h2" variant="h6" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          {data && route ? (
            <Link component={RouterLink} to={addressOf(route, id)}>
              {data.name}
            </Link>
          ) : (
            translate('officina.reliability.title')
          )}
        </Typography>
        <IconButton aria-label={translate('officina.close')} onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ px: 2, pb: 3, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {error && !data && <Failure error={error} onRetry={refetch} />}
        {!data && !error && <Loading height={240} />}
        {data && (
          <>
            <Typography variant="body2" color="textSecondary">
              {translate(scopeOf(data))}
            </Typography>
            <PeriodChoice summary={data} before={before} onChange={setBefore} />
            {before && data.start_date_prec && data.end_date_prec ? (
              <Before id={id} parameters={ofRange(now, data.start_date_prec, data.end_date_prec)} />
            ) : (
              <Opened summary={data} parameters={now} />
            )}
          </>
        )}
      </Box>
    </SideDrawer>
  );
}

function Before({ id, parameters }: { id: number; parameters: ReportParameters }) {
  const { data, error, refetch } = useSummary(id, parameters);
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  return data ? <Opened summary={data} parameters={parameters} /> : <Loading height={240} />;
}

interface PeriodChoiceProps {
  summary: Summary;
  before: boolean;
  onChange(before: boolean): void;
}

function PeriodChoice({ summary, before, onChange }: PeriodChoiceProps) {
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={before}
      aria-label={translate('officina.reliability.period')}
      onChange={(_event, next: boolean | null) => next !== null && onChange(next)}
      sx={TOGGLES}
    >
      <ToggleButton value={false}>{spanText(summary.start_date, summary.end_date)}</ToggleButton>
      <ToggleButton value={true} disabled={summary.start_date_prec === null}>
        {spanText(summary.start_date_prec, summary.end_date_prec)}
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

function Opened({ summary, parameters }: { summary: Summary; parameters: ReportParameters }) {
  const translate = useTranslate();
  return (
    <>
      <NotOver parameters={parameters} />
      <Numbers summary={summary} />
      {summary.total === 0 ? (
        <Alert severity="info">
          <div>{translate('officina.empty.reliability')}</div>
          <div>{translate('officina.reliability.none_hint')}</div>
        </Alert>
      ) : (
        <>
          <Section title={translate('officina.reliability.how')}>
            <Formulas summary={summary} />
          </Section>
          <Section title={translate('officina.reliability.trend')}>
            <Months id={summary.id} parameters={parameters} />
          </Section>
        </>
      )}
      {(summary.total > 0 || summary.esclusi.length > 0) && (
        <Section title={translate('officina.reliability.interventions')}>
          <Interventions
            key={parameters.periodo ?? parameters.anno}
            summary={summary}
            parameters={parameters}
          />
        </Section>
      )}
    </>
  );
}

function Months({ id, parameters }: { id: number; parameters: ReportParameters }) {
  const { data, error, refetch } = useMonths(id, parameters);
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  const waiting = <Loading height={252} />;
  return <Suspense fallback={waiting}>{data ? <Trend months={data} /> : waiting}</Suspense>;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography component="h3" variant="subtitle2">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

const FIGURES = ['period_days', 'total', 'mtbf', 'mttr', 'availability'] as const;

function Numbers({ summary }: { summary: Summary }) {
  return <Figures all={useSummaryFigures(summary, FIGURES)} columns="repeat(auto-fit, minmax(128px, 1fr))" />;
}
