/** Stock, available and minimum, with a warning if the stock is too low. */

import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../resources/context/application.tsx';
import { formatDecimal } from '../../resources/format/format.ts';
import type { RowOf } from '../../schemas/types.ts';

const FIGURES = ['giacenza', 'disponibile', 'scorta_minima'] as const;
const LABELS = { giacenza: 'in_stock', disponibile: 'available', scorta_minima: 'minimum' };

export function StockFigures({ part }: { part: RowOf<'ricambio'> }) {
  const translate = useTranslate();
  const language = useLanguage();
  const unit = part.unita_di_misura ? ` ${part.unita_di_misura}` : '';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2, alignItems: 'center' }}>
      {FIGURES.filter((name) => part[name] !== null && part[name] !== undefined).map((name) => (
        <Paper key={name} variant="outlined" sx={{ px: 2, py: 1, minWidth: 120 }}>
          <Typography variant="caption" color="textSecondary">
            {translate(`officina.stock.${LABELS[name]}`)}
          </Typography>
          <Typography variant="h6" component="p" sx={{ fontVariantNumeric: 'tabular-nums', lineHeight: 1.2 }}>
            {formatDecimal(Number(part[name]), language)}
            {unit}
          </Typography>
        </Paper>
      ))}
      {part.sotto_scorta === 1 && <Chip color="warning" label={translate('officina.stock.low')} />}
    </Box>
  );
}
