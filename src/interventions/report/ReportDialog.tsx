/** The dialog of the job report. Technician and requester sign, and then the server creates the report. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useCallback, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication } from '../../../resources/context/application.tsx';
import { useFullScreen } from '../../../resources/context/useNarrow.ts';
import { CancelButton } from '../../../resources/feedback/CancelButton.tsx';
import { Loading } from '../../../resources/feedback/Loading.tsx';
import { StillMissing, WITH_MISSING } from '../../../resources/feedback/StillMissing.tsx';
import { reasonOf, useSay } from '../../../resources/feedback/toasts.ts';
import { UnsavedGuard, UnsavedQuestion } from '../../../resources/form/UnsavedGuard.tsx';
import type { Row } from '../../../schemas/entity.ts';
import type { Signer } from '../../../schemas/interventions.ts';
import { Contents } from './Contents.tsx';
import type { SaveDrawing } from './Drawing.tsx';
import { makeReport, PICTURE, type ReportTarget } from './report-calls.ts';
import { ChangeList } from './report-changes.tsx';
import { SignaturePanel } from './SignaturePanel.tsx';
import { ownName } from './signer-name.ts';
import { keepReport } from './useDeviceReport.ts';
import { type Signing, useSigning } from './useSigning.ts';

interface ReportDialogProps {
  /** The intervention, with its people if they are known. */
  record: Row & { id: number };
  state: number;
  /** Values saved together with the state, which the report includes. */
  change?: Row;
  title: string;
  /** The button that creates the report, if the state follows at once. */
  confirm?: string;
  /** Whether the report is read from the server, although an act of the intervention waits for it. */
  isAgain?: boolean;
  /** Whether the form below the dialog asks before the page is left. */
  isInForm?: boolean;
  /** Continues after the report is created. */
  onMade(): void;
  onClose(): void;
}

/**
 * The style of rows as high as their contents. If they scrolled inside, a message below would shrink them and
 * everything would move.
 */
const CONTENT_STYLE = {
  display: 'grid',
  gap: 1.5,
  alignContent: 'start',
  gridAutoRows: 'max-content',
  px: { xs: 1.5, sm: 3 },
};

/**
 * Returns a function that saves the drawings, creates the report with the displayed contents, and then reads data
 * that may be outdated.
 */
function useMaking(target: ReportTarget, signing: Signing, onMade: () => void) {
  const say = useSay();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const make = async (photos: boolean) => {
    setBusy(true);
    setFault(undefined);
    try {
      for (const save of signing.unsaved) if (!(await save())) return;
      if (signing.composed) await keepReport(target, photos, signing.composed.data);
      else say(await makeReport(target, photos, signing.preview!.impronta));
      onMade();
    } catch (error) {
      setFault(reasonOf(error));
      // The displayed contents may be outdated.
      await signing.refetch();
    } finally {
      setBusy(false);
    }
  };
  return { make, busy, fault: fault ?? (signing.error ? reasonOf(signing.error) : undefined) };
}

export default function ReportDialog(props: ReportDialogProps) {
  const { record, state, change, title, confirm, isAgain = false, isInForm = false, onMade, onClose } = props;
  const translate = useTranslate();
  const fullScreen = useFullScreen();
  const label = useId();
  const id = record.id;
  const target = { id, state, change };
  const signing = useSigning(target, isAgain);
  const { make, busy, fault } = useMaking(target, signing, onMade);
  const [photos, setPhotos] = useState(false);
  const dirty = useRef(false);
  dirty.current = signing.unsaved.length > 0;
  const [leaving, setLeaving] = useState(false);
  return (
    <Dialog
      open
      // A tap outside the dialog must not discard a signature.
      onClose={(_event, reason) => reason === 'escapeKeyDown' && !busy && !dirty.current && onClose()}
      fullScreen={fullScreen}
      fullWidth
      aria-labelledby={label}
      // A centred dialog would move while the user signs, when a message appears below.
      slotProps={{ container: { sx: { alignItems: 'flex-start' } } }}
    >
      <DialogTitle id={label}>{title}</DialogTitle>
      <DialogContent sx={CONTENT_STYLE}>
        {signing.composed === null && (
          <Alert severity="warning">{translate('officina.interventions.work.sign_later')}</Alert>
        )}
        {/* The contents come first, so that nothing moves while the user signs. */}
        <Preview signing={signing} />
        <Panels intervention={{ ...record, ...change, id }} signing={signing} />
        <FormControlLabel
          control={<Checkbox checked={photos} onChange={(_event, checked) => setPhotos(checked)} />}
          label={translate('officina.interventions.detail.signature.photos')}
        />
        {fault && <Alert severity="error">{fault}</Alert>}
      </DialogContent>
      <Foot
        {...{ signing, busy, confirm }}
        onMake={() => make(photos)}
        onClose={() => (dirty.current ? setLeaving(true) : onClose())}
      />
      {!isInForm && <UnsavedGuard dirty={dirty} />}
      <UnsavedQuestion open={leaving} onLeave={onClose} onStay={() => setLeaving(false)} />
    </Dialog>
  );
}

interface FootProps extends Pick<ReportDialogProps, 'confirm' | 'onClose'> {
  signing: Signing;
  busy: boolean;
  onMake(): void;
}

function Foot({ signing: { missing }, busy, confirm, onMake, onClose }: FootProps) {
  const translate = useTranslate();
  const reason = useId();
  const nameOf = (signer: string) => translate(`officina.interventions.detail.signature.${signer}`);
  return (
    <DialogActions sx={WITH_MISSING}>
      <StillMissing id={reason} names={missing?.map(nameOf) ?? []} />
      <CancelButton disabled={busy} onClick={onClose} />
      <Button
        variant="contained"
        loading={busy}
        disabled={missing?.length !== 0}
        aria-describedby={reason}
        onClick={onMake}
        sx={{ minHeight: 48 }}
      >
        {confirm ?? translate('officina.interventions.detail.signature.make')}
      </Button>
    </DialogActions>
  );
}

/** The contents of the report, and the changes since a signature. */
function Preview({ signing: { preview, error, composed } }: { signing: Signing }) {
  if (!preview) return error || composed === null ? null : <Loading height={PICTURE.height} />;
  return (
    <>
      {preview.modifiche.length > 0 && (
        <Alert severity="warning">
          <ChangeList changes={preview.modifiche} />
        </Alert>
      )}
      <Contents preview={preview} />
    </>
  );
}

/** A panel for each signature that the settings request. */
function Panels({ intervention, signing }: { intervention: Row & { id: number }; signing: Signing }) {
  const { preview } = signing;
  const me = useApplication().person?.id;
  return (
    preview &&
    signing.signers.map((signer) => (
      <Panel
        key={signer}
        intervention={intervention.id}
        signer={signer}
        signing={signing}
        startName={ownName(signer, intervention, me, preview.contenuto)}
        fingerprint={preview.impronta}
      />
    ))
  );
}

interface PanelProps {
  intervention: number;
  signer: Signer;
  signing: Signing;
  startName: string;
  fingerprint: string;
}

function Panel({ intervention, signer, signing, startName, fingerprint }: PanelProps) {
  const { mark } = signing;
  const onDrawn = useCallback((save: SaveDrawing | undefined) => mark(signer, save), [mark, signer]);
  return (
    <SignaturePanel
      intervention={intervention}
      signer={signer}
      signature={signing.signatureOf(signer)}
      required={signing.needs(signer)}
      startName={startName}
      fingerprint={fingerprint}
      outdated={signing.isOutdated(signer)}
      onDevice={signing.onDevice}
      onChanged={signing.refetch}
      onDrawn={onDrawn}
    />
  );
}
