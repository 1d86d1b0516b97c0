/** The style of small pictures: darker in the dark theme. The preview does not use it. */
import type { SxProps, Theme } from '@mui/material/styles';

export const GLIMPSE = {
  filter: ({ palette }: Theme) => (palette.mode === 'dark' ? 'brightness(0.9)' : 'none'),
} satisfies SxProps<Theme>;
