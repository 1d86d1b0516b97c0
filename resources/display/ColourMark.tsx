/** A round mark in a colour of the data. A text on that colour would look like a button, and could be hard to read. */
import Box from '@mui/material/Box';
import { type Colour, hexOf, solid } from '../format/colour.ts';

export const ColourMark = ({ colour }: { colour: Colour }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      display: 'inline-block',
      width: 16,
      height: 16,
      borderRadius: '50%',
      flexShrink: 0,
      border: '1px solid',
      borderColor: 'text.primary',
      bgcolor: hexOf(solid(colour)),
    }}
  />
);
