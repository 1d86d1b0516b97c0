/** Whole numbers, decimals, quantities and euro: typed with a comma or a point, stepped with the arrows. */
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useLanguage } from '../House.tsx';
import { readNumber, showNumber } from './numbers.ts';
import { stepByArrows, stepOf } from './stepping.ts';
import { useTyping } from './typing.ts';
import { boxOf, type WidgetProps } from './Widget.ts';

export function NumberWidget(props: WidgetProps) {
  const { field, id, value, onChange, readOnly } = props;
  const language = useLanguage();
  const whole = field.kind === 'integer';
  const typing = useTyping(
    showNumber(value, language),
    (text) => onChange(readNumber(text, language)),
    (text) => showNumber(readNumber(text, language), language),
  );
  return (
    <TextField
      {...boxOf(props)}
      {...typing.input}
      key={typing.epoch}
      id={id}
      onKeyDown={(event) => {
        if (!readOnly) stepByArrows(event, field, language);
        typing.input.onKeyDown(event);
      }}
      slotProps={{
        htmlInput: {
          readOnly,
          step: stepOf(field),
          inputMode: whole ? 'numeric' : 'decimal',
          sx: { fontVariantNumeric: 'tabular-nums' },
        },
        input: { endAdornment: field.kind === 'money' && <InputAdornment position="end">€</InputAdornment> },
      }}
    />
  );
}
