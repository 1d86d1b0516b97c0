/** The widget of a colour, picked or typed as #rrggbb, with a preview of a text on it. */
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { displayOf } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { ColourChip } from '../display/ColourChip.tsx';
import { colourFromHex, hexOf, readColour, WHITE, writeColour } from '../format/colour.ts';
import { useFormScope, useWatched } from './form-scope.ts';
import { BOX, READ_ONLY, type WidgetProps } from './Widget.ts';

/** Returns the value to send. An invalid text is returned unchanged, so that the validator reports it. */
const wireOf = (text: string, alpha: number): string | undefined => {
  if (text === '') return undefined;
  const colour = colourFromHex(text, alpha);
  return colour ? writeColour(colour) : text;
};

export function ColourWidget({ id, label, value, onChange, required, readOnly, error, help }: WidgetProps) {
  const language = useLanguage();
  const translate = useTranslate();
  const { entity } = useFormScope();
  const name = useWatched((row) => displayOf(entity, row, language).trim());
  const colour = readColour(value);
  const alpha = colour?.a ?? 1;
  const swatch = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label={translate('officina.form.colour_pick', { name: label })}
        value={hexOf(colour ?? WHITE)}
        disabled={readOnly}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(wireOf(event.target.value, alpha))}
        sx={{ width: 32, height: 24, p: 0, border: 0, bgcolor: 'transparent', cursor: 'pointer' }}
      />
    </InputAdornment>
  );
  const preview = colour && (
    <InputAdornment position="end">
      <ColourChip colour={colour}>{name || translate('officina.form.colour_preview')}</ColourChip>
    </InputAdornment>
  );
  return (
    <TextField
      {...BOX}
      sx={readOnly ? READ_ONLY : undefined}
      value={colour ? hexOf(colour) : String(value ?? '')}
      onChange={(event) => onChange(wireOf(event.target.value, alpha))}
      id={id}
      label={label}
      required={required}
      error={error}
      helperText={help}
      placeholder="#rrggbb"
      slotProps={{
        htmlInput: { readOnly },
        inputLabel: { shrink: true },
        input: { startAdornment: swatch, endAdornment: preview },
      }}
    />
  );
}
