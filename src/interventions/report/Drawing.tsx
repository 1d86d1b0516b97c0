/** A signature that is drawn, by finger, pen or mouse, and saved. Loaded when there is one to draw. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNarrow } from '../../../resources/context/useNarrow.ts';
import { reasonOf, useSay } from '../../../resources/feedback/toasts.ts';
import { PICTURE, type Signer, saveSignature } from './report-calls.ts';
import { SignaturePad } from './signature-pad.ts';

/** Half widths: a fast line is a thin one, and is still read on paper. Every point counts, the last one too. */
const PEN = { penColor: '#000000', minWidth: 0.75, maxWidth: 2, minDistance: 2, throttle: 0 };

/**
 * The canvas has as many dots as the screen shows of the picture, and keeps them, and so what is drawn, when the phone
 * is turned and shows it wider or narrower. The pad draws where the screen was touched; the canvas turns that into
 * its own dots.
 */
function useCanvas(width: number) {
  const pad = useRef<SignaturePad>(null);
  const [sharpness] = useState(() => Math.max(1, window.devicePixelRatio));
  useEffect(() => {
    const canvas = pad.current!.getCanvas();
    const watch = new ResizeObserver(([shown]) => {
      const scale = canvas.width / shown!.contentRect.width;
      if (Number.isFinite(scale)) canvas.getContext('2d')!.setTransform(scale, 0, 0, scale, 0, 0);
    });
    watch.observe(canvas);
    return () => watch.disconnect();
  }, []);
  return {
    pad,
    size: { width: Math.round(width * sharpness), height: Math.round(PICTURE.height * sharpness) },
    /** In its own size, whatever the screen. */
    picture(): Promise<Blob> {
      const kept = Object.assign(document.createElement('canvas'), { width, height: PICTURE.height });
      kept.getContext('2d')!.drawImage(pad.current!.getCanvas(), 0, 0, width, PICTURE.height);
      return new Promise((resolve, reject) =>
        kept.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png'),
      );
    },
  };
}

interface DrawingProps {
  intervention: number;
  signer: Signer;
  title: string;
  /** The fingerprint of what is signed. */
  shown: string;
  onChanged(): Promise<unknown>;
  /** Something is drawn that is not saved yet. */
  onDrawn(drawn: boolean): void;
}

export default function Drawing({ intervention, signer, title, shown, onChanged, onDrawn }: DrawingProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const say = useSay();
  // Decided once: the phone may be turned while somebody signs.
  const [width] = useState(narrow ? PICTURE.phone : PICTURE.desk);
  const { pad, size, picture } = useCanvas(width);
  const [drawn, setDrawn] = useState(false);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    onDrawn(drawn);
    return () => onDrawn(false);
  }, [drawn, onDrawn]);
  const wipe = () => {
    pad.current!.clear();
    setDrawn(false);
  };
  const save = async () => {
    if (!drawn) return setFault(translate('officina.validation.signatureMissing'));
    setBusy(true);
    setFault(undefined);
    try {
      await saveSignature(intervention, signer, await picture(), name, shown);
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
        sx={{
          width: '100%',
          maxWidth: width + 2,
          bgcolor: '#ffffff',
          border: '1px dashed',
          borderColor: 'text.secondary',
          borderRadius: 1,
          overflow: 'hidden',
        }}
      >
        <SignaturePad
          ref={pad}
          {...PEN}
          clearOnResize={false}
          onBegin={() => setDrawn(true)}
          canvasProps={{
            ...size,
            role: 'img',
            'aria-label': translate('officina.interventions.detail.signature.here', { name: title }),
            style: { display: 'block', width: '100%', cursor: 'crosshair' },
          }}
        />
      </Box>
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
