/** What a disabled button waits for, next to it. Screen readers read it when it changes. */
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';

interface StillMissingProps {
  id: string;
  /** The names of what is missing, as on the screen. */
  names: string[];
}

/** A line of its own on a phone. In a `DialogActions`, whose style must be `WITH_MISSING`. */
export function StillMissing({ id, names }: StillMissingProps) {
  const translate = useTranslate();
  return (
    <Typography id={id} role="status" variant="body2" sx={STYLE}>
      {names.length > 0 &&
        translate('officina.form.still_missing', { smart_count: names.length, names: names.join(', ') })}
    </Typography>
  );
}

const STYLE = { flex: { xs: '1 0 100%', sm: '1 1 0' }, minWidth: 0, pl: 2, overflowWrap: 'anywhere' };

export const WITH_MISSING = { flexWrap: { xs: 'wrap', sm: 'nowrap' }, rowGap: 1 } as const;
