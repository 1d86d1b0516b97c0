/** A value with a mark below it that says by how many days it is late. */
import LateIcon from '@mui/icons-material/AccessAlarm';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

export function WithLateness({ days, children }: { days: number; children: ReactNode }) {
  const translate = useTranslate();
  const words = days === 0 ? 'officina.late.today' : 'officina.late.days';
  return (
    <Box
      component="span"
      sx={{ display: 'inline-block', py: 0.25, lineHeight: '18px', verticalAlign: 'middle' }}
    >
      {children}
      <Box
        component="span"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          fontSize: '0.75rem',
          lineHeight: '16px',
          fontWeight: 600,
        }}
      >
        <LateIcon aria-hidden sx={{ fontSize: 14 }} />
        {translate(words, { smart_count: days })}
      </Box>
    </Box>
  );
}
