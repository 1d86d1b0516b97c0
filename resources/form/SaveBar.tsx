/** The bar below a form with the buttons to save or go back. It is always visible. */
import SaveIcon from '@mui/icons-material/SaveOutlined';
import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useNarrow } from '../context/useNarrow.ts';

/** The target of Cancel: an address, or a function that closes the dialog. */
export type Back = string | (() => void);

interface SaveBarProps {
  saving: boolean;
  readOnly: boolean;
  back: Back;
  /** Whether the save button is above the form, if there is space for it. */
  above?: boolean;
}

/**
 * The style that keeps the bar at the bottom of the screen. With the class `page-foot`, a phone has no free space
 * below the bar at the end of the page, so that messages never cover it.
 */
export const AT_FOOT = {
  position: 'sticky',
  bottom: 'var(--foot)',
  zIndex: 2,
  bgcolor: 'background.paper',
  borderTop: '1px solid',
  borderColor: 'divider',
} as const;

export function SaveBar({ saving, readOnly, back, above = false }: SaveBarProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const saves = !readOnly && (narrow || !above);
  return (
    <Box className="page-foot" sx={{ ...AT_FOOT, display: 'flex', gap: 1, py: 1.5 }}>
      {saves && <SaveButton saving={saving} />}
      <Button
        {...(typeof back === 'string' ? { component: Link, to: back } : { onClick: back })}
        disabled={saving}
        sx={{ flex: { xs: 1, sm: 'none' } }}
      >
        {translate(readOnly ? 'officina.form.back' : 'officina.cancel')}
      </Button>
    </Box>
  );
}

/** The submit button of the form around it, or of the form with the given id. */
export function SaveButton({ saving, form }: { saving: boolean; form?: string }) {
  const translate = useTranslate();
  return (
    <Button
      type="submit"
      form={form}
      size={form ? 'small' : undefined}
      variant="contained"
      disabled={saving}
      aria-busy={saving}
      startIcon={saving ? <CircularProgress size={16} color="inherit" /> : <SaveIcon />}
      sx={form ? undefined : { minWidth: 120, flex: { xs: 1, sm: 'none' } }}
    >
      {translate(saving ? 'officina.form.saving' : 'officina.form.save')}
    </Button>
  );
}

/** The save button above the form. On a phone it is below. */
export function SaveAbove(props: { saving: boolean; form: string }) {
  return useNarrow() ? null : <SaveButton {...props} />;
}

/** The submit button of another form of the page, above that form. On a phone it is below. */
export function SubmitAbove({
  label,
  ...button
}: Pick<ButtonProps, 'startIcon'> & { form: string; label: string }) {
  return useNarrow() ? null : (
    <Button type="submit" size="small" variant="contained" {...button}>
      {label}
    </Button>
  );
}
