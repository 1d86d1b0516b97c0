/** The widget of pairs of code and text, read-only. */

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Row } from '../../schemas/entity.ts';
import type { WidgetProps } from './Widget.ts';

export function OptionsWidget({ label, value }: WidgetProps) {
  if (!Array.isArray(value)) return null;
  return (
    <Box>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {value.map((pair: Row) => (
          <li key={String(pair.codice)}>
            {String(pair.codice)} · {String(pair.valore ?? pair.descrizione ?? '')}
          </li>
        ))}
      </Box>
    </Box>
  );
}
