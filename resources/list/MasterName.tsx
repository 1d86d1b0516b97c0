import Typography from '@mui/material/Typography';
import { useChosenMaster } from './master.ts';

/** The name of the selected row of the master list (x-master). */
export function MasterName() {
  const chosen = useChosenMaster();
  if (!chosen) return null;
  return (
    <Typography
      component="h2"
      variant="subtitle2"
      sx={{ px: 1.5, pt: 1.25, pb: 0.75, overflowWrap: 'anywhere' }}
    >
      {chosen.name || '\u00a0'}
    </Typography>
  );
}
