import CloseIcon from '@mui/icons-material/Close';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import Drawer from '@mui/material/Drawer';
import { useTranslate } from 'react-admin';
import { NavLink, useLocation } from 'react-router';
import { Mark } from '../theme/Mark.tsx';
import { PanelColumn } from './MenuPanel.tsx';
import type { MenuPart } from './menu.ts';
import { useMenu } from './use-menu.ts';

interface MobileMenuProps {
  open: boolean;
  /** Whether the menu opens from the bottom, near the thumb. */
  low?: boolean;
  onClose: () => void;
}

/** The menu on narrow screens: a drawer with folded parts. */
export function MobileMenu({ open, low = false, onClose }: MobileMenuProps) {
  const translate = useTranslate();
  const menu = useMenu();
  return (
    <Drawer
      open={open}
      anchor={low ? 'bottom' : 'left'}
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': translate('officina.menu.label') } }}
    >
      <div className={low ? 'drawer drawer-low' : 'drawer'}>
        <div className="drawer-head">
          <Mark size={30} />
          <span>Officina</span>
          <button
            type="button"
            className="bar-icon"
            aria-label={translate('officina.menu.close')}
            onClick={onClose}
          >
            <CloseIcon />
          </button>
        </div>
        <nav aria-label={translate('officina.menu.label')}>
          <NavLink to="/home" className="panel-link" onClick={onClose}>
            <HomeIcon fontSize="small" aria-hidden />
            {translate('officina.menu.home')}
          </NavLink>
          {menu.map((part) => (
            <DrawerPart key={part.key} part={part} onClose={onClose} />
          ))}
        </nav>
      </div>
    </Drawer>
  );
}

function DrawerPart({ part, onClose }: { part: MenuPart; onClose: () => void }) {
  const { pathname } = useLocation();
  const isHere = part.columns.some(({ entries }) => entries.some((entry) => entry.path === pathname));
  return (
    <details className="drawer-part" open={isHere}>
      <summary>
        {part.title}
        <ExpandMoreIcon className="bar-arrow" aria-hidden />
      </summary>
      {part.columns.map((column) => (
        <PanelColumn key={column.group} column={column} titled={part.columns.length > 1} onChosen={onClose} />
      ))}
    </details>
  );
}
