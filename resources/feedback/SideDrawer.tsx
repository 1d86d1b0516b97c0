/** A dialog on the right of the page. If another dialog opens it, it is above that dialog. */
import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';

interface SideDrawerProps {
  /** The id of the title. */
  titleId: string;
  /** The width on screens wider than a phone. */
  width: { sm?: number; md?: string };
  onClose(): void;
  children: ReactNode;
}

export const SideDrawer = ({ titleId, width, onClose, children }: SideDrawerProps) => (
  <Drawer
    anchor="right"
    open
    onClose={onClose}
    sx={{ zIndex: 'modal' }}
    slotProps={{
      paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: { xs: '100%', ...width } } },
    }}
  >
    {children}
  </Drawer>
);
