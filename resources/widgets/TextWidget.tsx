/** The widget of texts with one line or several, addresses, and names of columns. */
import TextField from '@mui/material/TextField';
import { useTyping } from './typing.ts';
import { boxOf, type WidgetProps } from './Widget.ts';

/** Longer texts, such as a mail body, get more lines than a note. */
const LONG = 2000;

export function TextWidget(props: WidgetProps) {
  const { field, id, value, onChange, required, readOnly } = props;
  const typing = useTyping(String(value ?? ''), (text) => onChange(text === '' ? undefined : text));
  const rows = field.kind === 'note' ? ((field.maxLength ?? 0) > LONG ? 12 : 3) : undefined;
  return (
    <TextField
      {...boxOf(props)}
      {...typing.input}
      key={typing.epoch}
      id={id}
      type={field.kind === 'email' ? 'email' : field.kind === 'uri' ? 'url' : 'text'}
      multiline={rows !== undefined}
      minRows={rows}
      maxRows={rows && rows * 2}
      slotProps={{ htmlInput: { readOnly }, inputLabel: { required } }}
    />
  );
}
