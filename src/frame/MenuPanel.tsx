import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { EntityIcon } from '../../resources/display/icons.tsx';
import type { MenuColumn, MenuPart } from './menu.ts';
import './menu.css';

interface MenuPanelProps {
  part: MenuPart;
  open: boolean;
  onToggle(open: boolean): void;
}

/** The number of entries above which a column is split in two, if there is space. */
const LONG = 6;

/** A part of the bar: a link for a single page, or else a button that opens a panel of columns. */
export function MenuPanel({ part, open, onToggle }: MenuPanelProps) {
  const id = useId();
  const item = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();
  useClosing(item, open, () => onToggle(false));
  const isHere = part.columns.some(({ entries }) => entries.some((entry) => entry.path === pathname));
  const wide = part.columns.length > 1;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      onToggle(false);
      button.current?.focus();
    }
    if (event.key === 'ArrowDown' && event.target === button.current) {
      event.preventDefault();
      onToggle(true);
      requestAnimationFrame(() => item.current?.querySelector<HTMLElement>('.panel a')?.focus());
    }
  };
  return (
    <li ref={item} className={wide ? undefined : 'bar-anchor'} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={isHere ? 'bar-link bar-link-here' : 'bar-link'}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onToggle(!open)}
      >
        {part.title}
        <ExpandMoreIcon className="bar-arrow" />
      </button>
      {open && (
        <div id={id} className={wide ? 'panel panel-wide' : 'panel'}>
          <div className="panel-columns">
            {part.columns.map((column) => (
              <PanelColumn
                key={column.group}
                column={column}
                titled={wide}
                onChosen={() => onToggle(false)}
              />
            ))}
          </div>
        </div>
      )}
    </li>
  );
}

interface PanelColumnProps {
  column: MenuColumn;
  titled: boolean;
  onChosen(): void;
}

export const PanelColumn = ({ column, titled, onChosen }: PanelColumnProps) => (
  <section
    className={column.entries.length > LONG ? 'panel-column panel-long' : 'panel-column'}
    aria-label={column.title}
  >
    {titled && <p className="panel-title">{column.title}</p>}
    <ul>
      {column.entries.map((entry) => (
        <li key={entry.path}>
          <NavLink to={entry.path} className="panel-link" onClick={onChosen}>
            <EntityIcon name={entry.icon} fontSize="small" />
            {entry.label}
          </NavLink>
        </li>
      ))}
    </ul>
  </section>
);

/** Closes the panel on a click or focus outside it. */
function useClosing(item: React.RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  const closer = useRef(close);
  closer.current = close;
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      const { target } = event;
      if (!(target instanceof Node && item.current?.contains(target))) closer.current();
    };
    addEventListener('pointerdown', leave);
    addEventListener('focusin', leave);
    return () => {
      removeEventListener('pointerdown', leave);
      removeEventListener('focusin', leave);
    };
  }, [item, open]);
}
