/** The shape of a list without rows: a mark, what is the matter, what to do next. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { EntityIcon } from '../icons.tsx';

interface EmptinessProps {
  icon: string | undefined;
  title: string;
  hint: string;
  children?: ReactNode;
}

export function Emptiness({ icon, title, hint, children }: EmptinessProps) {
  return (
    <Box sx={{ py: 8, px: 2, textAlign: 'center' }} role="status">
      <EntityIcon name={icon} sx={{ fontSize: 40, color: 'text.disabled', mb: 1 }} />
      <Typography component="h2" variant="h6">
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {hint}
      </Typography>
      {children}
    </Box>
  );
}
