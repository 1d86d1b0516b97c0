/** A button with a cross that closes a panel or a toast. */
import CloseIcon from '@mui/icons-material/Close';

export const CloseButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className="bar-icon" aria-label={label} onClick={onClick}>
    <CloseIcon fontSize="small" />
  </button>
);
