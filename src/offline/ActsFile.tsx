/** Saves the unsent acts as a file, and hands such a file in. */
import OpenIcon from '@mui/icons-material/FileOpenOutlined';
import SaveIcon from '@mui/icons-material/SaveAltOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActsFileError, takeInFile } from '../../dataProvider/acts-file.ts';
import { reasonOf } from '../../resources/feedback/toasts.ts';
import { useFileInput } from '../../resources/files/useFileInput.tsx';
import { saveActsFile } from './save-acts-file.ts';

interface Outcome {
  severity: 'success' | 'info' | 'error';
  text: string;
}

export function ActsFile({ unsent }: { unsent: number }) {
  const translate = useTranslate();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const run = async (work: () => Promise<Outcome>) => {
    setBusy(true);
    setOutcome(undefined);
    const why = (error: unknown): Outcome => ({
      severity: 'error',
      text:
        error instanceof ActsFileError ? translate(`officina.outbox.fault_${error.fault}`) : reasonOf(error),
    });
    setOutcome(await work().catch(why));
    setBusy(false);
  };
  const save = async (): Promise<Outcome> => {
    await saveActsFile(translate('officina.outbox.file_name'));
    return { severity: 'success', text: translate('officina.outbox.saved') };
  };
  const takeIn = async (file: File): Promise<Outcome> => {
    const count = await takeInFile(file);
    return count > 0
      ? { severity: 'success', text: translate('officina.outbox.taken_in', { count }) }
      : { severity: 'info', text: translate('officina.outbox.taken_in_before') };
  };
  const { input, pick } = useFileInput({
    accept: '.json,application/json',
    'aria-label': translate('officina.outbox.hand_in'),
    onTake: ([file]) => file && void run(() => takeIn(file)),
  });
  return (
    <Box sx={{ display: 'grid', gap: 1, '& .MuiButton-root': { minHeight: 48 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {unsent > 0 && (
          <Button startIcon={<SaveIcon />} disabled={busy} onClick={() => void run(save)}>
            {translate('officina.outbox.save')}
          </Button>
        )}
        <Button startIcon={<OpenIcon />} disabled={busy} onClick={pick}>
          {translate('officina.outbox.hand_in')}
        </Button>
        {input}
      </Box>
      {outcome && <Alert severity={outcome.severity}>{outcome.text}</Alert>}
    </Box>
  );
}
