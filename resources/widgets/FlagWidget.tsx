/** Yes or no, 1 or 0 on the wire. */
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import type { WidgetProps } from './Widget.ts';

export function FlagWidget({ id, label, value, onChange, readOnly, error, help }: WidgetProps) {
  const helpId = help ? `${id}-help` : undefined;
  return (
    <FormControl error={error} fullWidth>
      <FormControlLabel
        label={label}
        sx={{ minHeight: 40, mr: 0, ml: -0.5 }}
        control={
          <Switch
            id={id}
            checked={value === 1}
            disabled={readOnly}
            onChange={(_event, checked) => onChange(checked ? 1 : 0)}
            slotProps={{ input: { 'aria-describedby': helpId } }}
          />
        }
      />
      {help && <FormHelperText id={helpId}>{help}</FormHelperText>}
    </FormControl>
  );
}
