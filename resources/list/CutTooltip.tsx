/** A cell that is cut short says the whole of it: one tooltip for the table, after a moment. */
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';

const DELAY_MS = 200;

/** The cell cuts what is in it; a button in it cuts its own, and a text that is kept short. */
const isCut = (cell: HTMLElement): boolean =>
  [cell, ...cell.querySelectorAll<HTMLElement>(':scope > button, :scope > span')].some(
    (part) => part.scrollWidth > part.clientWidth,
  );

export function CutTooltip({ children }: { children: ReactNode }) {
  const [cell, setCell] = useState<HTMLElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const over = ({ target }: MouseEvent) => {
    const next = (target as HTMLElement).closest<HTMLElement>('td');
    if (next === cell) return;
    clearTimeout(timer.current);
    setCell(undefined);
    if (next && isCut(next)) timer.current = setTimeout(() => setCell(next), DELAY_MS);
  };
  const leave = () => {
    clearTimeout(timer.current);
    setCell(undefined);
  };
  return (
    <Tooltip
      open={cell !== undefined}
      title={cell?.textContent ?? ''}
      describeChild
      slotProps={{ popper: { anchorEl: cell } }}
      disableFocusListener
      disableHoverListener
      disableTouchListener
    >
      <Box
        onMouseOver={over}
        onMouseLeave={leave}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        {children}
      </Box>
    </Tooltip>
  );
}
