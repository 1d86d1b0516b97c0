/** An icon button in a row, with a label that names the row. */
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ElementType, ReactNode } from 'react';
import { useTranslate } from 'react-admin';

interface RowButtonProps extends Pick<IconButtonProps, 'aria-haspopup' | 'disabled' | 'onClick'> {
  /** A common action, or the label of another action. */
  action: 'edit' | 'view' | 'copy' | 'child' | 'delete' | { label: string };
  name: string;
  icon: ReactNode;
  /** The component of a link. */
  component?: ElementType;
  to?: string;
  state?: object;
}

export function RowButton({ action, name, icon, ...button }: RowButtonProps) {
  const translate = useTranslate();
  const label = typeof action === 'string' ? translate(`officina.list.${action}`) : action.label;
  return (
    <Tooltip title={label} enterDelay={200}>
      <IconButton
        size="small"
        aria-label={translate('officina.list.act_on', { action: label, name })}
        {...button}
      >
        {icon}
      </IconButton>
    </Tooltip>
  );
}
