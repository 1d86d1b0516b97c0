/** The third step: the result of the dry run for every row. Nothing is written yet. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useTranslate } from 'react-admin';
import { countsOf, NOTHING } from '../../dataProvider/imports.ts';
import { useLanguage } from '../context/application.tsx';
import { formatCount } from '../format/format.ts';
import { OutcomeRows, STACKED } from './OutcomeRows.tsx';
import { ResultButton } from './ResultButton.tsx';
import type { Import } from './useImport.ts';

interface DryRunProps {
  current: Import;
  /** Returns to the columns. */
  onMap(): void;
  onAgain(): void;
}

export function DryRun({ current, onMap, onAgain }: DryRunProps) {
  const { job, refused, starting, start } = current;
  const translate = useTranslate();
  const language = useLanguage();
  const counts = countsOf(job) ?? NOTHING;
  const writable = counts.inserite + counts.aggiornate;
  return (
    <>
      <DialogContent sx={STACKED}>
        {refused && <Alert severity="error">{refused}</Alert>}
        <Alert severity={counts.errori > 0 ? 'warning' : 'info'}>
          {job.messaggio} {counts.errori > 0 && translate('officina.import.wrong_hint')}
          {counts.errori === 0 && writable === 0 && translate('officina.import.nothing_new')}
        </Alert>
        <OutcomeRows current={current} counts={counts} />
      </DialogContent>
      <DialogActions sx={{ px: { xs: 2, sm: 3 }, flexWrap: 'wrap', gap: 1 }}>
        <ResultButton job={job} />
        <Button onClick={onMap} disabled={starting}>
          {translate('officina.import.columns_again')}
        </Button>
        {writable === 0 ? (
          <Button variant="contained" onClick={onAgain}>
            {translate('officina.import.other_file')}
          </Button>
        ) : (
          <Button
            variant="contained"
            disabled={starting}
            aria-busy={starting}
            onClick={() => void start('run')}
          >
            {translate('officina.import.run', {
              smart_count: writable,
              rows: formatCount(writable, language),
            })}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
