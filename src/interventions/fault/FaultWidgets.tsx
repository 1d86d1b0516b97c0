/** The questions of the short form: what is wrong, and how urgent it is. */
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useLanguage } from '../../../resources/context/application.tsx';
import { PriorityMarks } from '../../../resources/display/PriorityMarks.tsx';
import { TextWidget } from '../../../resources/widgets/TextWidget.tsx';
import type { WidgetProps } from '../../../resources/widgets/Widget.ts';

/** The description with room for several lines. */
export const WhatWidget = (props: WidgetProps) => <TextWidget {...props} lines={3} />;

const CHOICE = {
  minHeight: 56,
  minWidth: 0,
  px: 0.5,
  gap: { xs: 0.5, sm: 1 },
  textTransform: 'none',
  color: 'text.primary',
  fontSize: '1rem',
  '&.Mui-selected': { boxShadow: 'inset 0 0 0 2px var(--accent)', fontWeight: 600 },
} as const;

export function UrgencyWidget({ id, field, label, value, onChange, error, help }: WidgetProps) {
  const language = useLanguage();
  return (
    <FormControl error={error} fullWidth>
      <FormLabel id={`${id}-label`} sx={{ mb: 1 }}>
        {label}
      </FormLabel>
      <ToggleButtonGroup
        id={id}
        exclusive
        fullWidth
        value={value ?? null}
        aria-labelledby={`${id}-label`}
        onChange={(_event, next) => next !== null && onChange(next)}
      >
        {field.choices?.map((choice) => (
          <ToggleButton key={choice.value} value={choice.value} sx={CHOICE}>
            <span aria-hidden>
              <PriorityMarks priority={Number(choice.value)} label={choice.title[language]} />
            </span>
            {choice.title[language]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {help && <FormHelperText>{help}</FormHelperText>}
    </FormControl>
  );
}
