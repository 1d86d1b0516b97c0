/** The widget of a flag: yes or no, with the values 1 and 0. */
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';

import { FLAG_ROW, type WidgetProps } from './Widget.ts';

export function FlagWidget({ id, label, value, onChange, readOnly, error, help }: WidgetProps) {
  const helpId = help ? `${id}-help` : undefined;
  return (
    <FormControl error={error} fullWidth>
      <FormControlLabel
        label={label}
        sx={FLAG_ROW}
        control={
          <Checkbox
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
