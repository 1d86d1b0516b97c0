/** What becomes of rows: how each verdict is counted, called and marked. */
import AddIcon from '@mui/icons-material/AddCircleOutlined';
import SameIcon from '@mui/icons-material/DragHandle';
import EditIcon from '@mui/icons-material/EditOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import UndoIcon from '@mui/icons-material/Undo';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import type { Counts, Verdict } from '../../dataProvider/imports.ts';

interface Look {
  count(counts: Counts): number;
  colour: 'success' | 'info' | 'error' | 'disabled';
  Icon: ComponentType<SvgIconProps>;
}

export const VERDICTS: Record<Verdict, Look> = {
  errore: { count: ({ errori }) => errori, colour: 'error', Icon: ErrorIcon },
  inserita: { count: ({ inserite }) => inserite, colour: 'success', Icon: AddIcon },
  aggiornata: { count: ({ aggiornate }) => aggiornate, colour: 'info', Icon: EditIcon },
  invariata: { count: ({ invariate }) => invariate, colour: 'disabled', Icon: SameIcon },
  annullata: { count: ({ annullate }) => annullate, colour: 'disabled', Icon: UndoIcon },
};

const WRITTEN: Verdict[] = ['inserita', 'aggiornata'];
const ORDER: Verdict[] = [...WRITTEN, 'invariata', 'errore'];

const isUndone = ({ annullate }: Counts): boolean => annullate > 0;

/** After an undo only what there is; before it all four, so that one looks for them in the same place. */
export const verdictsIn = (counts: Counts): Verdict[] =>
  isUndone(counts) ? ['annullata', ...ORDER.filter((verdict) => VERDICTS[verdict].count(counts) > 0)] : ORDER;

/** What an undo left is called so. */
export const labelOf = (verdict: Verdict, counts: Counts): string =>
  isUndone(counts) && WRITTEN.includes(verdict) ? `${verdict}_left` : verdict;

/** What a person has to look at first: what is wrong, or could not be taken back. */
export const firstOf = (counts: Counts): Verdict | undefined =>
  (isUndone(counts) ? WRITTEN : (['errore'] as const)).find((verdict) => VERDICTS[verdict].count(counts) > 0);
