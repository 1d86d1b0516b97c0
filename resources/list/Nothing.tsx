/** The reason why there are no rows (filters, hidden rows, or none at all), with the button for each case. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../context/application.tsx';
import { Emptiness } from '../feedback/Emptiness.tsx';
import { filterTitle } from './filter-names.ts';
import type { LeftOut } from './left-out.ts';

interface NothingProps {
  icon?: string;
  /** The hint when there are no rows. */
  hint: string;
  /** The button for the next step. */
  next?: ReactNode;
  /** Removes the user's filters; undefined if none is set. */
  onReset?(): void;
  /** The rows that a filter would add. */
  leftOut?: LeftOut;
}

export function Nothing({ icon, hint, next, onReset, leftOut }: NothingProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const why = onReset ? 'no_results' : leftOut ? 'all_left_out' : 'empty';
  const filtered = onReset && translate('officina.list.no_results_hint');
  const others = leftOut && translate('officina.list.left_out', { smart_count: leftOut.count });
  return (
    <Emptiness icon={icon} title={translate(`officina.list.${why}`)} hint={others ?? filtered ?? hint}>
      {(leftOut || onReset || next) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
          {leftOut && (
            <Button variant="contained" onClick={leftOut.show}>
              {filterTitle(leftOut.field)[language]}
            </Button>
          )}
          {onReset && (
            <Button variant="outlined" onClick={onReset}>
              {translate('officina.list.reset_filters')}
            </Button>
          )}
          {!onReset && next}
        </Box>
      )}
    </Emptiness>
  );
}
