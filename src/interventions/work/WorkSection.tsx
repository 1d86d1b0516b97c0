/** A section of the work card, with its title and its progress. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface WorkSectionProps {
  title: string;
  /** The progress, such as "2 of 6". */
  state?: string;
  children: ReactNode;
}

export function WorkSection({ title, state, children }: WorkSectionProps) {
  const label = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={label}
      sx={{ p: 2, display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Typography component="h2" variant="h3" id={label} sx={{ flex: 1 }}>
          {title}
        </Typography>
        {state && (
          <Typography color="textSecondary" role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {state}
          </Typography>
        )}
      </Box>
      {children}
    </Paper>
  );
}

/** A button that is high enough for a thumb. */
export const THUMB = { minHeight: 48 } as const;
