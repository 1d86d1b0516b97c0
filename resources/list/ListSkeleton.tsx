/** A placeholder for the list while its rows load. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { useNarrow } from '../context/useNarrow.ts';
import { Placeholder } from '../feedback/Placeholder.tsx';

const ROWS = Array.from({ length: 12 }, (_, index) => index);

export function ListSkeleton() {
  const narrow = useNarrow();
  const translate = useTranslate();
  return (
    <Placeholder>
      <Box aria-busy aria-label={translate('officina.loading')} role="status">
        {ROWS.map((row) => (
          <Box
            key={row}
            sx={{ height: narrow ? 84 : 36, px: 1.5, display: 'flex', alignItems: 'center', gap: 2 }}
          >
            <Skeleton sx={{ flex: 1 }} />
            <Skeleton sx={{ flex: 3 }} />
            {!narrow && <Skeleton sx={{ flex: 2 }} />}
          </Box>
        ))}
      </Box>
    </Placeholder>
  );
}
