/** The style of toggle buttons. They are on one line, which scrolls on a phone. */
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
