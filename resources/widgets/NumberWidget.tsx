/** Whole numbers, decimals, quantities and euro: typed with a comma or a point, stepped with the arrows. */
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { NUMBER_MAX } from '../../schemas/validate.ts';
import { useLanguage } from '../House.tsx';
import { readNumber, showNumber } from './numbers.ts';
import { typeInto, useTyping } from './typing.ts';
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
  const step = (input: HTMLInputElement, by: number) => {
    const current = readNumber(input.value, language);
    const from = typeof current === 'number' ? current : 0;
    const next = Math.min(field.maximum ?? NUMBER_MAX, Math.max(field.minimum ?? -NUMBER_MAX, from + by));
    typeInto(input, showNumber(Math.round(next * 100) / 100, language));
  };
  return (
    <TextField
      {...boxOf(props)}
      {...typing.input}
      key={typing.epoch}
      id={id}
      onKeyDown={(event) => {
        if (!readOnly && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
          event.preventDefault();
          step(event.target as HTMLInputElement, (event.key === 'ArrowUp' ? 1 : -1) * (whole ? 1 : 0.01));
        }
        typing.input.onKeyDown(event);
      }}
      slotProps={{
        htmlInput: {
          readOnly,
          inputMode: whole ? 'numeric' : 'decimal',
          sx: { fontVariantNumeric: 'tabular-nums' },
        },
        input: { endAdornment: field.kind === 'money' && <InputAdornment position="end">€</InputAdornment> },
      }}
    />
  );
}
