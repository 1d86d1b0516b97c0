/** One signature of the report. The user draws and saves it, or deletes the stored one. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { usePlantZone } from '../../../resources/context/application.tsx';
import { Loading } from '../../../resources/feedback/Loading.tsx';
import { useAttempt } from '../../../resources/feedback/toasts.ts';
import { LocalPicture } from '../../../resources/files/LocalPicture.tsx';
import { formatInstant } from '../../../resources/format/format.ts';
import type { Signer } from '../../../schemas/interventions.ts';
import type { SaveDrawing } from './Drawing.tsx';
import { isSigned, PICTURE, removeSignature, type Signature } from './report-calls.ts';
import { dropSignature } from './useDeviceReport.ts';

const Drawing = lazy(() => import('./Drawing.tsx'));

interface SignaturePanelProps {
  intervention: number;
  signer: Signer;
  /** The signature; undefined while it loads. */
  signature: Signature | undefined;
  required: boolean;
  /** The name that the field starts with. */
  startName: string;
  /** The fingerprint of the displayed contents. */
  fingerprint: string;
  /** Whether signatures are stored on this device, and sent later. */
  onDevice: boolean;
  /** Whether the intervention has changed after this signature. */
  outdated: boolean;
  onChanged(): Promise<unknown>;
  /** Reports an unsaved drawing with the function that saves it. */
  onDrawn(save: SaveDrawing | undefined): void;
}

export function SignaturePanel(props: SignaturePanelProps) {
  const { signer, signature, startName, required, outdated } = props;
  const translate = useTranslate();
  // Who draws a signature again signs with the same name.
  const signedAs = useRef<string>(null);
  if (signature?.nome) signedAs.current = signature.nome;
  const title = translate(`officina.interventions.detail.signature.${signer}`);
  return (
    <Paper component="section" variant="outlined" sx={{ p: 1.5, display: 'grid', gap: 1 }} aria-label={title}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {title}{' '}
        <Typography component="span" variant="body2" color="textSecondary">
          {translate(`officina.interventions.detail.signature.${required ? 'mandatory' : 'optional'}`)}
        </Typography>
      </Typography>
      {outdated && <Outdated {...props} />}
      {signature && isSigned(signature) && !outdated ? (
        <Signed {...props} signature={signature} title={title} />
      ) : (
        signature && (
          <Suspense fallback={<Loading height={PICTURE.height} />}>
            <Drawing {...props} title={title} startName={signedAs.current ?? startName} />
          </Suspense>
        )
      )}
    </Paper>
  );
}

function useRemoval({ intervention, signer, onChanged }: SignaturePanelProps) {
  const attempt = useAttempt();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    await attempt(async () => {
      if (!(await dropSignature(intervention, signer))) await removeSignature(intervention, signer);
    });
    await onChanged();
    setBusy(false);
  };
  return { busy, remove };
}

/** An outdated signature, with a new drawing below. An optional one can also be deleted. */
function Outdated(props: SignaturePanelProps) {
  const translate = useTranslate();
  const { busy, remove } = useRemoval(props);
  const without = !props.required && (
    <Button color="inherit" size="small" onClick={remove} loading={busy}>
      {translate('officina.interventions.detail.signature.without')}
    </Button>
  );
  return (
    <Alert severity="warning" action={without}>
      {translate('officina.interventions.detail.signature.outdated')}
    </Alert>
  );
}

const PICTURE_STYLE = {
  width: 'auto',
  height: 'auto',
  maxWidth: '100%',
  maxHeight: PICTURE.height,
  bgcolor: '#ffffff',
  borderRadius: 1,
  justifySelf: 'start',
};

type PartProps = SignaturePanelProps & { title: string };

function Signed(props: PartProps) {
  const { signature, title } = props;
  const translate = useTranslate();
  const zone = usePlantZone();
  const { busy, remove } = useRemoval(props);
  const { contenuto, file, nome, data_ins: when } = signature!;
  return (
    <>
      {file ? (
        <LocalPicture file={file} alt={title} sx={PICTURE_STYLE} />
      ) : (
        <Box component="img" src={`data:image/png;base64,${contenuto}`} alt={title} sx={PICTURE_STYLE} />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" sx={{ flex: 1 }}>
          {[nome, when && formatInstant(when, zone)].filter(Boolean).join(', ')}
        </Typography>
        <Button onClick={remove} loading={busy} sx={{ minHeight: 48 }}>
          {translate('officina.interventions.detail.signature.remove')}
        </Button>
      </Box>
    </>
  );
}
