/** A step that failed or was stopped: the reason, and what the user can do. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useTranslate } from 'react-admin';
import { countsOf, STEPS } from '../../dataProvider/imports.ts';
import { NEW, useImportPlace } from './import-address.ts';
import { OutcomeRows, STACKED } from './OutcomeRows.tsx';
import { UndoButton } from './UndoButton.tsx';
import type { Import } from './useImport.ts';

const AGAIN = ['dryRun', 'run', 'undo'] as const;

export function Stopped({ current }: { current: Import }) {
  const { job, refused, starting, start } = current;
  const translate = useTranslate();
  const { become } = useImportPlace();
  const counts = countsOf(job);
  const written = (counts?.inserite ?? 0) + (counts?.aggiornate ?? 0);
  const step = AGAIN.find((name) => STEPS[name] === job.fase);
  return (
    <>
      <DialogContent sx={STACKED}>
        <Alert severity={job.stato === 'errore' ? 'error' : 'warning'}>{refused ?? job.messaggio}</Alert>
        {job.fase !== STEPS.dryRun && counts && <OutcomeRows current={current} counts={counts} />}
      </DialogContent>
      <DialogActions sx={{ px: { xs: 2, sm: 3 }, flexWrap: 'wrap', gap: 1 }}>
        {job.fase === STEPS.run && counts && written > 0 ? (
          <UndoButton current={current} counts={counts} />
        ) : (
          <Button onClick={() => become(NEW)}>{translate('officina.import.other_file')}</Button>
        )}
        <Button variant="contained" disabled={starting} onClick={() => step && void start(step)}>
          {translate(job.fase === STEPS.run ? 'officina.import.go_on' : 'officina.import.again')}
        </Button>
      </DialogActions>
    </>
  );
}
