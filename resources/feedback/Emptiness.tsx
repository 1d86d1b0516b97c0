/** The message of an empty list or page: icon, title and next step. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { EntityIcon } from '../display/icons.tsx';

interface EmptinessProps {
  /** The icon. Without one, the message is a part of a page and takes less space. */
  icon?: string;
  title: string;
  hint?: string;
  children?: ReactNode;
}

export function Emptiness({ icon, title, hint, children }: EmptinessProps) {
  return (
    <Box sx={{ py: icon ? 8 : 4, px: 2, textAlign: 'center' }} role="status">
      {icon && <EntityIcon name={icon} sx={{ fontSize: 40, color: 'text.disabled', mb: 1 }} />}
      <Typography component="h2" variant={icon ? 'h6' : 'subtitle1'}>
        {title}
      </Typography>
      {hint && (
        <Typography color="textSecondary" sx={{ mb: children ? 2 : 0, whiteSpace: 'pre-line' }}>
          {hint}
        </Typography>
      )}
      {children}
    </Box>
  );
}
