/** A figure, and below it the figure of the previous period with the change, marked as better or worse. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../resources/context/application.tsx';
import { formatCount, formatDecimal } from '../../resources/format/format.ts';

/** Whether a higher or a lower value is better. */
export type Better = 'more' | 'less';

interface ComparisonProps {
  now: number | null;
  before: number | null;
  better: Better;
  whole?: boolean;
  /** Whether the figure is a percentage, so that the change is in points. */
  points?: boolean;
  /** Whether the change is displayed. Numbers of periods of different lengths have none. */
  comparable?: boolean;
}

export function Comparison(props: ComparisonProps) {
  const { now, before, better, whole = false, points = false, comparable = true } = props;
  const translate = useTranslate();
  const language = useLanguage();
  const formatted = (value: number | null): string =>
    value === null ? '–' : whole ? formatCount(value, language) : formatDecimal(value, language);
  return (
    <Box sx={{ fontVariantNumeric: 'tabular-nums', lineHeight: 1.3, whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {formatted(now)}
      </Box>
      <Typography component="div" variant="caption" color="textSecondary">
        {translate('officina.reliability.before', { value: formatted(before) })}
        {comparable && <Change now={now} before={before} better={better} points={points} />}
      </Typography>
    </Box>
  );
}

function Change({ now, before, better, points }: Omit<ComparisonProps, 'whole' | 'comparable'>) {
  const language = useLanguage();
  if (now === null || !before || now === before) return null;
  const difference = now - before;
  const isBetter = difference > 0 === (better === 'more');
  const amount = points
    ? formatDecimal(Math.abs(difference), language)
    : `${formatCount(Math.abs(difference / before) * 100, language)}%`;
  const text = `${difference > 0 ? '▲' : '▼'} ${amount}`;
  return (
    <Box component="span" sx={{ ml: 0.75, color: isBetter ? 'success.main' : 'error.main' }}>
      {text}
    </Box>
  );
}
