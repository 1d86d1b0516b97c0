/** The form's foot: save, or go back. Stays in sight. */
import SaveIcon from '@mui/icons-material/SaveOutlined';
import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useNarrow } from '../useNarrow.ts';

/** Where one goes without saving: an address, or what closes the dialog. */
export type Back = string | (() => void);

interface SaveBarProps {
  saving: boolean;
  readOnly: boolean;
  back: Back;
  /** The save stands over the form, where there is room for it. */
  above?: boolean;
}

export function SaveBar({ saving, readOnly, back, above = false }: SaveBarProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const saves = !readOnly && (narrow || !above);
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        display: 'flex',
        gap: 1,
        py: 1.5,
        bgcolor: 'background.paper',
        borderTop: '1px solid',
        borderColor: 'divider',
      }}
    >
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

/** Of the form that it stands in, or of the one that is named. */
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

/** The same over the form; a phone has it below, under the thumb. */
export function SaveAbove(props: { saving: boolean; form: string }) {
  return useNarrow() ? null : <SaveButton {...props} />;
}

/** What another form of the page does, over it; a phone has that below too. */
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
