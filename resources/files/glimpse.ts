/** How a small picture stands on a page: toned down where the page is dark. Looked at whole, it is as it was taken. */
import type { SxProps, Theme } from '@mui/material/styles';

export const GLIMPSE = {
  filter: ({ palette }: Theme) => (palette.mode === 'dark' ? 'brightness(0.9)' : 'none'),
} satisfies SxProps<Theme>;
