/**
 * The widgets of @rjsf/mui: texts, notes, numbers, flags and short choices. We add fast typing in large forms,
 * numbers in the user's language, error or help below the field, and read-only values that can be copied.
 */
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputAdornment from '@mui/material/InputAdornment';
import type { BaseInputTemplateProps, WidgetProps as RjsfProps } from '@rjsf/utils';
import type { KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import type { Kind } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { useLengthAfter } from '../widgets/length.ts';
import { readNumber, showNumber } from '../widgets/numbers.ts';
import { stepByArrows } from '../widgets/stepping.ts';
import { useTyping } from '../widgets/typing.ts';
import { BOX, FLAG_ROW, READ_ONLY } from '../widgets/Widget.ts';
import {
  EmailWidget,
  MUI_TEMPLATES,
  MuiCheckbox,
  MuiInput,
  MuiSelect,
  MuiTextarea,
  type RjsfWidget,
  TextWidget,
  UpDownWidget,
  UrlWidget,
} from './rjsf-parts.ts';

/** Returns the error, or else the help. */
const sentenceOf = ({ rawErrors, options }: RjsfProps): string | undefined => rawErrors?.[0] || options.help;

/** Returns the options of every field: its message, and a read-only style that is not greyed. */
const boxFor = (props: RjsfProps) => ({
  ...BOX,
  disabled: false,
  sx: props.readonly ? READ_ONLY : undefined,
  helperText: sentenceOf(props),
});

/** Wraps @rjsf/mui's template, which draws all text fields. */
export function InputTemplate({ rows, ...props }: BaseInputTemplateProps) {
  const { schema, options, value, onChange, readonly } = props;
  const language = useLanguage();
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const show = (stored: unknown): string => (isNumber ? showNumber(stored, language) : String(stored ?? ''));
  const read = (text: string) => (isNumber ? readNumber(text, language) : text === '' ? undefined : text);
  const typing = useTyping(
    show(value),
    (text) => onChange(read(text)),
    (text) => show(read(text)),
  );
  const sentence = useLengthAfter(sentenceOf(props), value, schema.maxLength);
  const step = (options.step as number | undefined) ?? schema.multipleOf;
  const keys = (event: KeyboardEvent) => {
    if (isNumber && !readonly)
      stepByArrows(event, { step, minimum: schema.minimum, maximum: schema.maximum }, language);
    typing.input.onKeyDown(event);
  };
  const mui = {
    ...boxFor(props),
    helperText: sentence,
    ...typing.input,
    onKeyDown: keys,
    // The input holds the typed text itself. It is not drawn again for each key.
    value: undefined,
    ...(rows && { minRows: rows, maxRows: Number(rows) * 2 }),
    slotProps: {
      htmlInput: {
        readOnly: readonly,
        ...(isNumber && {
          inputMode: schema.type === 'integer' ? 'numeric' : 'decimal',
          sx: { fontVariantNumeric: 'tabular-nums' },
        }),
      },
      input: {
        endAdornment: options.adornment && (
          <InputAdornment position="end">{String(options.adornment)}</InputAdornment>
        ),
      },
    },
  };
  return (
    <MuiInput
      {...props}
      key={typing.epoch}
      schema={step === undefined ? schema : { ...schema, multipleOf: step }}
      options={{ ...options, ...(isNumber && { inputType: 'text' }), mui }}
    />
  );
}

/** A select. It offers the empty choice only if the field may be empty. */
export function SelectWidget(props: RjsfProps) {
  const { options, schema, required, readonly } = props;
  const translate = useTranslate();
  const isEmpty = !options.enumOptions?.some(({ value }) => value === props.value);
  const mui = {
    ...boxFor(props),
    // MuiSelect replaces slotProps by its own, to which it adds these.
    rjsfSlotProps: {
      select: { readOnly: readonly, ...(readonly && { IconComponent: () => null }) },
      // The label of an empty field stays inside the box, even with the focus.
      input: { notched: !isEmpty },
    },
  };
  return (
    <MuiSelect
      {...props}
      placeholder={translate('officina.form.none')}
      schema={required ? { ...schema, default: options.enumOptions?.[0]?.value } : schema}
      options={{ ...options, mui }}
    />
  );
}

/** A checkbox for yes or no, with the values 1 and 0. */
export function CheckboxWidget(props: RjsfProps) {
  const { id, options, onChange, rawErrors = [] } = props;
  const sentence = sentenceOf(props);
  const helpId = sentence ? `${id}-help` : undefined;
  const mui = {
    sx: FLAG_ROW,
    rjsfSlotProps: { checkbox: { slotProps: { input: { 'aria-describedby': helpId } } } },
  };
  return (
    <FormControl error={rawErrors.length > 0} fullWidth>
      <MuiCheckbox
        {...props}
        onChange={(checked) => onChange(checked ? 1 : 0)}
        options={{ ...options, help: undefined, mui }}
      />
      {sentence && <FormHelperText id={helpId}>{sentence}</FormHelperText>}
    </FormControl>
  );
}

export const STANDARD = {
  text: TextWidget,
  column: TextWidget,
  email: EmailWidget,
  uri: UrlWidget,
  note: MuiTextarea,
  integer: UpDownWidget,
  decimal: TextWidget,
  quantity: TextWidget,
  money: TextWidget,
  flag: CheckboxWidget,
  choice: SelectWidget,
} satisfies Partial<Record<Kind, RjsfWidget>>;

export const STANDARD_TEMPLATES = { ...MUI_TEMPLATES, BaseInputTemplate: InputTemplate };
