/** The width of the pane next to a list, and whether it is visible, stored per list. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useStore } from 'react-admin';

const WIDTH = { least: 200, usual: 320, most: 640 };
/** The default width as a share of the window, so that the list has enough space in a narrow window. */
const SHARE = 0.175;
const STEP = 16;

interface Split {
  width: number;
  shown: boolean;
}

const within = (width: number): number => Math.min(WIDTH.most, Math.max(WIDTH.least, Math.round(width)));

export function useSplit(memory: string) {
  const [atFirst] = useState(() => ({
    width: within(Math.min(WIDTH.usual, innerWidth * SHARE)),
    shown: true,
  }));
  const [split, setSplit] = useStore<Split>(memory, atFirst);
  const from = useRef<{ x: number; width: number }>(undefined);
  const resize = (width: number) => setSplit({ ...split, width: within(width) });
  return {
    ...split,
    show: (visible: boolean) => setSplit({ ...split, shown: visible }),
    /** The properties of the line between the pane and the list. */
    handle: {
      role: 'separator',
      tabIndex: 0,
      'aria-orientation': 'vertical' as const,
      'aria-valuenow': split.width,
      'aria-valuemin': WIDTH.least,
      'aria-valuemax': WIDTH.most,
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: split.width };
      },
      onPointerMove: (event: PointerEvent) => {
        if (from.current) resize(from.current.width + event.clientX - from.current.x);
      },
      onPointerUp: () => {
        from.current = undefined;
      },
      onKeyDown: (event: KeyboardEvent) => {
        const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        resize(split.width + by);
      },
    },
  };
}
