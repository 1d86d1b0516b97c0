/** The results of rows: count, label and icon of each. */
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

/**
 * Returns all four results in the same order, so that users find them. After an undo, returns only results with
 * rows.
 */
export const verdictsIn = (counts: Counts): Verdict[] =>
  isUndone(counts) ? ['annullata', ...ORDER.filter((verdict) => VERDICTS[verdict].count(counts) > 0)] : ORDER;

/** Returns the label key. Rows that an undo could not restore have a label of their own. */
export const labelOf = (verdict: Verdict, counts: Counts): string =>
  isUndone(counts) && WRITTEN.includes(verdict) ? `${verdict}_left` : verdict;

/** Returns the result to display first, if it has rows: the errors, or after an undo the rows that it left. */
export const firstOf = (counts: Counts): Verdict | undefined =>
  (isUndone(counts) ? WRITTEN : (['errore'] as const)).find((verdict) => VERDICTS[verdict].count(counts) > 0);
