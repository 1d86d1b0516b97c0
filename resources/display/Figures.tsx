/** A few figures next to each other, each below its name. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

interface FiguresProps {
  /** The name and the value of each figure. */
  all: [string, string][];
  /** The columns as in CSS. */
  columns: string;
}

export const Figures = ({ all, columns }: FiguresProps) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: columns }}>
    {all.map(([name, value]) => (
      <Box key={name}>
        <Typography component="dt" variant="caption" color="textSecondary">
          {name}
        </Typography>
        <Typography component="dd" variant="h6" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
          {value}
        </Typography>
      </Box>
    ))}
  </Box>
);
