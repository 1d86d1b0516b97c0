/** The theme of work mode: larger texts with a contrast of 7:1, and black on white in bright light. */
import Box from '@mui/material/Box';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useMemo } from 'react';
import { useLanguage } from '../../../resources/context/application.tsx';
import { useMode, useOwnColours } from '../../theme/mode.ts';
import { createMuiTheme } from '../../theme/mui-theme.ts';
import { CLEAR, SUNLIGHT } from '../../theme/palette.ts';

/** The size of texts relative to the usual 14 px. */
const SCALE = { work: 8 / 7, sunlight: 10 / 7 };

export function WorkTheme({ sunlight, children }: { sunlight: boolean; children: ReactNode }) {
  const language = useLanguage();
  const chosen = useMode();
  const mode = sunlight ? 'light' : chosen;
  const colours = sunlight ? SUNLIGHT : CLEAR[mode];
  const scale = sunlight ? SCALE.sunlight : SCALE.work;
  const theme = useMemo(
    () => createMuiTheme(mode, language, { colours, scale }),
    [mode, language, colours, scale],
  );
  useOwnColours(mode, colours);
  return (
    <ThemeProvider theme={theme}>
      <Box
        data-look={sunlight ? 'sunlight' : mode}
        sx={{
          colorScheme: mode,
          bgcolor: 'background.default',
          color: 'text.primary',
          typography: 'body1',
          // Extends to the edges of the phone, around its notch.
          mx: { xs: -2, sm: 0 },
          pl: { xs: 'max(16px, env(safe-area-inset-left, 0px))', sm: 0 },
          pr: { xs: 'max(16px, env(safe-area-inset-right, 0px))', sm: 0 },
        }}
      >
        <Box
          sx={{ maxWidth: 720, mx: 'auto', display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          {children}
        </Box>
      </Box>
    </ThemeProvider>
  );
}
