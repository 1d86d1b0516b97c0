/**
 * One tooltip per table for cells whose text is cut off: under the mouse after a delay, on touch after a long
 * press. With the keyboard it contains all cut texts of the row.
 */
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react';

const DELAY_MS = 200;
const REST_MS = 500;

/**
 * Returns whether the cell, or an element in it, is cut off. Elements one pixel wide are texts for screen
 * readers.
 */
const isCut = (cell: HTMLElement): boolean =>
  [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    (part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth,
  );

const cellAt = (target: EventTarget): HTMLTableCellElement | null =>
  target instanceof Element ? target.closest('td') : null;

const textIn = (cell: HTMLElement): string => cell.innerText || (cell.textContent ?? '');

interface Tip {
  at: HTMLElement;
  lines: string[];
}

const tipOf = (cell: HTMLElement): Tip | undefined =>
  isCut(cell) ? { at: cell, lines: [textIn(cell)] } : undefined;

/** Returns all cut texts of the row, each with its header; without a header, the cell's own text. */
function tipOfRow(cell: HTMLTableCellElement): Tip | undefined {
  const headers = cell.closest('table')?.tHead?.rows[0]?.cells;
  const cells = [...(cell.closest('tr')?.cells ?? [])].filter(isCut);
  const line = (other: HTMLTableCellElement): string =>
    other === cell ? textIn(other) : `${headers?.[other.cellIndex]?.innerText ?? ''}: ${textIn(other)}`;
  return cells.length > 0 ? { at: cell, lines: cells.map(line) } : undefined;
}

function useTip() {
  const [tip, setTip] = useState<Tip>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stop = () => {
    clearTimeout(timer.current);
    setTip(undefined);
  };
  const after = (delay: number, cell: HTMLElement) => {
    timer.current = setTimeout(() => setTip(tipOf(cell)), delay);
  };
  return { tip, setTip, stop, after, timer };
}

/** Returns the event handlers of the box around the table. */
function useListeners({ tip, setTip, stop, after, timer }: ReturnType<typeof useTip>) {
  const touched = useRef(false);
  return {
    onMouseOver({ target }: MouseEvent) {
      const cell = cellAt(target);
      if (touched.current || cell === tip?.at) return;
      stop();
      if (cell && isCut(cell)) after(DELAY_MS, cell);
    },
    onMouseLeave: stop,
    onFocus({ target }: FocusEvent) {
      const cell = cellAt(target);
      if (cell && target.matches(':focus-visible')) setTip(tipOfRow(cell));
    },
    onBlur: stop,
    onPointerDown({ target, pointerType }: PointerEvent) {
      touched.current = pointerType === 'touch';
      if (!touched.current) return;
      stop();
      const cell = cellAt(target);
      if (cell) after(REST_MS, cell);
    },
    onPointerUp: () => touched.current && clearTimeout(timer.current),
    onPointerCancel: () => touched.current && clearTimeout(timer.current),
    // A long press displays the text. It does not press the row or open the browser's own menu.
    onClickCapture(event: MouseEvent) {
      if (!touched.current || !tip) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu: (event: MouseEvent) => touched.current && tip && event.preventDefault(),
  };
}

export function CutTooltip({ box, children }: { box?: Ref<HTMLElement>; children: ReactNode }) {
  const state = useTip();
  const { tip } = state;
  return (
    <Tooltip
      open={tip !== undefined}
      title={tip?.lines.join('\n') ?? ''}
      describeChild
      slotProps={{ popper: { anchorEl: tip?.at }, tooltip: { sx: { whiteSpace: 'pre-line' } } }}
      disableFocusListener
      disableHoverListener
      disableTouchListener
    >
      <Box ref={box} {...useListeners(state)} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        {children}
      </Box>
    </Tooltip>
  );
}
