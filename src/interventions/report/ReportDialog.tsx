/** The job report: signed by who did the work and who asked for it, then made by the server. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useCallback, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { reasonOf, useSay } from '../../../resources/say.ts';
import { useNarrow } from '../../../resources/useNarrow.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { useSettings } from '../ground/calls.ts';
import { SignaturePanel } from './SignaturePanel.tsx';
import { makeReport, SIGNERS, type Signer, useSignatures } from './signatures.ts';

/** Which setting says whether a signature may be missing: 2 says that it may not, 0 that nobody asks for it. */
const NEEDS: Record<Signer, string> = { tecnico: 'RappFirmaTecnico', segnalatore: 'RappFirmaSegnalatore' };
const NOT_ASKED = '0';
const MANDATORY = '2';

interface ReportDialogProps {
  record: RowOf<'odl'>;
  state: number;
  title: string;
  /** The report is there: what waited for it goes on. */
  onMade(): void;
  onClose(): void;
}

function useSigning(id: number) {
  const setting = useSettings(Object.values(NEEDS));
  const { data, error, refetch } = useSignatures(id);
  const [drawn, setDrawn] = useState<Partial<Record<Signer, boolean>>>({});
  const mark = useCallback(
    (signer: Signer, is: boolean) => setDrawn((before) => ({ ...before, [signer]: is })),
    [],
  );
  const needs = (signer: Signer): boolean => setting?.(NEEDS[signer]) === MANDATORY;
  const asked = setting ? SIGNERS.filter((signer) => setting(NEEDS[signer]) !== NOT_ASKED) : [];
  const signatureOf = (signer: Signer) => data?.find(({ tipo }) => tipo === signer);
  return {
    error,
    refetch,
    asked,
    needs,
    signatureOf,
    mark,
    unsaved: SIGNERS.some((signer) => drawn[signer]),
    complete:
      data !== undefined &&
      setting !== undefined &&
      SIGNERS.every((signer) => !needs(signer) || signatureOf(signer)?.contenuto),
  };
}

export default function ReportDialog({ record, state, title, onMade, onClose }: ReportDialogProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const say = useSay();
  const label = useId();
  const id = record.id;
  const signing = useSigning(id);
  const [photos, setPhotos] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      say(await makeReport(id, state, photos));
      onMade();
    } catch (error) {
      setFault(reasonOf(error));
    }
    setBusy(false);
  };
  const told = fault ?? (signing.error ? reasonOf(signing.error) : undefined);
  return (
    <Dialog
      open
      // A hand that slips beside the canvas loses no signature.
      onClose={(_event, reason) => reason === 'escapeKeyDown' && !busy && !signing.unsaved && onClose()}
      fullScreen={narrow}
      fullWidth
      maxWidth="sm"
      aria-labelledby={label}
      // In the middle it would move up, under the hand that signs, as soon as the message below appears.
      slotProps={{ container: { sx: { alignItems: 'flex-start' } } }}
    >
      <DialogTitle id={label}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start', px: { xs: 1.5, sm: 3 } }}>
        {signing.asked.map((signer) => (
          <Panel key={signer} intervention={id} signer={signer} signing={signing} />
        ))}
        <FormControlLabel
          control={<Checkbox checked={photos} onChange={(_event, checked) => setPhotos(checked)} />}
          label={translate('officina.interventions.detail.signature.photos')}
        />
        {told && <Alert severity="error">{told}</Alert>}
        {signing.unsaved && (
          <Alert severity="info">{translate('officina.interventions.detail.signature.unsaved')}</Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {translate('officina.cancel')}
        </Button>
        <Button
          variant="contained"
          loading={busy}
          disabled={!signing.complete || signing.unsaved}
          onClick={make}
          sx={{ minHeight: 48 }}
        >
          {translate('officina.interventions.detail.signature.make')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface PanelProps {
  intervention: number;
  signer: Signer;
  signing: ReturnType<typeof useSigning>;
}

function Panel({ intervention, signer, signing }: PanelProps) {
  const { mark } = signing;
  const onDrawn = useCallback((drawn: boolean) => mark(signer, drawn), [mark, signer]);
  return (
    <SignaturePanel
      intervention={intervention}
      signer={signer}
      signature={signing.signatureOf(signer)}
      required={signing.needs(signer)}
      onChanged={signing.refetch}
      onDrawn={onDrawn}
    />
  );
}
