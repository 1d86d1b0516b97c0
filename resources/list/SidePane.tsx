/** The pane next to a list whose choice filters the list. */
import Button from '@mui/material/Button';
import Paper, { type PaperProps } from '@mui/material/Paper';
import { useTranslate } from 'react-admin';

export const SidePane = ({ sx, ...rest }: PaperProps) => (
  <Paper
    variant="outlined"
    sx={{ width: { xs: '100%', md: 300 }, maxHeight: { xs: 240, md: 'none' }, flexShrink: 0, ...sx }}
    {...rest}
  />
);

/** The button that clears the choice, so that the list displays all its rows. */
export function ShowAll({ onClick }: { onClick(): void }) {
  const translate = useTranslate();
  return (
    <Button size="small" onClick={onClick}>
      {translate('officina.list.tree_all')}
    </Button>
  );
}
