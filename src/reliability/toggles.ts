/** How choices side by side look: on one line, which a phone moves along. */
export const TOGGLES = {
  maxWidth: '100%',
  overflowX: 'auto',
  '& button': {
    minHeight: { xs: 48, md: 32 },
    py: 0,
    textTransform: 'none',
    whiteSpace: 'nowrap',
    flexShrink: 0,
  },
};
