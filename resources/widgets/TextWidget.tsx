/** The widget of texts with one line or several, addresses, and names of columns. */
import TextField from '@mui/material/TextField';
import { KINDS } from '../../schemas/kinds.ts';
import { useTyping } from './typing.ts';
import { boxOf, linesOf, type WidgetProps } from './Widget.ts';

/** `lines` gives a text of one line room for several. */
export function TextWidget({ lines, ...props }: WidgetProps & { lines?: number }) {
  const { field, id, value, onChange, required, readOnly } = props;
  const typing = useTyping(String(value ?? ''), (text) => onChange(text === '' ? undefined : text));
  const rows = lines ?? linesOf(field);
  return (
    <TextField
      {...boxOf(props)}
      {...typing.input}
      key={typing.epoch}
      id={id}
      type={KINDS[field.kind].inputType ?? 'text'}
      multiline={rows !== undefined}
      minRows={rows}
      maxRows={rows && rows * 2}
      slotProps={{ htmlInput: { readOnly }, inputLabel: { required } }}
    />
  );
}
