/**
 * The widget of whole numbers, decimals, quantities and euro: typed with a comma or a point, changed with the
 * arrow keys.
 */
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { hasCents, KINDS } from '../../schemas/kinds.ts';
import { useLanguage } from '../context/application.tsx';
import { useBeside } from './available-amount.ts';
import { readNumber, showNumber } from './numbers.ts';
import { stepByArrows, stepOf } from './stepping.ts';
import { useTyping } from './typing.ts';
import { boxOf, type WidgetProps } from './Widget.ts';

export function NumberWidget(props: WidgetProps) {
  const { field, id, value, onChange, readOnly } = props;
  const language = useLanguage();
  const typing = useTyping(
    showNumber(value, language),
    (text) => onChange(readNumber(text, language)),
    (text) => showNumber(readNumber(text, language), language),
  );
  const beside = useBeside(field, value);
  const unit = KINDS[field.kind].unit ?? beside.unit;
  return (
    <TextField
      {...boxOf(props)}
      helperText={
        props.error ? props.help : [beside.help, props.help].filter(Boolean).join('. ') || undefined
      }
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
          inputMode: hasCents(field.kind) ? 'decimal' : 'numeric',
          sx: { fontVariantNumeric: 'tabular-nums' },
        },
        input: { endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  );
}
