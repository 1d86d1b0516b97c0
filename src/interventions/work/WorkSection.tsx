/** A section of the work card, with its title and its progress. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';

interface WorkSectionProps {
  title: string;
  /** The progress, such as "2 of 6". */
  state?: string;
  /** The name of the section in an address (`#commenti`), once it has its contents. The page then shows it first. */
  anchor?: string;
  children: ReactNode;
}

export function WorkSection({ title, state, anchor, children }: WorkSectionProps) {
  const label = useId();
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isTarget = anchor !== undefined && hash === `#${anchor}`;
  useEffect(() => {
    if (isTarget) section.current?.scrollIntoView();
  }, [isTarget]);
  return (
    <Paper
      component="section"
      ref={section}
      variant="outlined"
      aria-labelledby={label}
      sx={{ p: 2, display: 'grid', gap: 1.5, scrollMarginTop: 120 }}
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
