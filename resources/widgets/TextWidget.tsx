/** The widget of texts with one line or several, addresses, and names of columns. */
import TextField from '@mui/material/TextField';
import type { Field } from '../../schemas/entity.ts';
import { hasLines, KINDS } from '../../schemas/kinds.ts';
import { DictateButton, useCanDictate } from '../speech/DictateButton.tsx';
import { useLengthAfter } from './length.ts';
import { typeWhole, useTyping } from './typing.ts';
import { boxOf, linesOf, type WidgetProps } from './Widget.ts';

/** The length from which a text is a sentence and not a name or a code. */
const PROSE_LENGTH = 200;

/** Returns whether users may want to dictate the text: a note, a description or a comment. */
const isProse = ({ kind, maxLength = 0 }: Field): boolean =>
  hasLines(kind) || (KINDS[kind].lines === 'one' && !KINDS[kind].inputType && maxLength >= PROSE_LENGTH);

/** The widget. `lines` gives a text of one line the height of several. */
export function TextWidget({ lines, ...props }: WidgetProps & { lines?: number }) {
  const { field, id, label, value, onChange, required, readOnly, help } = props;
  const typing = useTyping(String(value ?? ''), (text) => onChange(text === '' ? undefined : text));
  const dictates = useCanDictate() && !readOnly && isProse(field);
  const rows = lines ?? linesOf(field);
  const sentence = useLengthAfter(help, value, field.maxLength);
  return (
    <TextField
      {...boxOf({ ...props, help: sentence })}
      {...typing.input}
      key={typing.epoch}
      id={id}
      type={KINDS[field.kind].inputType ?? 'text'}
      multiline={rows !== undefined}
      minRows={rows}
      maxRows={rows && rows * 2}
      slotProps={{
        htmlInput: { readOnly },
        inputLabel: { required },
        ...(dictates && {
          input: {
            endAdornment: (
              <DictateButton
                label={label}
                read={() => typing.input.inputRef.current?.value ?? ''}
                write={(text) => typeWhole(typing.input.inputRef.current, text)}
              />
            ),
          },
        }),
      }}
    />
  );
}
