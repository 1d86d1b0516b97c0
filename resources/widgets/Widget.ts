/** What every widget of a form is given. */
import type { Field } from '../../schemas/entity.ts';

export interface WidgetProps {
  field: Field;
  id: string;
  label: string;
  value: unknown;
  /** undefined is an empty field. */
  onChange(value: unknown): void;
  required: boolean;
  readOnly: boolean;
  error: boolean;
  /** The complaint, or else the sentence of help. */
  help?: string;
}

export const BOX = { size: 'small', variant: 'outlined', margin: 'none', fullWidth: true } as const;

/** What may be read and not typed stands on a darker ground. */
export const READ_ONLY = { '& .MuiInputBase-root': { bgcolor: 'action.hover' } };

/** How every box of text shows its label, its complaint, and that it is only to be read. */
export const boxOf = ({ label, required, readOnly, error, help }: WidgetProps) => ({
  ...BOX,
  sx: readOnly ? READ_ONLY : undefined,
  label,
  required,
  error,
  helperText: help,
});

/** The row of a flag: as high as a finger is wide, by touch. */
export const FLAG_ROW = { minHeight: 40, mr: 0, '@media (pointer: coarse)': { minHeight: 48 } };

/** Above so many, choices can be searched. */
const SEARCHED_ABOVE = 10;
export const isSearched = (choices: readonly unknown[]): boolean => choices.length > SEARCHED_ABOVE;
