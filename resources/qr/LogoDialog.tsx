/** The plant's logo: preview, upload, removal, and the label sheets that have room for it. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../dataProvider/http.ts';
import { holdsLogo, LOGO_FROM } from '../../schemas/qr/drawing.ts';
import { LABEL_FORMATS } from '../../schemas/qr/labels.ts';
import { reasonOf, useSay } from '../feedback/toasts.ts';
import { useFileInput } from '../files/useFileInput.tsx';
import { useFormatName } from './useFormatName.ts';
import { LOGO_KEY, LOGO_PATH, useLogo } from './useLogo.ts';

const ACCEPTED = '.png,.jpg,.jpeg,.svg,image/png,image/jpeg,image/svg+xml';

/**
 * Returns a function that changes the logo. A refusal stays until the next attempt, so that the user can read it
 * while choosing another file.
 */
function useChange() {
  const queryClient = useQueryClient();
  const say = useSay();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const change = async (done: string, request: { method: 'PUT' | 'DELETE'; body?: FormData }) => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await call(LOGO_PATH, request);
      await queryClient.invalidateQueries({ queryKey: LOGO_KEY });
      say(done);
    } catch (error) {
      setRefusal(reasonOf(error));
    }
    setBusy(false);
  };
  return { busy, refusal, change };
}

export default function LogoDialog({ onClose }: { onClose(): void }) {
  const translate = useTranslate();
  const id = useId();
  const logo = useLogo();
  const { busy, refusal, change } = useChange();
  const send = (file: File | undefined) => {
    if (!file) return;
    const body = new FormData();
    body.set('file', file);
    void change('officina.logo.saved', { method: 'PUT', body });
  };
  const { input, pick } = useFileInput({
    'aria-label': translate('officina.logo.choose'),
    accept: ACCEPTED,
    onTake: ([file]) => send(file),
  });
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={id} fullWidth>
      <DialogTitle id={id}>{translate('officina.logo.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {refusal && <Alert severity="error">{refusal}</Alert>}
        <LogoPreview address={logo?.address} />
        <Typography variant="body2">{translate('officina.logo.about')}</Typography>
        <SheetsWithLogo />
        {input}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {logo && (
          <Button
            color="error"
            disabled={busy}
            onClick={() => change('officina.logo.removed', { method: 'DELETE' })}
          >
            {translate('officina.logo.remove')}
          </Button>
        )}
        <Button disabled={busy} onClick={onClose}>
          {translate('officina.close')}
        </Button>
        <Button variant="contained" disabled={busy} onClick={pick}>
          {translate('officina.logo.choose')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The logo on a white background, as printed. */
function LogoPreview({ address }: { address: string | undefined }) {
  const translate = useTranslate();
  if (!address) return <Alert severity="info">{translate('officina.logo.none')}</Alert>;
  return (
    <Box
      sx={{ bgcolor: '#fff', border: 1, borderColor: 'divider', borderRadius: 1, p: 2, textAlign: 'center' }}
    >
      <Box
        component="img"
        src={address}
        alt={translate('officina.logo.title')}
        sx={{ maxWidth: '100%', height: 96, objectFit: 'contain' }}
      />
    </Box>
  );
}

function SheetsWithLogo() {
  const translate = useTranslate();
  const nameOf = useFormatName();
  return (
    <Box>
      <Typography variant="body2">{translate('officina.logo.papers', { height: LOGO_FROM })}</Typography>
      <Typography component="ul" variant="body2" sx={{ my: 0.5, pl: 3 }}>
        {LABEL_FORMATS.filter(holdsLogo).map((format) => (
          <li key={format.name}>{nameOf(format)}</li>
        ))}
      </Typography>
    </Box>
  );
}
