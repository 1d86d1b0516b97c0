/** A panel below a button of the bar, with a title and a button that closes it. */
import Popover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { CloseButton } from './CloseButton.tsx';
import './activity.css';

interface BarPanelProps {
  title: string;
  anchor: Element | null;
  onClose: () => void;
  children: ReactNode;
}

export function BarPanel({ title, anchor, onClose, children }: BarPanelProps) {
  const translate = useTranslate();
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': title, sx: { mt: 0.75 } } }}
    >
      <div className="activity">
        <div className="activity-head">
          <h2>{title}</h2>
          <CloseButton label={translate('officina.close')} onClick={onClose} />
        </div>
        {children}
      </div>
    </Popover>
  );
}
