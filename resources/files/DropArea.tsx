/** The dashed area that receives files. It is marked while the user drags something over the page. */
import Box, { type BoxProps } from '@mui/material/Box';

export const DropArea = ({ over, sx, ...rest }: BoxProps & { over: boolean }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 1.5,
      justifyItems: 'center',
      textAlign: 'center',
      border: '1px dashed',
      borderColor: over ? 'primary.main' : 'divider',
      bgcolor: over ? 'action.selected' : 'background.default',
      borderRadius: 2,
      ...sx,
    }}
    {...rest}
  />
);
