/** How much: typed with a comma or a point, the stock there is beside it. */
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../House.tsx';
import { stepByArrows } from './stepping.ts';

/** One more, one less; never less than nothing. */
const PIECES = { step: 1, minimum: 0 };

interface QuantityInputProps {
  value: string;
  onChange(value: string): void;
  unit: string | null | undefined;
  error?: string;
  help?: string;
}

export function QuantityInput({ value, onChange, unit, error, help }: QuantityInputProps) {
  const translate = useTranslate();
  const language = useLanguage();
  return (
    <TextField
      id="quantity"
      size="small"
      variant="outlined"
      margin="none"
      required
      label={translate('officina.stock.quantity')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => stepByArrows(event, PIECES, language)}
      error={error !== undefined}
      helperText={error ?? help}
      slotProps={{
        htmlInput: { step: PIECES.step, inputMode: 'decimal', sx: { fontVariantNumeric: 'tabular-nums' } },
        input: { endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  );
}
