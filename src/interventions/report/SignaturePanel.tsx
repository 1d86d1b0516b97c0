/** One signature of the report: drawn and saved, or the one there is, to be removed and drawn anew. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { formatInstant } from '../../../resources/format.ts';
import { usePlantZone } from '../../../resources/House.tsx';
import { reasonOf, useAttempt, useSay } from '../../../resources/say.ts';
import { useNarrow } from '../../../resources/useNarrow.ts';
import { removeSignature, type Signature, type Signer, saveSignature } from './signatures.ts';
import { useDrawing } from './useDrawing.ts';

const HEIGHT = 200;
const WIDTH = { desk: 500, phone: 380 };

interface SignaturePanelProps {
  intervention: number;
  signer: Signer;
  /** Undefined until it is known. */
  signature: Signature | undefined;
  required: boolean;
  onChanged(): Promise<unknown>;
  /** Something is drawn that is not saved yet. */
  onDrawn(drawn: boolean): void;
}

export function SignaturePanel(props: SignaturePanelProps) {
  const { signer, signature, required } = props;
  const translate = useTranslate();
  const title = translate(`officina.interventions.detail.signature.${signer}`);
  return (
    <Paper component="section" variant="outlined" sx={{ p: 1.5, display: 'grid', gap: 1 }} aria-label={title}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {title}{' '}
        <Typography component="span" variant="body2" color="textSecondary">
          {translate(`officina.interventions.detail.signature.${required ? 'mandatory' : 'optional'}`)}
        </Typography>
      </Typography>
      {signature?.contenuto ? (
        <Signed {...props} signature={signature} title={title} />
      ) : (
        signature && <Drawing {...props} title={title} />
      )}
    </Paper>
  );
}

type PartProps = SignaturePanelProps & { title: string };

function Signed({ intervention, signer, signature, title, onChanged }: PartProps) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const attempt = useAttempt();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    await attempt(() => removeSignature(intervention, signer));
    await onChanged();
    setBusy(false);
  };
  const { contenuto, nome, data_ins: when } = signature!;
  return (
    <>
      <Box
        component="img"
        src={`data:image/png;base64,${contenuto}`}
        alt={title}
        sx={{
          maxWidth: '100%',
          maxHeight: HEIGHT,
          bgcolor: '#ffffff',
          borderRadius: 1,
          justifySelf: 'start',
        }}
      />
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

function Drawing({ intervention, signer, title, onChanged, onDrawn }: PartProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const say = useSay();
  // A canvas that is given another size forgets what was drawn.
  const [width] = useState(narrow ? WIDTH.phone : WIDTH.desk);
  const { drawn, wipe, picture, bind } = useDrawing();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    onDrawn(drawn);
    return () => onDrawn(false);
  }, [drawn, onDrawn]);
  const save = async () => {
    if (!drawn) return setFault(translate('officina.validation.signatureMissing'));
    setBusy(true);
    setFault(undefined);
    try {
      await saveSignature(intervention, signer, await picture(), name);
      say('officina.signature.saved');
      await onChanged();
    } catch (error) {
      setFault(reasonOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Box
        component="canvas"
        {...bind}
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={translate('officina.interventions.detail.signature.here', { name: title })}
        sx={{
          width: '100%',
          maxWidth: width,
          bgcolor: '#ffffff',
          border: '1px dashed',
          borderColor: 'text.secondary',
          borderRadius: 1,
          touchAction: 'none',
          cursor: 'crosshair',
        }}
      />
      {fault && <Alert severity="warning">{fault}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <TextField
          size="small"
          variant="outlined"
          margin="none"
          label={translate('officina.interventions.detail.signature.name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          sx={{ flex: '1 1 160px' }}
        />
        <Button onClick={wipe} disabled={!drawn || busy} sx={{ minHeight: 48 }}>
          {translate('officina.interventions.detail.signature.wipe')}
        </Button>
        <Button variant="outlined" onClick={save} loading={busy} sx={{ minHeight: 48 }}>
          {translate('officina.interventions.detail.signature.save')}
        </Button>
      </Box>
    </>
  );
}
