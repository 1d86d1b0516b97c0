/** A text on a background in a colour of the data, readable in both themes. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { type Colour, hexOf, solid, textOn } from '../format/colour.ts';

/** The class of the chip, for tables that reduce its padding. */
export const COLOUR_CHIP = 'colour-chip';

export function ColourChip({ colour, children }: { colour: Colour; children: ReactNode }) {
  return (
    <Box
      component="span"
      className={COLOUR_CHIP}
      sx={{
        display: 'inline-block',
        maxWidth: '100%',
        px: 1,
        borderRadius: 1,
        border: '1px solid',
        borderColor: 'divider',
        bgcolor: hexOf(solid(colour)),
        color: textOn(colour),
        fontSize: 12,
        lineHeight: '20px',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
      }}
    >
      {children}
    </Box>
  );
}
