/** A placeholder for data that are loading, with a text for screen readers too. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Placeholder } from './Placeholder.tsx';

export function Loading({ height }: { height: number }) {
  const translate = useTranslate();
  return (
    <Placeholder>
      <Box role="status" aria-busy sx={{ position: 'relative' }}>
        <Skeleton variant="rounded" height={height} aria-hidden />
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' }}
        >
          {translate('officina.loading')}
        </Typography>
      </Box>
    </Placeholder>
  );
}
