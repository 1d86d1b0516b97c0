/** A signature drawn by finger, pen or mouse. It loads when it is needed. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNarrow } from '../../../resources/context/useNarrow.ts';
import { reasonOf, useSay } from '../../../resources/feedback/toasts.ts';
import type { Signer } from '../../../schemas/interventions.ts';
import { isSignature } from './drawn-length.ts';
import { PICTURE, saveSignature } from './report-calls.ts';
import { SignaturePad } from './signature-pad.ts';
import { keepSignature } from './useDeviceReport.ts';

/** The line widths, which stay readable in print, even for fast lines. Every point counts, including the last one. */
const PEN = { penColor: '#000000', minWidth: 0.75, maxWidth: 2, minDistance: 2, throttle: 0 };

/**
 * Returns a canvas with a fixed resolution that fits the screen, so that a drawing stays when the phone is turned.
 * The pad draws in screen coordinates, and the canvas converts them to its own.
 */
function useCanvas(width: number) {
  const pad = useRef<SignaturePad>(null);
  const [sharpness] = useState(() => Math.max(1, window.devicePixelRatio));
  useEffect(() => {
    const canvas = pad.current!.getCanvas();
    const watch = new ResizeObserver(([entry]) => {
      const scale = canvas.width / entry!.contentRect.width;
      if (Number.isFinite(scale)) canvas.getContext('2d')!.setTransform(scale, 0, 0, scale, 0, 0);
    });
    watch.observe(canvas);
    return () => watch.disconnect();
  }, []);
  return {
    pad,
    size: { width: Math.round(width * sharpness), height: Math.round(PICTURE.height * sharpness) },
    /** Returns the picture in its stored size, whatever the screen. */
    picture(): Promise<Blob> {
      const copy = Object.assign(document.createElement('canvas'), { width, height: PICTURE.height });
      copy.getContext('2d')!.drawImage(pad.current!.getCanvas(), 0, 0, width, PICTURE.height);
      return new Promise((resolve, reject) =>
        copy.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png'),
      );
    },
  };
}

/** Tells whether there is anything on the sheet, and whether it is a signature. */
function useInk(pad: RefObject<SignaturePad | null>) {
  const [inked, setInked] = useState(false);
  const [drawn, setDrawn] = useState(false);
  return {
    inked,
    drawn,
    begin: () => setInked(true),
    measure: () => setDrawn(isSignature(pad.current!.toData())),
    wipe() {
      pad.current!.clear();
      setInked(false);
      setDrawn(false);
    },
  };
}

/** The style of the sheet, which is white in the dark theme too. */
const SHEET_STYLE = {
  width: '100%',
  bgcolor: '#ffffff',
  border: '1px dashed',
  borderColor: 'text.secondary',
  borderRadius: 1,
  overflow: 'hidden',
};

interface DrawingProps {
  intervention: number;
  signer: Signer;
  title: string;
  /** The name that the field starts with. */
  startName: string;
  /** The fingerprint of the displayed contents. */
  fingerprint: string;
  /** Whether the signature is stored on this device, and sent later. */
  onDevice: boolean;
  onChanged(): Promise<unknown>;
  /** Reports an unsaved drawing with the function that saves it. */
  onDrawn(save: SaveDrawing | undefined): void;
}

/** Saves an unsaved drawing. Returns whether it succeeded. */
export type SaveDrawing = () => Promise<boolean>;

/** Saves the drawing with the name of the person who signed. */
function useSaving(props: DrawingProps, drawn: boolean, picture: () => Promise<Blob>) {
  const { intervention, signer, fingerprint, onDevice, onChanged } = props;
  const translate = useTranslate();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async (name: string): Promise<boolean> => {
    if (!drawn) {
      setFault(translate('officina.validation.signatureMissing'));
      return false;
    }
    setBusy(true);
    setFault(undefined);
    try {
      const save = onDevice ? keepSignature : saveSignature;
      await save(intervention, signer, await picture(), name, fingerprint);
      await onChanged();
      return true;
    } catch (error) {
      setFault(reasonOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, fault, correct: () => setFault(undefined) };
}

export default function Drawing(props: DrawingProps) {
  const { title, startName, onDrawn } = props;
  const translate = useTranslate();
  const narrow = useNarrow();
  // The width stays the same, because the phone may be turned during signing.
  const [width] = useState(narrow ? PICTURE.phone : PICTURE.desk);
  const { pad, size, picture } = useCanvas(width);
  const { inked, drawn, begin, measure, wipe } = useInk(pad);
  const [name, setName] = useState(startName);
  const say = useSay();
  const { save, busy, fault, correct } = useSaving(props, drawn, picture);
  const latest = useRef<SaveDrawing>(undefined);
  latest.current = () => save(name);
  useEffect(() => {
    onDrawn(drawn ? async () => latest.current?.() ?? false : undefined);
    return () => onDrawn(undefined);
  }, [drawn, onDrawn]);
  const saveNow = async () => {
    if (await save(name)) say(props.onDevice ? 'officina.outbox.kept' : 'officina.signature.saved');
  };
  const end = () => {
    measure();
    correct();
  };
  return (
    <>
      <Box sx={{ ...SHEET_STYLE, maxWidth: width + 2 }}>
        <SignaturePad
          ref={pad}
          {...PEN}
          clearOnResize={false}
          onBegin={begin}
          // Not before the end of a line, because everything below moves up.
          onEnd={end}
          canvasProps={{
            ...size,
            // A line that the system interrupts has no end.
            onTouchCancel: end,
            role: 'img',
            'aria-label': translate('officina.interventions.detail.signature.here', { name: title }),
            style: { display: 'block', width: '100%', cursor: 'crosshair' },
          }}
        />
      </Box>
      {fault && <Alert severity="warning">{fault}</Alert>}
      <NameAndButtons
        name={name}
        onName={setName}
        canWipe={inked && !busy}
        onWipe={wipe}
        onSave={() => void saveNow()}
        busy={busy}
      />
    </>
  );
}

interface NameAndButtonsProps {
  name: string;
  onName(name: string): void;
  canWipe: boolean;
  busy: boolean;
  onWipe(): void;
  onSave(): void;
}

function NameAndButtons({ name, onName, canWipe, busy, onWipe, onSave }: NameAndButtonsProps) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <TextField
        label={translate('officina.interventions.detail.signature.name')}
        value={name}
        onChange={(event) => onName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        sx={{ flex: '1 1 160px' }}
      />
      <Button onClick={onWipe} disabled={!canWipe} sx={{ minHeight: 48 }}>
        {translate('officina.interventions.detail.signature.wipe')}
      </Button>
      <Button variant="outlined" onClick={onSave} loading={busy} sx={{ minHeight: 48 }}>
        {translate('officina.interventions.detail.signature.save')}
      </Button>
    </Box>
  );
}
