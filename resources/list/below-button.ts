/** The greatest height of a panel below its button: without it, a long panel would move up over the button and its row. */
const LEAST = 240;
const MARGIN = 16;

export const heightBelow = (button: HTMLElement | undefined): string =>
  `max(${LEAST}px, calc(100dvh - ${(button?.getBoundingClientRect().bottom ?? 0) + MARGIN}px))`;
