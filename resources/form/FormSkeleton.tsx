/** A placeholder for the form while its record loads. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { Placeholder } from '../feedback/Placeholder.tsx';

export function FormSkeleton() {
  const translate = useTranslate();
  return (
    <Placeholder>
      <Box aria-busy role="status" aria-label={translate('officina.loading')}>
        <Skeleton width={280} height={48} sx={{ mb: 2 }} />
        <Paper
          variant="outlined"
          sx={{ p: 3, display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}
        >
          {Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: six equal boxes.
            <Skeleton key={index} variant="rounded" height={40} />
          ))}
        </Paper>
      </Box>
    </Placeholder>
  );
}
