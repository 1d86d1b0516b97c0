/** A pager: first - last / total, and links to the neighbouring pages. */
import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';

interface PagerProps {
  page: number;
  size: number;
  total: number;
  onPage(page: number): void;
}

export function Pager({ page, size, total, onPage }: PagerProps) {
  const translate = useTranslate();
  const [first, last] = [(page - 1) * size + 1, Math.min(total, page * size)];
  if (total === 0) return null;
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'center', gap: 0.5 }}>
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {first} - {last} / {total}
      </Typography>
      <IconButton
        size="small"
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
        aria-label={translate('ra.navigation.previous')}
      >
        <ChevronLeftIcon />
      </IconButton>
      <IconButton
        size="small"
        disabled={last >= total}
        onClick={() => onPage(page + 1)}
        aria-label={translate('ra.navigation.next')}
      >
        <ChevronRightIcon />
      </IconButton>
    </Box>
  );
}
