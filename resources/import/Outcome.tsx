/** The result of an import, or of undoing it. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useTranslate } from 'react-admin';
import { countsOf, NOTHING, STEPS } from '../../dataProvider/imports.ts';
import { useImportPlace } from './import-address.ts';
import { OutcomeRows, STACKED } from './OutcomeRows.tsx';
import { ResultButton } from './ResultButton.tsx';
import { UndoButton } from './UndoButton.tsx';
import type { Import } from './useImport.ts';

export function Outcome({ current, onAgain }: { current: Import; onAgain(): void }) {
  const { job, refused } = current;
  const translate = useTranslate();
  const { close } = useImportPlace();
  const counts = countsOf(job) ?? NOTHING;
  const written = counts.inserite + counts.aggiornate;
  const undone = job.fase === STEPS.undo;
  const isWhole = undone ? written === 0 : counts.errori === 0;
  return (
    <>
      <DialogContent sx={STACKED}>
        {refused && <Alert severity="error">{refused}</Alert>}
        <Alert severity={isWhole ? 'success' : 'warning'}>{job.messaggio}</Alert>
        <OutcomeRows current={current} counts={counts} />
      </DialogContent>
      <DialogActions sx={{ px: { xs: 2, sm: 3 }, flexWrap: 'wrap', gap: 1 }}>
        {written > 0 && <UndoButton current={current} counts={counts} />}
        <ResultButton job={job} />
        <Button onClick={onAgain}>{translate('officina.import.other_file')}</Button>
        <Button variant="contained" onClick={close}>
          {translate('officina.close')}
        </Button>
      </DialogActions>
    </>
  );
}
