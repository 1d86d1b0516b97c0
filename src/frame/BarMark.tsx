/** A button of the bar with a number. It opens a panel. */
import Badge, { type BadgeProps } from '@mui/material/Badge';

interface BarMarkProps extends Pick<BadgeProps, 'badgeContent' | 'max' | 'children'> {
  name: string;
  className: string;
  open: boolean;
  onOpen: () => void;
}

export function BarMark({ name, className, open, onOpen, ...badge }: BarMarkProps) {
  return (
    <button
      type="button"
      className={`bar-icon ${className}`}
      aria-label={name}
      title={name}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={onOpen}
    >
      <Badge color="primary" {...badge} />
    </button>
  );
}
