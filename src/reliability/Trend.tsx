/** A chart of one figure by month. */
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { BarChart } from '@mui/x-charts/BarChart';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../resources/context/application.tsx';
import { formatCount, formatDecimal } from '../../resources/format/format.ts';
import { LOCALES } from '../../schemas/entity.ts';
import type { Figures, Month } from './reliability-calls.ts';
import { TOGGLES } from './toggles.ts';

const NAMES: (keyof Figures)[] = ['total', 'mtbf', 'mttr', 'availability'];
const HEIGHT = 220;

export default function Trend({ months }: { months: Month[] }) {
  const translate = useTranslate();
  const language = useLanguage();
  const { palette } = useTheme();
  const [name, setName] = useState<keyof Figures>('total');
  const label = translate(`officina.reliability.${name}`);
  const monthName = new Intl.DateTimeFormat(LOCALES[language], {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  });
  const formatted = (value: number | null): string =>
    value === null ? '–' : name === 'total' ? formatCount(value, language) : formatDecimal(value, language);
  return (
    <Box component="figure" aria-label={`${translate('officina.reliability.trend')}: ${label}`} sx={{ m: 0 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={name}
        aria-label={translate('officina.reliability.trend')}
        onChange={(_event, next: keyof Figures | null) => next && setName(next)}
        sx={TOGGLES}
      >
        {NAMES.map((one) => (
          <ToggleButton key={one} value={one}>
            {translate(`officina.reliability.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <BarChart
        height={HEIGHT}
        hideLegend
        skipAnimation
        margin={{ left: 0, right: 8, top: 12, bottom: 0 }}
        series={[
          {
            data: months.map((month) => month[name]),
            label,
            color: palette.primary.main,
            valueFormatter: (value) => formatted(value),
          },
        ]}
        xAxis={[
          {
            scaleType: 'band',
            data: months.map(({ mese }) => monthName.format(new Date(`${mese}-01T00:00:00Z`))),
          },
        ]}
        yAxis={[{ min: 0, width: 48, tickMinStep: name === 'total' ? 1 : undefined }]}
      />
    </Box>
  );
}
