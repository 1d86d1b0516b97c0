/** The form's foot: save, or go back. Stays in sight. */
import SaveIcon from '@mui/icons-material/SaveOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';

interface SaveBarProps {
  saving: boolean;
  readOnly: boolean;
  back: string;
}

export function SaveBar({ saving, readOnly, back }: SaveBarProps) {
  const translate = useTranslate();
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
      {!readOnly && (
        <Button
          type="submit"
          variant="contained"
          disabled={saving}
          aria-busy={saving}
          startIcon={saving ? <CircularProgress size={16} color="inherit" /> : <SaveIcon />}
          sx={{ minWidth: 120, flex: { xs: 1, sm: 'none' } }}
        >
          {translate(saving ? 'officina.form.saving' : 'officina.form.save')}
        </Button>
      )}
      <Button component={Link} to={back} disabled={saving} sx={{ flex: { xs: 1, sm: 'none' } }}>
        {translate(readOnly ? 'officina.form.back' : 'officina.cancel')}
      </Button>
    </Box>
  );
}
