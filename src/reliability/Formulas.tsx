/** The calculation of each figure with its numbers. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../resources/context/application.tsx';
import { formatCount, formatDecimal } from '../../resources/format/format.ts';
import type { Summary } from './reliability-calls.ts';

export function Formulas({ summary }: { summary: Summary }) {
  const translate = useTranslate();
  const language = useLanguage();
  const decimal = (value: number | null): string => formatDecimal(value ?? 0, language);
  const values = {
    days: formatCount(summary.period_days, language),
    hours: decimal(summary.downtime),
    count: formatCount(summary.total, language),
    smart_count: summary.total,
    mtbf: decimal(summary.mtbf),
    mttr: decimal(summary.mttr),
    availability: decimal(summary.availability),
    low: decimal(summary.mtbf_low),
    high: decimal(summary.mtbf_high),
    confidence: summary.confidence,
    enough: summary.enough_failures,
  };
  const shared =
    summary.sovrapposte > 0 &&
    translate('officina.reliability.formula.shared', { hours: decimal(summary.sovrapposte) });
  const estimated =
    summary.stimati > 0 && translate('officina.reliability.estimated_note', { smart_count: summary.stimati });
  const interval = summary.mtbf_low === null ? 'no_interval' : 'interval';
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, '& li': { mb: 0.5 }, fontVariantNumeric: 'tabular-nums' }}>
      {['mtbf', 'mttr', 'availability', interval].map((name) => (
        <Typography key={name} component="li" variant="body2">
          {translate(`officina.reliability.formula.${name}`, values)}
        </Typography>
      ))}
      {[shared, estimated].map(
        (text) =>
          text && (
            <Typography key={text} component="li" variant="body2">
              {text}
            </Typography>
          ),
      )}
    </Box>
  );
}
